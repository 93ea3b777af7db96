/** The thread that searches vectors. */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { VectorThread } from "../../host/search/vectorThread";
import { projectRoot } from "./root";

/** Its entry point is TypeScript of the project, so it is run as every other one. */
export function newVectorThread(): VectorThread {
  return new VectorThread(
    () =>
      new Worker(join(projectRoot, "scripts", "run.mjs"), {
        argv: ["host/search/vectorWorker.ts"],
        execArgv: [],
        name: "vectors",
      }),
  );
}

/** One for all hosts of the process: a thread has its price. */
export const vectorThread = newVectorThread();
