/** Starts of the service as a test asks for them: each test has a settings file and a data directory of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attemptStart, type Attempt } from "./running-service";

export class Attempts {
  readonly folder = mkdtempSync(join(tmpdir(), "anima start's-"));
  readonly envFile = join(this.folder, ".env.local");
  readonly dataDir = join(this.folder, "data");
  private readonly made: Attempt[] = [];

  /** A start with these files, and nothing else but `env`. */
  start(env: Readonly<Record<string, string>> = {}, cwd?: string): Attempt {
    const attempt = attemptStart({ ...this.env, ...env }, cwd);
    this.made.push(attempt);
    return attempt;
  }

  /** What makes a start one of this test's. */
  get env(): Record<string, string> {
    return { ENV_FILE: this.envFile, DATA_DIR: this.dataDir, PORT: "0", AUTONOMY: "off" };
  }

  /** Kills what still runs and removes the files. */
  async dispose(): Promise<void> {
    for (const { child } of this.made) child.kill("SIGKILL");
    await Promise.all(this.made.map(({ exit }) => exit));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Sends the signal and answers the exit code. */
export async function stop(attempt: Attempt, signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
  attempt.child.kill(signal);
  return (await attempt.exit).code;
}
