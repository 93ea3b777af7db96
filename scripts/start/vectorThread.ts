/** The worker thread that searches vectors. */
import { Worker } from "node:worker_threads";
import { VectorThread } from "../../host/search/vectorThread";
import { entryPoint } from "./entryPoint";

export function newVectorThread(): VectorThread {
  return new VectorThread(() => {
    const { file, args } = entryPoint("vectors");
    return new Worker(file, { argv: [...args], execArgv: [], name: "vectors" });
  });
}

/** All hosts of the process share one thread. */
export const vectorThread: VectorThread = newVectorThread();
