/** The worker thread that searches vectors. */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { VectorThread } from "../../host/search/vectorThread";
import { projectRoot } from "./root";

export function newVectorThread(): VectorThread {
  return new VectorThread(
    () =>
      // A worker can't run TypeScript by itself: run.mjs bundles the entry point first.
      new Worker(join(projectRoot, "scripts", "run.mjs"), {
        argv: ["host/search/vectorWorker.ts"],
        execArgv: [],
        name: "vectors",
      }),
  );
}

/** All hosts of the process share one thread. */
export const vectorThread: VectorThread = newVectorThread();
