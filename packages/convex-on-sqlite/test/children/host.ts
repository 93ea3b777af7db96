/** Runs a host for a functions folder, until the process is killed. Its first line has its address. */
import { startHost } from "../../src/host";
import { createLogger } from "../../src/log";

const [functionsDir = "", outDir = "", dataDir = ""] = process.argv.slice(2);
const log = createLogger({
  json: true,
  level: "warn",
  write: (line) => process.stderr.write(line),
});
const { url } = await startHost({
  functionsDir,
  outDir,
  dataDir,
  hostname: "127.0.0.1",
  port: 0,
  env: {},
  log,
});
console.log(url);
