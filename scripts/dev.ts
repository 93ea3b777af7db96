/** `npm run dev`: starts the service, and again whenever a source file changes. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./start/root";

const WATCHED = ["convex", "mind", "client", "mcp", "providers", "packages", "embedding", "scripts/start"];
/** Editors write a file in several steps; those within this time are one change. */
const SETTLE_MS = 200;

let service: ChildProcess | null = null;
let restarting = false;
let timer: NodeJS.Timeout | undefined;

function start(): void {
  const run = [join(projectRoot, "scripts/run.mjs"), "scripts/start.ts"];
  service = spawn(process.execPath, run, { cwd: projectRoot, stdio: "inherit" });
}

async function restart(path: string): Promise<void> {
  if (restarting) return;
  restarting = true;
  console.info(`${path} changed`);
  if (service !== null && service.exitCode === null) {
    service.kill("SIGTERM");
    await once(service, "exit");
  }
  start();
  restarting = false;
}

for (const folder of WATCHED)
  watch(join(projectRoot, folder), { recursive: true }, (_, path) => {
    if (path === null || !path.endsWith(".ts") || path.endsWith(".test.ts") || path.includes("_generated"))
      return;
    clearTimeout(timer);
    timer = setTimeout(() => void restart(join(folder, path)), SETTLE_MS);
  });

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    service?.once("exit", () => process.exit(0));
    if (service?.exitCode !== null) process.exit(0);
    service.kill("SIGTERM");
  });

start();
