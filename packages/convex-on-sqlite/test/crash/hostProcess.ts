/** A host of the fixture app in its own process, which can be called, stopped and killed. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "../../../../scripts/start/root";
import type { SchemaVersion } from "./appOptions";

export interface HostOptions {
  readonly dataDir: string;
  /** A command that wraps the process's command line. Default: none. */
  readonly wrapper?: readonly string[];
}

export interface HostProcess {
  readonly pid: number | undefined;
  /** Starts the host; resolves to its URL once it accepts requests, rejects with its output if it ends first. */
  start(schemaVersion: SchemaVersion): Promise<string>;
  /** Kills it immediately, like a power failure. Does not wait. */
  kill(): void;
  /** Stops it gracefully; returns its exit code. */
  stop(): Promise<number | null>;
  /** Resolves to the exit code, or `null` if it was killed. */
  readonly ended: Promise<number | null>;
  /** Its log, and the reason of its end. */
  errors(): string;
}

const CHILD = "packages/convex-on-sqlite/test/crash/child.ts";

/** Starts a process that loads the host's code and waits for `start`. */
export function prepareHostProcess({ dataDir, wrapper = [] }: HostOptions): HostProcess {
  const command = [...wrapper, process.execPath, join(projectRoot, "scripts", "run.mjs"), CHILD, dataDir];
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd: projectRoot, stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  // `close` reports its end, even if writing to it failed.
  child.stdin.on("error", () => undefined);
  // `close` comes after the last output, `exit` may not.
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    pid: child.pid,
    start: (schemaVersion) => {
      child.stdin.write(`${schemaVersion}\n`);
      return new Promise<string>((resolve, reject) => {
        child.stdout.on("data", () => {
          const url = /^listening (\S+)\n/m.exec(output)?.[1];
          if (url !== undefined) resolve(url);
        });
        void ended.then((code) =>
          reject(new Error(`The host ended (${code ?? "killed"}) before it listened: ${errors}`)),
        );
      });
    },
    kill: () => void child.kill("SIGKILL"),
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
    ended,
    errors: () => errors,
  };
}
