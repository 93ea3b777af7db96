/** The threads that search vectors. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { VectorThread } from "../../host/search/vectorThread";
import { projectRoot } from "./root";

/** Reading them all is what a search takes, and a core reads only so much: two take half the time of one. */
const MAX_THREADS = 4;

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

/** Those for all hosts of the process: a thread has its price. */
export const vectorThreads: readonly VectorThread[] = Array.from(
  { length: Math.min(MAX_THREADS, availableParallelism()) },
  newVectorThread,
);
