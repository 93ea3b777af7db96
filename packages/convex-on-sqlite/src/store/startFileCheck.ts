/** The worker thread that checks the database file. */
import { startWorker } from "../workers";
import type { StartFileCheck } from "./fileCheck";

export const startFileCheck: StartFileCheck = (path) => startWorker("fileCheck", path);
