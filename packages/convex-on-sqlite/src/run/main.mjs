// Runs one of the package's own programs and threads from source: `node main.mjs FILE [arguments]`, relative to the repository.
import { resolve } from "node:path";
import { runTypeScript } from "./run.mjs";

const [entry, ...args] = process.argv.slice(2);
await runTypeScript(resolve(import.meta.dirname, "../../../.."), entry, args);
