/** The real service in its own process, started as by `npm start`. */
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Auth } from "../../convex/api/caller";
import { projectRoot } from "../../scripts/start/root";
import { send, type Answer, type RequestOptions } from "./request";

export interface ServiceOptions {
  /** Added to the service's environment. From the caller's it gets only PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: a new one, removed at the end. */
  readonly dataDir?: string;
  /** Keeps the files for inspection. Default: false. */
  readonly keep?: boolean;
  /** A command that wraps the process's command line. Default: none. */
  readonly wrapper?: readonly string[];
  /** The checkout whose service is started. Default: this one. */
  readonly root?: string;
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A starting process, which may never listen. */
export interface Attempt {
  readonly child: ChildProcess;
  /** Its output so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly exit: Promise<Exit>;
  /** Resolves to its address once it listens; rejects with its output if it ends first. */
  readonly listening: Promise<string>;
}

// Longest cold start on a machine that is busy with other tests.
const START_DEADLINE_MS = 60_000;

/** Node's arguments for `npm start`. */
export const START = startOf(projectRoot);

function startOf(root: string): string[] {
  return [join(root, "scripts/run.mjs"), join(root, "scripts/start.ts")];
}

/**
 * Starts the service with exactly this environment, besides PATH and HOME.
 * @param command Node's arguments
 */
export function attemptStart(
  env: Readonly<Record<string, string>>,
  cwd: string = projectRoot,
  command: readonly string[] = START,
  wrapper: readonly string[] = [],
): Attempt {
  const [program = process.execPath, ...rest] = [...wrapper, process.execPath];
  const child = spawn(program, [...rest, ...command], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  // `close` comes after the last output; `exit` may come before.
  const exit = new Promise<Exit>((resolve) =>
    child.once("close", (code, signal) => resolve({ code, signal })),
  );
  const listening = new Promise<string>((resolve, reject) => {
    const output = (): string => `${stdout}${stderr}`.slice(-4_000);
    const deadline = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`The service did not listen within ${START_DEADLINE_MS} ms:\n${output()}`));
    }, START_DEADLINE_MS);
    const look = (): void => {
      const address = /listens on (http:\S+)\n[^]*POST \S+\/tick.*\n/.exec(stderr)?.[1];
      if (address === undefined) return;
      child.stderr.off("data", look);
      clearTimeout(deadline);
      resolve(address);
    };
    child.stderr.on("data", look);
    void exit.then(({ code, signal }) => {
      clearTimeout(deadline);
      reject(new Error(`The service ended (${code ?? signal}) before it listened:\n${output()}`));
    });
  });
  // Callers that only wait for the exit do not handle this.
  listening.catch(() => undefined);
  return { child, stdout: () => stdout, stderr: () => stderr, exit, listening };
}

/** A service with its data directory and tokens, across restarts. */
export class RunningService {
  readonly tokens = { tick: randomBytes(32).toString("hex"), write: randomBytes(32).toString("hex") };
  readonly dataDir: string;
  private readonly folder: string;
  private readonly env: Readonly<Record<string, string>>;
  private readonly keep: boolean;
  private readonly wrapper: readonly string[];
  private readonly root: string;
  private attempt: Attempt | null = null;
  private address = "";

  private constructor(options: ServiceOptions) {
    this.folder = mkdtempSync(join(tmpdir(), "anima-service-"));
    this.dataDir = options.dataDir ?? join(this.folder, "data");
    this.keep = options.keep ?? false;
    this.wrapper = options.wrapper ?? [];
    this.root = options.root ?? projectRoot;
    const settings = join(this.folder, "none.env");
    writeFileSync(settings, "");
    this.env = {
      // The developer's own settings do not reach a test.
      ENV_FILE: settings,
      DATA_DIR: this.dataDir,
      TICK_TOKEN: this.tokens.tick,
      WRITE_TOKEN: this.tokens.write,
      // Tests tick the agent themselves and send any number of requests.
      AUTONOMY: "off",
      RATE_LIMIT_TICK: "0",
      RATE_LIMIT_WRITE: "0",
      RATE_LIMIT_READ: "0",
      ...options.env,
    };
  }

  /** Resolves once the service listens. */
  static async start(options: ServiceOptions = {}): Promise<RunningService> {
    const service = new RunningService(options);
    try {
      await service.run("0");
    } catch (cause) {
      await service.dispose();
      throw cause;
    }
    return service;
  }

  get url(): string {
    return this.address;
  }

  get pid(): number | undefined {
    return this.attempt?.child.pid;
  }

  /** The output of the current process, including its log. */
  output(): string {
    return this.attempt === null ? "" : `${this.attempt.stderr()}${this.attempt.stdout()}`;
  }

  /** The token that an endpoint needs. Reading needs none, unless a test sets READ_TOKEN. */
  tokenFor(auth: Auth): string | undefined {
    return auth === "none" || auth === "read" ? undefined : this.tokens[auth];
  }

  get(path: string, options?: RequestOptions): Promise<Answer> {
    return send("GET", `${this.address}${path}`, undefined, options);
  }

  post(path: string, body?: unknown, options?: RequestOptions): Promise<Answer> {
    return send("POST", `${this.address}${path}`, body, options);
  }

  /** Ends the process with SIGKILL, so that none of its handlers run. */
  async kill(): Promise<void> {
    this.attempt?.child.kill("SIGKILL");
    await this.attempt?.exit;
  }

  /** Restarts it on the same port and data directory, with `env` added to its environment this once. The previous process must have ended. */
  async restart(env: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.run(new URL(this.address).port, env);
  }

  /** Stops it and returns how it ended. */
  async stop(signal: "SIGTERM" | "SIGINT" = "SIGTERM"): Promise<Exit> {
    if (this.attempt === null) throw new Error("The service does not run.");
    this.attempt.child.kill(signal);
    return this.attempt.exit;
  }

  /** Kills it if it is running, and removes its folder. */
  async dispose(): Promise<void> {
    await this.kill();
    if (!this.keep) rmSync(this.folder, { recursive: true, force: true });
  }

  private async run(port: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
    this.attempt = attemptStart(
      { ...this.env, ...env, PORT: port },
      this.root,
      startOf(this.root),
      this.wrapper,
    );
    this.address = await this.attempt.listening;
  }
}
