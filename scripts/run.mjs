// Runs a TypeScript program of this project: `node scripts/run.mjs scripts/some.ts [arguments]`.
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const [entry, ...args] = process.argv.slice(2);
if (entry === undefined) {
  console.error("usage: node scripts/run.mjs <file.ts> [arguments]");
  process.exit(2);
}
const { runTypeScript } = await import("convex-on-sqlite/run").catch((cause) => {
  if (cause.code !== "ERR_MODULE_NOT_FOUND") throw cause;
  console.error(`the packages of ${root} are not installed: run "npm ci" there first`);
  process.exit(1);
});
await runTypeScript(root, entry, args);
