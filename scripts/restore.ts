/** `npm run restore -- FILE`: makes a backup the database of a service that does not run. */
import { join } from "node:path";
import { openDatabase, restoreBackup } from "convex-on-sqlite";
import { processLogger } from "convex-on-sqlite/process";
import { fileArgument, orExplain, serviceConfig } from "./backup/command";
import { appFolder, projectRoot } from "./start/root";
import { upgrade } from "./start/upgrade";

const usage = "npm run restore -- FILE";
await orExplain("Nothing was restored", async () => {
  const source = fileArgument(usage);
  const { host, env } = serviceConfig();
  const log = processLogger(host.logLevel);
  const tryStart = async (database: string): Promise<void> => {
    const outDir = join(projectRoot, ".host", "app");
    const options = { functionsDir: appFolder, dataDir: host.dataDir, outDir, database, env, log, upgrade };
    const engine = await openDatabase(options);
    await engine.close();
  };
  const { replaced, lacksLog } = await restoreBackup({
    source,
    dataDir: host.dataDir,
    now: new Date(),
    tryStart,
  });
  console.log(`${host.dataDir} holds the database of ${source}.`);
  if (replaced !== null) console.log(`The database before was moved to ${replaced}.`);
  if (lacksLog)
    console.log(
      `${source} was copied from a running service without its log: its newest data may be missing.`,
    );
});
