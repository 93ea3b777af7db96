/** The threads that the host starts, and where their code is. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

/** A bundle with the host needs each of them beside itself, under this name. Relative to this package. */
export const WORKERS = {
  vectors: "src/search/vectorWorker.ts",
  fileCheck: "src/store/fileCheckWorker.ts",
} as const;

/** Starts a thread. Its arguments are all it gets. */
export function startWorker(name: keyof typeof WORKERS, ...own: readonly string[]): Worker {
  const built = join(dirname(fileURLToPath(import.meta.url)), `${name}.mjs`);
  const options = { execArgv: [], name };
  if (existsSync(built)) return new Worker(built, { ...options, argv: [...own] });
  // From source: Node can't run TypeScript, so a runner bundles it first.
  const root = dirname(createRequire(import.meta.url).resolve("convex-on-sqlite/package.json"));
  return new Worker(join(root, "src/run/main.mjs"), {
    ...options,
    argv: [join(root, WORKERS[name]), ...own],
  });
}
