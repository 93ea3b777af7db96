/** The one port: Convex clients under /api, the application's routes everywhere else, the sync protocol by upgrade. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { withTimeout } from "../engine/timeout";
import type { Admit, Caller } from "../live/caller";
import type { Live } from "../live/live";
import { errorFields, ThrottledLog, type Logger } from "../log";
import { CallRateLimiter } from "./callRateLimiter";
import { isApiPath, serveApi, type ApiHost } from "./api";
import { serveHttpAction, type HttpActionHost } from "./httpAction";
import { limitConnections, descriptorLimit, maxConnections } from "./connectionLimit";
import {
  CLIENT_LIMITS,
  MAX_HEADER_BYTES,
  messageLimits,
  SERVER_TIMEOUTS,
  type ClientLimits,
  type ServerTimeouts,
} from "./limits";
import { serveWithoutUpgrade, wantsWebSocket } from "./declinedUpgrade";
import { refusalOf, refuseInText, sendRefusal, type Refuse } from "./refusals";
import { hostOf, requestUrl, urlOf } from "./requestUrl";

const SYNC_PATH = /^\/api\/(?:[^/]+\/)?sync$/;

export interface ServerOptions {
  readonly log: Logger;
  readonly hostname: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** How long slow peers are waited for. Default: `PATIENCE`. */
  readonly timeouts?: Partial<ServerTimeouts>;
  /** What clients of Convex's protocol may ask for. Default: `CLIENT_LIMITS`. */
  readonly clients?: Partial<ClientLimits>;
  /** What the calls of a request's sender are counted by. Default: the address of its peer. */
  readonly rateLimitKey?: (request: IncomingMessage) => string;
  /** How what never reaches the app's routes is refused. Default: in plain text. */
  readonly refuse?: Refuse;
}

/** What requests are served with. */
interface Backend {
  readonly engine: ApiHost["engine"] & HttpActionHost["engine"];
  readonly live: Live;
}

interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Answers what has been held so far, and whatever comes. */
  open(served: Backend): void;
  /**
   * Refuses newcomers, lets answers under way finish until the deadline, then cuts the rest off. Further calls wait for the
   * first.
   */
  stop(deadlineMs: number): Promise<void>;
}

/**
 * Newer releases of Node can be told which requests are upgrades, and serve the others by themselves. Older ones, and the
 * types, do not know of it.
 */
const UPGRADES = { shouldUpgradeCallback: wantsWebSocket };

/** What a server knows of itself while it serves. */
interface ServerState {
  readonly options: ServerOptions;
  readonly server: Server;
  readonly webSockets: WebSocketServer;
  /** The open connections, but for those that have become WebSockets. */
  readonly connections: Set<Duplex>;
  /** The last answer on each connection. */
  readonly answers: WeakMap<Duplex, ServerResponse>;
  readonly limits: ClientLimits;
  readonly rateLimiter: CallRateLimiter;
  ownHost: string;
  /** Null until it is open. */
  served: Backend | null;
  isStopping: boolean;
}

/**
 * Listens, holds requests until it is opened, and serves until stopped. Rejects with a message that names the port when it
 * cannot be had.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { log, hostname } = options;
  const timeouts = { ...SERVER_TIMEOUTS, ...options.timeouts };
  const limits = { ...CLIENT_LIMITS, ...options.clients };
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkMs,
    // A missing Host is answered like any other odd request: by the route.
    requireHostHeader: false,
    ...UPGRADES,
  });
  limitConnections(server, maxConnections(descriptorLimit()), log);
  const connections = new Set<Duplex>();
  const answers = new WeakMap<Duplex, ServerResponse>();
  const serving: ServerState = {
    options,
    server,
    webSockets: new WebSocketServer({
      noServer: true,
      ...messageLimits(limits),
      clientTracking: false,
      verifyClient: ({ req }, verified) => {
        const status = upgradeRefusal(serving, req);
        verified(status === null, status ?? undefined);
      },
    }),
    connections,
    answers,
    limits,
    rateLimiter: new CallRateLimiter(limits.callsPerMinute),
    ownHost: hostname,
    served: null,
    isStopping: false,
  };
  const held: ((served: Backend) => void)[] = [];
  server.on("connection", (socket) => {
    // One whose offer was declined comes again.
    if (connections.has(socket)) return;
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
    // Node's parser takes its own listener with it at an offer, and an error that nobody listens to ends the process.
    socket.on("error", (error) => log.debug("a connection failed", errorFields(error)));
  });
  server.on("request", (request, response) => {
    // Behind the last answer of its connection nothing is answered any more, so nothing must be done.
    if (serving.isStopping) return;
    answers.set(request.socket, response);
    const { served } = serving;
    if (served !== null) serve(serving, served, request, response);
    else held.push((served) => serve(serving, served, request, response));
  });
  // An expectation that nobody knows is answered by the route: Node's own refusal has neither body nor headers.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("upgrade", (request, socket, head) => upgrade(serving, request, socket, head));
  await listen(server, hostname, options.port);
  // Whoever comes in crowds may bring them about, and one that nobody listens to ends the process.
  const faults = new ThrottledLog((count, fields) =>
    log.error("connections could not be accepted", { count, ...fields }),
  );
  server.on("error", (error) => faults.record(errorFields(error)));
  const { port } = addressOf(server);
  serving.ownHost = hostOf(hostname, port);
  const stop = async (deadlineMs: number): Promise<void> => {
    const live = serving.served?.live;
    serving.isStopping = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    live?.disconnectAll();
    for (const socket of connections) {
      const last = answers.get(socket);
      // Node takes those that have not asked for anything yet for busy.
      if (last?.closed !== false) socket.destroy();
      else last.shouldKeepAlive = false;
    }
    const answered = Promise.all([closed, live?.inFlight.drained()]);
    await withTimeout<unknown>(deadlineMs, answered, () => undefined);
    live?.terminate();
    for (const socket of connections) socket.destroy();
    await closed;
  };
  let stopped: Promise<void> | null = null;
  return {
    url: urlOf(hostname, port),
    port,
    open: (served) => {
      serving.served = served;
      for (const serveHeld of held.splice(0)) serveHeld(served);
    },
    stop: (deadlineMs) => (stopped ??= stop(deadlineMs)),
  };
}

function serve(
  serving: ServerState,
  { engine, live }: Backend,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // Its client has left while it was held: nobody would hear of that any more.
  if (request.destroyed) return;
  const { limits } = serving;
  const { log, refuse = refuseInText } = serving.options;
  response.on("finish", () => {
    // Kept alive, as an answer that had begun has told its client, the connection would hold up the stop.
    if (serving.isStopping && serving.answers.get(request.socket) === response) request.socket.end();
  });
  const refusal = refusalOf(request);
  if (refusal !== null) return void sendRefusal(response, refuse(refusal.status, refusal.reason));
  const url = requestUrl(request, serving.ownHost);
  const caller = callerOf(request);
  const path = url.pathname;
  if (isApiPath(path)) {
    const host = { engine, live, log, limits };
    void serveApi(host, request, response, path, caller, admitFor(serving, request));
  } else {
    void live.inFlight.run(() => serveHttpAction({ engine, log }, request, response, url, caller));
  }
}

/** Counts the calls of whoever sent a request. */
function admitFor({ options, rateLimiter }: ServerState, request: IncomingMessage): Admit {
  const address = options.rateLimitKey?.(request) ?? callerOf(request).ip ?? "unknown";
  return (calls) => rateLimiter.take(address, calls);
}

function upgrade(serving: ServerState, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { server, webSockets, connections, answers } = serving;
  if (!wantsWebSocket(request)) {
    // What was asked before it on the same connection is answered before it.
    const before = answers.get(socket);
    const serveAgain = (): void => {
      if (!socket.destroyed) serveWithoutUpgrade(server, request, socket, head);
    };
    if (before === undefined || before.closed) serveAgain();
    else before.once("close", serveAgain);
    return;
  }
  webSockets.handleUpgrade(request, socket, head, (webSocket) => {
    connections.delete(socket);
    serving.served?.live.serve(webSocket, callerOf(request), admitFor(serving, request));
  });
}

/** The status with which a WebSocket must be refused; null where it may be opened. */
function upgradeRefusal(serving: ServerState, request: IncomingMessage): number | null {
  const refusal = refusalOf(request);
  if (refusal !== null) return refusal.status;
  if (!SYNC_PATH.test(requestUrl(request, serving.ownHost).pathname)) return 404;
  return serving.isStopping || serving.served === null ? 503 : null;
}

async function listen(server: Server, hostname: string, port: number): Promise<void> {
  server.listen(port, hostname);
  try {
    await once(server, "listening");
  } catch (cause) {
    const where = `port ${port} on ${hostname}`;
    if (!(cause instanceof Error)) throw cause;
    if ("code" in cause && cause.code === "EADDRINUSE")
      throw new Error(`Cannot listen: ${where} is already in use`, { cause });
    throw new Error(`Cannot listen on ${where}: ${cause.message}`, { cause });
  }
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no TCP port");
  return address;
}

function callerOf(request: IncomingMessage): Caller {
  const address = request.socket.remoteAddress ?? null;
  // A dual-stack listener shows IPv4 peers as mapped addresses: one peer, one name.
  const ip = address?.startsWith("::ffff:") === true ? address.slice("::ffff:".length) : address;
  return { ip, userAgent: request.headers["user-agent"] ?? null };
}
