/** The end of the npm that started this process: its shell passes no signal on, so npm is looked for. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Half a second is soon for a person who stopped npm, and a look costs next to nothing. */
const CHECK_INTERVAL_MS = 500;
/** What npm's script runs. A process that only inherited npm's environment has no npm to wait for. */
const ENTRY = "scripts/start.ts";

/**
 * Calls `gone` once, when npm, or the shell between it and this process, has ended. Nothing is watched where npm did
 * not start this process. Returns what ends the watch.
 */
export function watchNpm(env: NodeJS.ProcessEnv, onExit: () => void): () => void {
  const script = env.npm_lifecycle_script ?? "";
  if (!env.npm_lifecycle_event || !script.includes(ENTRY)) return () => undefined;
  const parent = process.ppid;
  const shell = processInfo(parent);
  // Some shells become what they are told to run: then npm itself is the parent, and who is beyond it does not matter.
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
  /** The process that started it. */
  readonly parent: number;
  readonly command: string;
}

/** Where a process comes from; null where the system does not tell. */
function processInfo(pid: number): ProcessInfo | null {
  try {
    if (process.platform === "linux") return processInfoFromProc(pid);
    // There npm ends the whole tree of its script, and no `ps` is at hand.
    if (process.platform === "win32") return null;
    const command = ["-o", "ppid=", "-o", "args=", "-p", String(pid)];
    return parseProcessInfo(
      execFileSync("ps", command, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
    );
  } catch {
    // It has just ended, or may not be looked at.
    return null;
  }
}

function processInfoFromProc(pid: number): ProcessInfo | null {
  // The name, in parentheses, may hold anything; state and parent follow it.
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [, parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return parseProcessInfo(`${parent} ${readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")}`);
}

function parseProcessInfo(told: string): ProcessInfo | null {
  const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(told) ?? [];
  return parent === undefined || command === undefined ? null : { parent: Number(parent), command };
}

/** Whether `parent` still is the parent of `pid`. Linux tells that of a parent that has ended and is not yet buried, too. */
function isParent(parent: number, pid: number): boolean {
  return process.platform === "linux" ? processInfo(pid)?.parent === parent : isRunning(parent);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // Another user's process can't be signalled, and runs.
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}
