/** A model provider for tests: an OpenAI-compatible server in its own process, with faults on demand. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { CallFilter, Fault, ModelCall } from "./model-server/protocol";

export type { CallFilter, Fault, ModelCall } from "./model-server/protocol";

export interface ModelServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** `url` with `/v1`, for LLM_BASE_URL. */
  readonly baseUrl: string;
  /** Replaces the faults. Each request gets the first matching fault with uses left; without faults the server is healthy. */
  set(faults: readonly Fault[]): Promise<void>;
  /** Accepts only this key from now on; null accepts any. */
  setKey(key: string | null): Promise<void>;
  /** Closes the gate: requests are recorded and wait for `release`. */
  hold(): Promise<void>;
  release(): Promise<void>;
  /** Lets the streams go on that a `pace` stopped in the middle, or else the next one that it will stop. */
  resume(): Promise<void>;
  /** The requests so far, oldest first. */
  calls(filter?: CallFilter): Promise<ModelCall[]>;
  forgetCalls(): Promise<void>;
  /** Resolves with the matching requests once there are at least `count`. */
  seen(count: number, filter?: CallFilter): Promise<ModelCall[]>;
  /** No faults, any key, an open gate, no calls. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

// The working directory of vitest is the project.
const RUNNER = resolve("scripts/run.mjs");
const MAIN = "test/support/model-server-main.ts";

/** Starts the server on a free port. It ends with `stop` or with the calling process. */
export async function startModelServer(): Promise<ModelServer> {
  const child = spawn(process.execPath, [RUNNER, MAIN], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const started = once(createInterface(child.stdout), "line").then(([line]) => portIn(String(line)));
  const died = exited.then(([code]): never => {
    throw new Error(`The model server ended at its start with exit code ${String(code)}.`);
  });
  // Both promises outlive the race. After the start, `stop` handles the end of the server.
  died.catch(() => undefined);
  const url = `http://127.0.0.1:${await Promise.race([started, died])}`;

  const control = async (method: string, name: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/__control/${name}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${name}: ${await response.text()}`);
    return response.json();
  };
  const server: ModelServer = {
    url,
    baseUrl: `${url}/v1`,
    set: async (faults) => void (await control("PUT", "faults", faults)),
    setKey: async (key) => void (await control("PUT", "key", { key })),
    hold: async () => void (await control("POST", "hold")),
    release: async () => void (await control("POST", "release")),
    resume: async () => void (await control("POST", "resume")),
    calls: async (filter = {}) => (await control("POST", "calls", filter)) as ModelCall[],
    forgetCalls: async () => void (await control("DELETE", "calls")),
    seen: async (count, filter = {}) => (await control("POST", "seen", { count, filter })) as ModelCall[],
    reset: async () => void (await control("POST", "reset")),
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
  return server;
}

function portIn(line: string): number {
  const said: unknown = JSON.parse(line);
  if (typeof said === "object" && said !== null && "port" in said && typeof said.port === "number") {
    return said.port;
  }
  throw new Error(`The model server said ${line} instead of its port.`);
}
