/** `npm run backup -- FILE`: a consistent copy of the database, while the service runs or not. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_FILE, backUp } from "convex-on-sqlite";
import { fileArgument, orExplain, serviceConfig } from "./backup/command";

const usage = "npm run backup -- FILE";
await orExplain("The backup failed", () => {
  const file = fileArgument(usage);
  backUp(join(serviceConfig().host.dataDir, DATABASE_FILE), file);
  console.log(`${file} holds the database as it was, ${statSync(file).size} bytes.`);
});
