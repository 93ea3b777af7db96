/** The worker thread that checks the database file. */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { StartFileCheck } from "../../host/store/fileCheck";
import { projectRoot } from "./root";

// As in vectorThread.ts, run.mjs bundles the entry point first.
export const startFileCheck: StartFileCheck = (path) =>
  new Worker(join(projectRoot, "scripts", "run.mjs"), {
    argv: ["host/store/fileCheckWorker.ts", path],
    execArgv: [],
    name: "file check",
  });
