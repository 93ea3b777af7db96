/**
 * Generates client/types.ts and client/operations.ts with all operations of openapi.json.
 * `--check` writes nothing, and fails if one of them is stale.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stalePaths, generatedFiles } from "./client/files";
import { projectRoot } from "./start/root";

const options = process.argv.slice(2);
if (options.length > 1 || (options[0] !== undefined && options[0] !== "--check")) {
  console.error("usage: node scripts/run.mjs scripts/client.ts [--check]");
  process.exit(2);
}
const wanted = await generatedFiles();
const stale = stalePaths(wanted);
if (stale.length === 0) {
  console.log("The client's operations are up to date.");
} else if (options[0] === "--check") {
  console.error(`${stale.join(" and ")}: stale. Run: npm run client`);
  process.exitCode = 1;
} else {
  for (const path of stale) writeFileSync(join(projectRoot, path), wanted.get(path) ?? "");
  console.log(`Wrote ${stale.join(" and ")}.`);
}
