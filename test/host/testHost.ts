/** An app from in-memory modules, on the real engine, behind the real server on a free port. */
import { connect } from "node:net";
import { type HttpRouter, makeFunctionReference } from "convex/server";
import { createEngine, type Engine } from "../../host/engine/engine";
import { Live } from "../../host/live/live";
import { SOCKET_TIMING, type SocketTiming } from "../../host/live/socket";
import { createLogger, type Logger } from "../../host/log";

import { testApp, type TestComponent } from "./testApp";
import { startServer, type ServerOptions } from "../../host/net/server";

/** An app without components. */
export interface TestHostApp extends TestComponent {
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

export async function startTestHost(
  app: TestHostApp,
  dataDir: string,
  options: {
    port?: number;
    timing?: SocketTiming;
    exposeStackFrames?: boolean;
    /** Requests are held until this resolves. */
    ready?: Promise<void>;
  } & Pick<ServerOptions, "admin" | "clients" | "timeouts" | "rateLimitKey"> = {},
): Promise<TestHost> {
  const logged: string[] = [];
  const log: Logger = createLogger({ json: true, level: "debug", write: (line) => logged.push(line) });
  const { exposeStackFrames = false } = options;
  const engine = await createEngine({
    app: testApp({ "": app }, app.http),
    dataDir,
    synchronous: "NORMAL",
    log,
    exposeStackFrames,
  });
  const live = new Live(engine, log, options.timing ?? SOCKET_TIMING);
  const { timing: _, ready, port = 0, ...others } = options;
  const server = await startServer({ log, hostname: "127.0.0.1", port, ...others });
  if (ready === undefined) server.open({ engine, live });
  else void ready.then(() => server.open({ engine, live }));
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
