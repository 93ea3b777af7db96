/** Runs the fixture app on a host in its own process: `serve.ts <data directory> <port>`. */
import { join } from "node:path";
import { parseLogLevel, processLogger } from "convex-on-sqlite/process";
import { startHost } from "convex-on-sqlite";
import { projectRoot } from "../../../../scripts/start/root";
import { command, type Report } from "./control";

const [dataDir, port] = process.argv.slice(2);
if (dataDir === undefined || port === undefined) throw new Error("usage: serve.ts <data directory> <port>");

// The parent has ended.
process.on("disconnect", () => process.exit());

const host = await startHost({
  functionsDir: join(projectRoot, "packages/convex-on-sqlite/test/clients/app/convex"),
  outDir: join(projectRoot, ".host/clients-app"),
  dataDir,
  hostname: "127.0.0.1",
  port: Number(port),
  env: {},
  log: processLogger(parseLogLevel(process.env.LOG_LEVEL) ?? "info"),
  synchronous: "NORMAL",
});

const report = (message: Report): void => void process.send?.(message);
process.on("message", (message) => {
  let left = command.parse(message).dieAfterCommits;
  host.engine.onCommit(() => {
    left -= 1;
    if (left === 0) process.kill(process.pid, "SIGKILL");
  });
  report({ kind: "acknowledged" });
});
report({ kind: "listening", url: host.url });
