/** `npm run verify`: compares lists, totals and references with the rows, in the running service or in the database of one that does not run. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { connect, verify, type VerificationOutcome } from "../client";
import { callFunction, DataDirectoryLocked, withDatabase } from "convex-on-sqlite";
import { processLogger } from "convex-on-sqlite/process";
import { orExplain, serviceConfig } from "./backup/command";
import { appFolder, projectRoot } from "./start/root";
import { StartError } from "./start/start-error";
import { upgrade } from "./start/upgrade";
import { refuse } from "./tool";
import type { Config } from "./start/config";

type Outcome = Pick<
  VerificationOutcome,
  "differences" | "found" | "repaired" | "rows" | "entries" | "uncompared"
>;

function repairs(): boolean {
  const { values, positionals } = parseArgs({ allowPositionals: true, strict: false });
  const { repair = false, ...others } = values;
  if (positionals.length > 0 || Object.keys(others).length > 0)
    return refuse("npm run verify [-- --repair]", "there is no other option");
  return repair === true;
}

/** In the database, without serving. Null while a service uses it. */
async function inDatabase({ host, env }: Config, repair: boolean): Promise<Outcome | null> {
  const options = {
    functionsDir: appFolder,
    outDir: join(projectRoot, ".host", "app"),
    dataDir: host.dataDir,
    log: processLogger(host.logLevel),
    // What the app logs is told below.
    quiet: true,
    ...{ env, upgrade },
  };
  try {
    return await withDatabase(
      options,
      async (engine) =>
        (await callFunction(engine, "action", "verification/run:all", { repairs: repair })) as Outcome,
    );
  } catch (thrown) {
    if (thrown instanceof DataDirectoryLocked) return null;
    throw thrown;
  }
}

async function byService({ host, settings }: Config, repair: boolean): Promise<Outcome> {
  const address = `http://127.0.0.1:${host.port}`;
  try {
    return await verify(connect(address, { tokens: { tick: settings.tokens.tick[0]?.token } }), { repair });
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new StartError(`${host.dataDir} is in use, and the service at ${address} says: ${why}`);
  }
}

await orExplain("The data were not verified", async () => {
  const repair = repairs();
  const config = serviceConfig();
  const outcome = (await inDatabase(config, repair)) ?? (await byService(config, repair));
  const { differences, found, repaired, rows, entries, uncompared } = outcome;
  for (const text of differences) console.log(text);
  if (found > differences.length) console.log(`and ${found - differences.length} more`);
  if (uncompared.length > 0)
    console.log(`not compared, because rows were written meanwhile: the totals of ${uncompared.join(", ")}`);
  if (repair) console.log(`${repaired} differences were repaired.`);
  console.log(`${rows} rows and ${entries} entries of lists: ${found === 0 ? "no" : found} differences.`);
  if (found > 0) process.exitCode = 1;
});
