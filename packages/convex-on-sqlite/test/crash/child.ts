/**
 * A host of the fixture app in its own process, which can be killed. It waits for a schema version on stdin, so that its
 * code is loaded before it starts, and prints its URL to stdout.
 */
import { once } from "node:events";
import { createLogger } from "convex-on-sqlite/process";
import { startHost } from "convex-on-sqlite";
import { appOptions, isSchemaVersion } from "./appOptions";

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error("usage: child <data directory>");

// The parent has ended.
process.stdin.once("end", () => process.exit());
const [line] = (await once(process.stdin, "data")) as [Buffer];
const schemaVersion = line.toString().trim();
if (!isSchemaVersion(schemaVersion)) throw new Error(`There is no schema version "${schemaVersion}".`);

const log = createLogger({ level: "warn", json: true, write: (line) => process.stderr.write(line) });
const starting = startHost({
  ...appOptions(schemaVersion),
  dataDir,
  hostname: "127.0.0.1",
  port: 0,
  log,
});
process.once("SIGTERM", () => {
  void starting.then(async (host) => {
    await host.stop(5_000);
    process.stdin.destroy();
  });
});
try {
  const host = await starting;
  process.stdout.write(`listening ${host.url}\n`);
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)}\n`);
  process.exitCode = 1;
  process.stdin.destroy();
}
