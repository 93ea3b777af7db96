/** Starts of the service, each test with its own settings file and data directory. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attemptStart, type Attempt } from "./running-service";

export class Attempts {
  readonly folder = mkdtempSync(join(tmpdir(), "anima start's-"));
  readonly envFile = join(this.folder, ".env.local");
  readonly dataDir = join(this.folder, "data");
  private readonly made: Attempt[] = [];

  /** Starts the service with these files and only `env`. */
  start(env: Readonly<Record<string, string>> = {}, cwd?: string): Attempt {
    const attempt = attemptStart({ ...this.env, ...env }, cwd);
    this.made.push(attempt);
    return attempt;
  }

  /** The environment that makes a start use this test's files. */
  get env(): Record<string, string> {
    return { ENV_FILE: this.envFile, DATA_DIR: this.dataDir, PORT: "0", AUTONOMY: "off" };
  }

  /** Kills running services and removes the files. */
  async dispose(): Promise<void> {
    for (const { child } of this.made) child.kill("SIGKILL");
    await Promise.all(this.made.map(({ exit }) => exit));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Sends the signal and returns the exit code. */
export async function stop(attempt: Attempt, signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
  attempt.child.kill(signal);
  return (await attempt.exit).code;
}
