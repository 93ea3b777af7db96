/** Detects the end of the npm process that started this one, because npm's shell does not forward signals. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Soon enough for a person who stopped npm, and a check costs almost nothing. */
const CHECK_INTERVAL_MS = 500;
/** What npm's script contains. A process that only inherited npm's environment was not started by npm. */
const ENTRY = "scripts/start.ts";
const ENTRY_OF_NPX = "anima";

/**
 * Calls `onExit` once, when npm, or the shell between it and this process, has ended. Does nothing if npm did not start
 * this process. Returns a function that stops watching.
 */
export function watchNpm(env: NodeJS.ProcessEnv, onExit: () => void): () => void {
  const { npm_lifecycle_event: event = "", npm_lifecycle_script: script = "" } = env;
  if (event === "" || !script.includes(event === "npx" ? ENTRY_OF_NPX : ENTRY)) return () => undefined;
  const parent = process.ppid;
  const shell = processInfo(parent);
  // Some shells replace themselves with their command: then npm is the parent process.
  const npm = shell?.command.includes(script) === true ? shell.parent : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(parent) && (npm === null || isParent(npm, parent))) return;
    clearInterval(timer);
    onExit();
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

interface ProcessInfo {
  /** The parent's process id. */
  readonly parent: number;
  readonly command: string;
}

/** A process's parent and command; null if the system does not tell. */
function processInfo(pid: number): ProcessInfo | null {
  try {
    if (process.platform === "linux") return processInfoFromProc(pid);
    // On Windows npm ends the whole process tree, and `ps` does not exist.
    if (process.platform === "win32") return null;
    const command = ["-o", "ppid=", "-o", "args=", "-p", String(pid)];
    return parseProcessInfo(
      execFileSync("ps", command, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
    );
  } catch {
    // It has just ended, or is not accessible.
    return null;
  }
}

function processInfoFromProc(pid: number): ProcessInfo | null {
  // The name, in parentheses, may contain anything; state and parent follow it.
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [, parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return parseProcessInfo(`${parent} ${readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")}`);
}

function parseProcessInfo(text: string): ProcessInfo | null {
  const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(text) ?? [];
  return parent === undefined || command === undefined ? null : { parent: Number(parent), command };
}

/** Whether `parent` is still the parent of `pid`. On Linux this also holds for zombies. */
function isParent(parent: number, pid: number): boolean {
  return process.platform === "linux" ? processInfo(pid)?.parent === parent : isRunning(parent);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // A process of another user can't be signalled, but it is running.
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}
