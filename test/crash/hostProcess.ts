/** A host on the fixture app in a process of its own: to talk to, to stop, and to kill. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "../../scripts/start/root";
import type { SchemaVersion } from "./appOptions";

export interface HostOptions {
  readonly dataDir: string;
  /** A command that runs its arguments, to run the process in. Default: none. */
  readonly wrapper?: readonly string[];
}

export interface HostProcess {
  readonly pid: number | undefined;
  /** Begins its life; resolves to its address once it takes requests, rejects, with its output, when it ends first. */
  start(schemaVersion: SchemaVersion): Promise<string>;
  /** Ends it where it stands, as a loss of power would. Does not wait. */
  kill(): void;
  /** Lets it stop by itself; answers its exit code. */
  stop(): Promise<number | null>;
  /** Resolves with the exit code, or `null` where it was killed. */
  readonly ended: Promise<number | null>;
  /** What it has logged, and why it ended. */
  errors(): string;
}

const CHILD = join("test", "crash", "child.ts");

/** Makes a process that has loaded the host's code and waits for its start. */
export function prepareHostProcess({ dataDir, wrapper = [] }: HostOptions): HostProcess {
  const command = [...wrapper, process.execPath, join(projectRoot, "scripts", "run.mjs"), CHILD, dataDir];
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd: projectRoot, stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  // Its end is told by `close`, whatever was not written to it.
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
