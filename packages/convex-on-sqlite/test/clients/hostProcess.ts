/** A host of the fixture app in its own process, across kills and restarts. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { projectRoot } from "../../../../scripts/start/root";
import { atTheEnd } from "../../../../test/support/cleanUp";
import { until } from "../../../../test/support/until";
import { type Command, report } from "./control";

/** A line of the host's log. */
const logLine = z.looseObject({
  time: z.iso.datetime(),
  level: z.enum(["debug", "info", "warn", "error"]),
  message: z.string(),
  function: z.string().optional(),
  component: z.string().optional(),
});

export type LogLine = z.infer<typeof logLine>;

export class HostProcess {
  private readonly folder = mkdtempSync(join(tmpdir(), "host-clients-"));
  private readonly logLevel: string;
  private child: ChildProcess | null = null;
  private exited: Promise<unknown> = Promise.resolve();
  private output = "";
  private address = "";

  private constructor(logLevel: string) {
    this.logLevel = logLevel;
  }

  /** Resolves once it accepts requests. */
  static async start(logLevel = "info"): Promise<HostProcess> {
    const host = new HostProcess(logLevel);
    await host.run("0");
    return host;
  }

  get url(): string {
    return this.address;
  }

  /** All log entries of its processes so far. Throws for a line that is not a log entry. */
  log(): LogLine[] {
    const whole = this.output.split("\n").slice(0, -1);
    return whole.map((line) => logLine.parse(JSON.parse(line)));
  }

  /** Makes the process kill itself (SIGKILL) right after this many commits, before the last one is answered. */
  async dieAfterCommits(dieAfterCommits: number): Promise<void> {
    const { child } = this;
    if (child === null) throw new Error("The host does not run.");
    const acknowledged = once(child, "message");
    child.send({ dieAfterCommits } satisfies Command);
    await acknowledged;
  }

  /** Resolves when the process has ended. */
  async died(): Promise<void> {
    await this.exited;
  }

  /** Kills the process, like a power failure. */
  async kill(): Promise<void> {
    this.child?.kill("SIGKILL");
    await this.exited;
  }

  /** Restarts it with the same port and data. The previous process must have ended. */
  async restart(): Promise<void> {
    await this.run(new URL(this.address).port);
  }

  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async run(port: string): Promise<void> {
    const script = join(projectRoot, "scripts/run.mjs");
    const child = spawn(
      process.execPath,
      [script, "packages/convex-on-sqlite/test/clients/serve.ts", this.folder, port],
      {
        cwd: projectRoot,
        stdio: ["ignore", "pipe", "inherit", "ipc"],
        env: { PATH: process.env.PATH, LOG_LEVEL: this.logLevel },
      },
    );
    this.child = child;
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.output += text));
    // `close` comes after the last output, `exit` may not.
    this.exited = once(child, "close");
    const started = once(child, "message").then(([message]) => report.parse(message));
    const first = await Promise.race([started, this.exited.then(() => null)]);
    if (first?.kind !== "listening") throw new Error("The host did not start.");
    this.address = first.url;
  }
}

/** A host for a test file, removed after its tests. */
export async function startHostProcess(logLevel?: string): Promise<HostProcess> {
  const host = await HostProcess.start(logLevel);
  atTheEnd(() => host.dispose());
  return host;
}

/** Waits for a matching log entry and returns it. */
export function logged(
  host: HostProcess,
  what: string,
  matches: (line: LogLine) => boolean,
): Promise<LogLine> {
  return until(`a log line of ${what}`, () => host.log().find(matches));
}
