/** The vector search threads for tests in this process. One is enough: the results don't depend on their number. */
import { newVectorThread } from "../../scripts/start/vectorThreads";

export const vectorThreads = [newVectorThread()];
