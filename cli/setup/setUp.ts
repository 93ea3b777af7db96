/** `anima setup`: finds a model, tries it, and writes the settings. */
import type { Command } from "commander";
import { connect, getHealth } from "../../client";
import { NO_KEY } from "../../providers/choice";
import { changeEnvFile, readEnvFile, setVariables } from "convex-on-sqlite/env";
import { settingsFile, targetOf } from "../connection";
import { EXIT_FAILED } from "../exit";
import { CommandError } from "../failure";
import { isJson, paint, print } from "../output";
import type { SetupOptions } from "../setup";
import { addressOf, reach } from "./asking";
import { embedHere } from "./embedHere";
import { chooseServer, keyFor, LOOKED_FOR } from "./server";
import type { Outcome, Setup } from "./state";
import { terminal } from "./terminal";
import { tryRole } from "./trying";

const COMMENT = "Chosen by anima setup.";

const NOTHING_FOUND = `${LOOKED_FOR}.
Start one of them, or name another with --url; without a model the agent keeps a journal.`;

export async function setUp(command: Command): Promise<void> {
  const options = command.optsWithGlobals<SetupOptions>();
  const file = settingsFile(process.env);
  const quiet = isJson(command);
  const outcome: Outcome = { servers: [], tried: [], settings: {}, file, written: false };
  const setup: Setup = {
    options,
    // JSON is for programs.
    person: quiet ? null : terminal(),
    say: (line) => void (quiet ? undefined : process.stdout.write(`${line}\n`)),
    environment: setVariables(process.env),
    outcome,
  };
  const chosen = await changesOf(setup);
  // Another provider takes the place of this machine.
  const isMoved = chosen.EMBEDDING_BASE_URL !== undefined && readEnvFile(file).EMBEDDING_PROVIDER === "local";
  const changes = isMoved ? { ...chosen, EMBEDDING_PROVIDER: "openai" } : chosen;
  if (Object.keys(changes).length > 0) await write(setup, file, changes);
  if (quiet) print(command, outcome, () => []);
  // What was chosen in the end counts, not what was tried on the way.
  const last = outcome.tried.filter(
    ({ role }, at, all) => all.findLastIndex((one) => one.role === role) === at,
  );
  if (last.some(({ usable }) => !usable)) process.exitCode = EXIT_FAILED;
}

/** The variables to set; none where nothing was found that can be used. */
async function changesOf(setup: Setup): Promise<Record<string, string>> {
  const { options, person, say } = setup;
  if (options.localEmbeddings !== undefined && options.model === "none") return await embedHere(setup);
  const server = await chooseServer(setup);
  if (server === null) {
    if (person === null) throw new CommandError(NOTHING_FOUND);
    say("Without a model the agent keeps a journal.");
    return await embedHere(setup);
  }
  const model = await tryRole(setup, server, "model");
  const { embeddingUrl } = options;
  if (options.localEmbeddings !== undefined) return { ...model, ...(await embedHere(setup)) };
  const other =
    embeddingUrl === undefined
      ? server
      : await reach(addressOf(embeddingUrl), keyFor(setup, "embedding", addressOf(embeddingUrl)));
  const embedding = await tryRole(setup, other, "embedding");
  const isNone = Object.keys(embedding).length === 0 && options.embeddingModel !== "none";
  return { ...model, ...(isNone && person !== null ? await embedHere(setup) : embedding) };
}

async function write(
  { options, person, say, environment, outcome }: Setup,
  file: string,
  changes: Record<string, string>,
): Promise<void> {
  const hidden = (name: string, value: string) =>
    name.endsWith("_KEY") && value !== NO_KEY ? "(the key)" : value;
  outcome.settings = Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, hidden(name, value)]),
  );
  say(`\nFor ${file}:`);
  for (const [name, value] of Object.entries(outcome.settings)) say(`  ${name}=${value}`);
  if (options.dryRun === true) return say("Nothing is written (--dry-run).");
  const agreed = options.yes ?? (person !== null && /^y/i.test(await person.ask("Write these?", "y")));
  if (agreed === false) return say("Nothing is written; --yes writes it.");
  changeEnvFile(file, changes, COMMENT);
  outcome.written = true;
  const overridden = Object.keys(changes).filter((name) => environment[name] !== undefined);
  if (overridden.length > 0)
    say(paint("yellow", `The environment sets ${overridden.join(", ")}, too, and wins over the file.`));
  say(`Written. ${await nextStep()}`);
}

/** The service reads its settings when it starts. */
async function nextStep(): Promise<string> {
  const { address } = targetOf(undefined, process.env);
  try {
    await getHealth(connect(address, { retries: 0 }));
    return `Now restart the service at ${address}: it reads its settings when it starts.`;
  } catch {
    return "Now start the service: anima start";
  }
}
