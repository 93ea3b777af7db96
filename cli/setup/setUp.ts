/** `anima setup`: finds a model, tries it, and writes the settings. */
import type { Command } from "commander";
import { connect, getHealth } from "../../client";
import { readConfig } from "../../scripts/start/config";
import { changeEnvFile, readEnvFile, setVariables, type Variables } from "../../scripts/start/env-file";
import { home } from "../../scripts/start/root";
import {
  isUsable,
  modelsFor,
  NO_KEY,
  PREFIXES,
  suggested,
  variablesFor,
  type Role,
} from "../../providers/choice";
import { findServers, type FoundServer } from "../../providers/servers";
import { tryProvider } from "../../providers/trial";
import type { Finding } from "../../providers/verdict";
import { isLocal, settingsFile, targetOf } from "../connection";
import { EXIT_FAILED } from "../exit";
import { CommandError } from "../failure";
import { findingLines, isJson, paint, print, withProgress } from "../output";
import type { SetupOptions } from "../setup";
import {
  addressOf,
  askModel,
  askServer,
  modelText,
  reach,
  serverText,
  type Chosen,
  type Say,
} from "./asking";
import { terminal, type Terminal } from "./terminal";

/** A model is loaded by its first call, which may take minutes. */
const TRIAL_MS = 240_000;

const COMMENT = "Chosen by anima setup.";

/** What setup found out, and what it did. */
interface Outcome {
  servers: FoundServer[];
  tried: { role: Role; model: string; baseUrl: string; usable: boolean; findings: Finding[] }[];
  /** Without the keys. */
  settings: Record<string, string>;
  file: string;
  written: boolean;
}

interface Setup {
  readonly options: SetupOptions;
  readonly person: Terminal | null;
  readonly say: Say;
  readonly environment: Variables;
  readonly outcome: Outcome;
}

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
  const changes = await changesOf(setup);
  if (Object.keys(changes).length > 0) await write(setup, file, changes);
  if (quiet) print(command, outcome, () => []);
  if (outcome.tried.some(({ usable }) => !usable)) process.exitCode = EXIT_FAILED;
}

/** The variables to set; none where nothing was found that can be used. */
async function changesOf(setup: Setup): Promise<Record<string, string>> {
  const { options, person, say } = setup;
  const server = await chooseServer(setup);
  if (server === null) {
    if (person === null) throw new CommandError(NOTHING_FOUND);
    say("Nothing changes: without a model the agent keeps a journal, and search goes by words.");
    return {};
  }
  const model = await tryRole(setup, server, "model");
  const { embeddingUrl } = options;
  const other =
    embeddingUrl === undefined
      ? server
      : await reach(addressOf(embeddingUrl), keyFor(setup, "embedding", addressOf(embeddingUrl)));
  const embedding = await tryRole(setup, other, "embedding");
  return { ...model, ...embedding };
}

const NOTHING_FOUND = `No model server answers on this machine: neither Ollama (port 11434), nor LM Studio (1234), nor llama.cpp (8080).
Start one of them, or name another with --url; without a model the agent keeps a journal.`;

async function chooseServer(setup: Setup): Promise<Chosen | null> {
  const { options, person, say, outcome } = setup;
  if (options.url !== undefined) {
    const baseUrl = addressOf(options.url);
    const given = keyFor(setup, "model", baseUrl);
    const needsKey = given === "" && person !== null && !isLocal(baseUrl);
    const key = needsKey ? await person.askSecret(`The key for ${baseUrl}? Empty if it needs none`) : given;
    const server = await withProgress("asking for its models", reach(baseUrl, key));
    const { apiKey: _, ...found } = server;
    outcome.servers.push(found);
    say(serverText(server));
    return server;
  }
  const found = await withProgress("looking for model servers", findServers());
  outcome.servers.push(...found);
  if (person !== null) return await askServer(person, say, found);
  for (const server of found) say(serverText(server));
  const [first] = found;
  return first === undefined ? null : { ...first, apiKey: NO_KEY };
}

/**
 * The key for an address, from the environment or the settings file. One from the file goes to the address alone that it is set for,
 * one from the environment to no other machine than the person named.
 */
function keyFor({ environment, outcome }: Setup, role: Role, baseUrl: string): string {
  const prefix = PREFIXES[role];
  const given = environment[`${prefix}_API_KEY`];
  if (given !== undefined && !isLocal(baseUrl)) return given;
  const settings = readEnvFile(outcome.file);
  const { settings: configured } = readConfig(settings, home);
  const endpoint = role === "model" ? configured.llm : configured.embedding;
  return endpoint?.baseUrl === baseUrl ? endpoint.apiKey : "";
}

/** Chooses and tries a model of the role; returns the variables for it where it is to be used. */
async function tryRole(setup: Setup, server: Chosen, role: Role): Promise<Record<string, string>> {
  const { options, person, say, outcome } = setup;
  const named = role === "model" ? options.model : options.embeddingModel;
  if (named === "none") return {};
  const listed = modelsFor(server.models, role);
  let model = named ?? null;
  if (model === null && person !== null) model = await askModel(person, say, server, role);
  else if (model === null) model = suggested(server.models, role)?.name ?? null;
  if (model === null) {
    if (role === "model") throw new CommandError(`${server.baseUrl} lists no language model: load one there`);
    if (person === null || listed.length === 0)
      say("No embedding model there: search and duplicates go by words.");
    return {};
  }
  const { baseUrl, apiKey } = server;
  const choice = { role, baseUrl, apiKey, model };
  say(`Trying ${modelText(listed.find(({ name }) => name === model) ?? { name: model, use: "chat" })}`);
  const tried = await withProgress("trying it", tryProvider(role, { baseUrl, apiKey, model }, TRIAL_MS));
  const { findings } = tried;
  const usable = isUsable(findings);
  const variables = variablesFor(choice, tried.role === "model" ? tried.trial : undefined);
  outcome.tried.push({ role, model, baseUrl, usable, findings });
  for (const finding of findings) findingLines(finding).forEach(say);
  if (usable) return variables;
  const wanted = person !== null && /^y/i.test(await person.ask("Use it all the same?", "n"));
  return wanted ? variables : {};
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
