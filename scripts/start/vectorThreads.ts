/** The threads for vector search. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { VectorThread } from "../../host/search/vectorThread";
import { projectRoot } from "./root";

/** A search is bound by memory bandwidth per core: two threads take half the time of one. */
const MAX_THREADS = 4;

/** The entry point is TypeScript, so it runs through scripts/run.mjs like all others. */
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

/** Shared by all hosts of the process, because threads are expensive. */
export const vectorThreads: readonly VectorThread[] = Array.from(
  { length: Math.min(MAX_THREADS, availableParallelism()) },
  newVectorThread,
);
