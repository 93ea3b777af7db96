/** The worker thread that checks the database file. */
import { Worker } from "node:worker_threads";
import type { StartFileCheck } from "../../host/store/fileCheck";
import { entryPoint } from "./entryPoint";

export const startFileCheck: StartFileCheck = (path) => {
  const { file, args } = entryPoint("fileCheck");
  return new Worker(file, { argv: [...args, path], execArgv: [], name: "file check" });
};
