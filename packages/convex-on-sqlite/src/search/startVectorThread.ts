/** The worker thread that searches vectors. */
import { startWorker } from "../workers";
import { VectorThread } from "./vectorThread";

export function newVectorThread(): VectorThread {
  return new VectorThread(() => startWorker("vectors"));
}

/** All hosts of the process share one thread. */
export const vectorThread: VectorThread = newVectorThread();
