/** The process of a measured engine, from its parent's side. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "../../../scripts/start/root";
import { residentMiB } from "../../../scripts/bench/footprint";
import { replySchema, type SubjectReply, type SubjectRequest, type Table } from "./subject";

export class SubjectProcess {
  /** The URL it listens on. */
  readonly url: string;
  private readonly process: ChildProcess;

  private constructor(process: ChildProcess, url: string) {
    this.process = process;
    this.url = url;
  }

  /** Starts a script of this folder; resolves when the engine is ready. */
  static async start(script: string, args: readonly string[] = []): Promise<SubjectProcess> {
    const child = fork(
      join(projectRoot, "scripts/run.mjs"),
      [`packages/convex-on-sqlite/bench/${script}`, ...args],
      {
        cwd: projectRoot,
        env: { PATH: process.env.PATH, HOME: process.env.HOME },
      },
    );
    const ready = await nextReply(child);
    if (ready.kind !== "ready") throw new Error(`${script} did not start.`);
    return new SubjectProcess(child, ready.url ?? "");
  }

  /** Fills an empty table; returns rows per second. */
  fill(table: Table, rows: number): Promise<number> {
    return this.ask({ kind: "fill", table, rows });
  }

  /** Measures one round of a case, in calls per second. */
  measure(name: string, durationMs: number): Promise<number> {
    return this.ask({ kind: "measure", name, durationMs });
  }

  /** Measures a single call of a case, in milliseconds. */
  once(name: string): Promise<number> {
    return this.ask({ kind: "once", name });
  }

  /** Measures the longest event loop stall in one round of a case, in milliseconds. */
  stall(name: string, durationMs: number): Promise<number> {
    return this.ask({ kind: "stall", name, durationMs });
  }

  residentMiB(): number {
    return residentMiB(this.process.pid ?? 0);
  }

  /** Stops it gracefully, unless it has ended. */
  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    await this.ask({ kind: "stop" });
    const exit = once(this.process, "exit");
    this.process.disconnect();
    await exit;
  }

  private async ask(request: SubjectRequest): Promise<number> {
    const replied = nextReply(this.process);
    this.process.send(request);
    const reply = await replied;
    if (reply.kind !== "done") throw new Error(reply.kind === "failed" ? reply.message : "Started again?");
    return reply.result;
  }
}

/** Rejects if the process ends first. */
function nextReply(child: ChildProcess): Promise<SubjectReply> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null, signal: string | null): void => {
      child.off("message", replied);
      reject(new Error(`The measured process ended (${code ?? signal}).`));
    };
    const replied = (message: unknown): void => {
      child.off("exit", ended);
      resolve(replySchema.parse(message));
    };
    child.once("exit", ended);
    child.once("message", replied);
  });
}
