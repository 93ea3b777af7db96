/** `npm run dev`: starts the service, and again whenever a source file changes. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { restartOnChange } from "convex-on-sqlite/process";
import { projectRoot } from "./start/root";

const WATCHED = ["convex", "mind", "client", "mcp", "providers", "packages", "embedding", "scripts/start"];

await restartOnChange({
  folders: WATCHED.map((folder) => join(projectRoot, folder)),
  isSource: (path) =>
    path.endsWith(".ts") &&
    !path.endsWith(".test.ts") &&
    !path.endsWith(".d.ts") &&
    !path.includes("_generated"),
  start: () => {
    const run = [join(projectRoot, "scripts/run.mjs"), "scripts/start.ts"];
    return spawn(process.execPath, run, { cwd: projectRoot, stdio: "inherit" });
  },
});
