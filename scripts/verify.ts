/** `npm run verify`: compares lists, totals and references with the rows, in the running service or in the database of one that does not run. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { connect, verify, type VerificationOutcome } from "../client";
import { loadApp } from "../host/code/loader";
import { setConsoleSink } from "../host/engine/console";
import { withoutRequestId } from "../host/engine/errors";
import { internalCall } from "../host/engine/internalCall";
import { processLogger } from "../host/log";
import { takeDataDir } from "../host/store/dataDir";
import { checkLeftovers } from "../host/store/leftovers";
import { DataDirectoryLocked } from "../host/store/pidlock";
import { openUpgraded } from "../host/upgrade";
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
  const { dataDir } = host;
  let lock;
  try {
    lock = takeDataDir(dataDir);
  } catch (thrown) {
    if (thrown instanceof DataDirectoryLocked) return null;
    throw thrown;
  }
  try {
    checkLeftovers(dataDir);
    // What the app logs is told below.
    setConsoleSink(() => undefined);
    const outDir = join(projectRoot, ".host", "app");
    const app = await loadApp({ functionsDir: appFolder, outDir, env });
    const engine = await openUpgraded({ app, dataDir, log: processLogger(host.logLevel) }, upgrade);
    try {
      const address = { componentPath: "", name: "verification/run:all" };
      const outcome = await engine.action(address, { repairs: repair }, internalCall(randomUUID()));
      if (!outcome.ok) throw new Error(withoutRequestId(outcome.error));
      return JSON.parse(outcome.value) as Outcome;
    } finally {
      await engine.close();
    }
  } finally {
    lock.release();
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
