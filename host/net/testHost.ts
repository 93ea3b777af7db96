/** For tests: an app made of modules in memory, on the real engine, behind the real server on a free port. */
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HttpRouter, makeFunctionReference } from "convex/server";
import { moduleFunctions } from "../code/exports";
import { readRoutes } from "../code/http";
import { installGlobals } from "../code/install";
import { readSchema } from "../code/schema";
import { createEngine } from "../engine/engine";
import { Live } from "../live/live";
import { SOCKET_TIMING, type SocketTiming } from "../live/socket";
import { createLogger, type Logger } from "../log";
import type { Engine, LoadedApp, LoadedFunction } from "../types";
import { startServer, type ServerOptions } from "./server";

export interface TestApp {
  readonly modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly schema?: unknown;
  readonly http?: HttpRouter;
}

export interface TestHost {
  readonly url: string;
  readonly port: number;
  readonly engine: Engine;
  readonly live: Live;
  /** Every line logged so far. */
  readonly logged: string[];
  stop(deadlineMs?: number): Promise<void>;
}

/** A folder of its own for a test's database. `remove` deletes it. */
export function temporaryDirectory(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "host-test-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export function loadTestApp({ modules, schema, http }: TestApp): LoadedApp {
  installGlobals();
  const functions = new Map<string, LoadedFunction>();
  for (const [module, namespace] of Object.entries(modules)) {
    for (const [name, fn] of moduleFunctions(namespace)) {
      const address = { componentPath: "", name: `${module}:${name}` };
      functions.set(address.name, { ...fn, address });
    }
  }
  const root = {
    path: "",
    definitionPath: "",
    children: new Map<string, string>(),
    functions,
    schema: schema === undefined ? null : readSchema(schema),
    crons: [],
  };
  return { components: new Map([["", root]]), http: http === undefined ? null : readRoutes(http) };
}

export async function startTestHost(
  app: TestApp,
  dataDir: string,
  options: { port?: number; timing?: SocketTiming } & Pick<ServerOptions, "clients" | "patience"> = {},
): Promise<TestHost> {
  const logged: string[] = [];
  const log: Logger = createLogger({ json: true, level: "debug", write: (line) => logged.push(line) });
  const engine = await createEngine({ app: loadTestApp(app), dataDir, synchronous: "NORMAL", log });
  const live = new Live(engine, log, options.timing ?? SOCKET_TIMING);
  const { timing: _, port = 0, ...others } = options;
  const server = await startServer({ engine, live, log, hostname: "127.0.0.1", port, ...others });
  return {
    url: server.url,
    port: server.port,
    engine,
    live,
    logged,
    stop: async (deadlineMs = 0) => {
      await server.stop(deadlineMs);
      await engine.close();
    },
  };
}

/** Sends bytes as they are and gives all that comes back until the server closes. */
export async function raw({ port }: TestHost, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.end(text, "latin1");
  let answer = "";
  for await (const part of socket) answer += String(part);
  return answer;
}

export const query = (name: string) => makeFunctionReference<"query">(name);
export const mutation = (name: string) => makeFunctionReference<"mutation">(name);
export const action = (name: string) => makeFunctionReference<"action">(name);
