/** An app from in-memory modules, on the real engine, behind the real server on a free port. */
import { connect } from "node:net";
import { type HttpRouter, makeFunctionReference } from "convex/server";
import { AdminTools } from "../src/admin/tools";
import { createEngine, type Engine } from "../src/engine/engine";
import { Live } from "../src/live/live";
import type { SocketTiming } from "../src/live/socket";
import { createLogger, type Logger } from "../src/log";

import { TEST_ENGINE, testApp, type TestComponent } from "./testApp";
import { startServer, type ServerOptions } from "../src/net/server";

/** An app with the parts of its root. */
export interface TestHostApp extends TestComponent {
  readonly http?: HttpRouter;
  /** Its components, by path. */
  readonly components?: Readonly<Record<string, TestComponent>>;
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

export async function startTestHost(
  app: TestHostApp,
  dataDir: string,
  options: {
    port?: number;
    timing?: SocketTiming;
    exposeStackFrames?: boolean;
    /** The variables that the admin interface shows. */
    env?: Readonly<Record<string, string>>;
    /** Requests are held until this resolves. */
    ready?: Promise<void>;
  } & Pick<ServerOptions, "admin" | "clients" | "timeouts" | "rateLimitKey"> = {},
): Promise<TestHost> {
  const logged: string[] = [];
  const log: Logger = createLogger({ json: true, level: "debug", write: (line) => logged.push(line) });
  const { exposeStackFrames = false } = options;
  const admin = options.admin
    ? new AdminTools(dataDir, { env: options.env ?? {}, url: "http://host.test" })
    : null;
  const engine = await createEngine({
    ...admin?.engineOptions,
    app: testApp({ "": app, ...app.components }, app.http),
    dataDir,
    ...TEST_ENGINE,
    log,
    exposeStackFrames,
  });
  const live = new Live(engine, log, options.timing, (address) => admin?.metrics.addCacheHit(address));
  const { timing: _, ready, port = 0, ...others } = options;
  const server = await startServer({ log, hostname: "127.0.0.1", port, ...others });
  if (ready === undefined) server.open({ engine, live, admin });
  else void ready.then(() => server.open({ engine, live, admin }));
  return {
    url: server.url,
    port: server.port,
    engine,
    live,
    logged,
    stop: async (deadlineMs = 0) => {
      await server.stop(deadlineMs);
      admin?.close();
      await engine.close();
    },
  };
}

/** Sends raw text and returns everything received until the server closes. */
export async function sendRaw({ port }: TestHost, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.end(text, "latin1");
  let answer = "";
  for await (const part of socket) answer += String(part);
  return answer;
}

export const query = (name: string) => makeFunctionReference<"query">(name);
export const mutation = (name: string) => makeFunctionReference<"mutation">(name);
export const action = (name: string) => makeFunctionReference<"action">(name);
