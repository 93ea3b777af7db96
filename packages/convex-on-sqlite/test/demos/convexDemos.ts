/** The public demos of Convex, as their repository has them: in the folder that CONVEX_DEMOS names, or fetched from GitHub. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const REPOSITORY = "https://github.com/get-convex/convex-backend";
const COMMIT = "94a42c3db8d7ba6d9fe36f2698f9d9d9daaac731";
const DEMOS = "npm-packages/demos";

const FETCH_MS = 120_000;
/** Errors of git where there is no way to GitHub. */
const OUT_OF_REACH =
  /Could not resolve|Failed to connect|timed out|Connection (?:refused|reset)|early EOF|CONNECT tunnel/i;

/** The folder of the demos; `null` if GitHub is out of reach. */
export async function convexDemos(): Promise<string | null> {
  const named = process.env.CONVEX_DEMOS ?? "";
  if (named !== "") return named;
  const cache = join(process.cwd(), ".host", "convex-demos");
  const folder = join(cache, COMMIT);
  if (existsSync(folder)) return join(folder, DEMOS);
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(join(cache, "new-"));
  try {
    await git(made, "init", "--quiet");
    await git(made, "remote", "add", "origin", REPOSITORY);
    await git(made, "sparse-checkout", "set", DEMOS);
    // The checkout fetches the contents of the demos alone.
    await git(made, "fetch", "--quiet", "--depth=1", "--filter=blob:none", "origin", COMMIT);
    await git(made, "checkout", "--quiet", "FETCH_HEAD");
    renameSync(made, folder);
    return join(folder, DEMOS);
  } catch (thrown) {
    if (isOutOfReach(thrown)) return null;
    throw thrown;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

async function git(cwd: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: "0" };
  // A connection that has stalled ends.
  const patience = ["-c", "http.lowSpeedLimit=1000", "-c", "http.lowSpeedTime=10"];
  await promisify(execFile)("git", [...patience, ...args], { cwd, env, timeout: FETCH_MS });
}

function isOutOfReach(thrown: unknown): boolean {
  const { killed } = thrown as { readonly killed?: boolean };
  return killed === true || OUT_OF_REACH.test(String(thrown));
}
