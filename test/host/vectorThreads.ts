/** The thread that searches vectors for tests of this process: one, for what they look at is the same with more. */
import { newVectorThread } from "../../scripts/start/vectorThreads";

export const vectorThreads = [newVectorThread()];
