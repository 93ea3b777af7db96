/** The server on the single port: Convex clients under /api, the application's routes elsewhere, the sync protocol by upgrade. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { Engine } from "../engine/engine";
import { undoValues } from "../engine/intrinsicChanges";
import { withTimeout } from "../engine/timeout";
import type { Caller, Peer } from "../live/caller";
import type { Live } from "../live/live";
import { errorFields, ThrottledLog, type Logger } from "../log";
import { CallRateLimiter } from "./callRateLimiter";
import { AdminAccess, type AdminOptions } from "./adminAccess";
import type { AdminTools } from "../admin/tools";
import { isApiRequest, serveApi } from "./api";
import { serveHttpAction } from "./httpAction";
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
import { ANY_PAGE, forbiddenIn, isLoopback, type PagePolicy } from "./pagePolicy";
import { serveProgramRoute, type ProgramRoutes } from "./programRoutes";
import { findRefusal, refuseInText, sendRefusal, type Refusal, type Refuse } from "./refusals";
import { hostOf, requestUrl, urlOf } from "./requestUrl";

const SYNC_PATH = /^\/api\/(?:[^/]+\/)?sync$/;

export interface ServerOptions {
  readonly log: Logger;
  readonly hostname: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Timeouts for slow peers. Default: `SERVER_TIMEOUTS`. */
  readonly timeouts?: Partial<ServerTimeouts>;
  /** Limits for clients of Convex's protocol. Default: `CLIENT_LIMITS`. */
  readonly clients?: Partial<ClientLimits>;
  /** Opens the admin interface. Default: it stays closed. */
  readonly admin?: AdminOptions | null;
  /** The key under which a client's calls are counted. Default: the address of its peer. */
  readonly rateLimitKey?: (request: IncomingMessage) => string;
  /** Which web pages may use the server. Default: all. */
  readonly pages?: PagePolicy;
  /** Paths that the program answers itself, before the app's routes. Default: none. */
  readonly programRoutes?: ProgramRoutes;
  /** Creates responses for requests rejected before they reach the app's routes. Default: plain text. */
  readonly refuse?: Refuse;
}

/** The parts of the host that serve requests. */
interface Backend {
  readonly engine: Engine;
  readonly live: Live;
  /** The admin interface; missing while it is closed. */
  readonly admin?: AdminTools | null;
}

interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Starts serving, including the requests held so far. */
  open(backend: Backend): void;
  /**
   * Rejects new connections, lets running responses finish until the deadline, then closes the rest. Further calls wait for
   * the first.
   */
  stop(deadlineMs: number): Promise<void>;
}

/**
 * Newer releases of Node can be told which requests are upgrades, and serve the others themselves. Older ones, and the
 * types, don't have this option.
 */
const UPGRADE_OPTIONS = { shouldUpgradeCallback: wantsWebSocket };

/** The state of a running server. */
interface ServerState {
  readonly options: ServerOptions;
  readonly server: Server;
  readonly webSockets: WebSocketServer;
  /** The open connections, without those that have become WebSockets. */
  readonly connections: Set<Duplex>;
  /** The last response on each connection. */
  readonly answers: WeakMap<Duplex, ServerResponse>;
  readonly limits: ClientLimits;
  readonly rateLimiter: CallRateLimiter;
  readonly admin: AdminAccess;
  ownHost: string;
  boundToLoopback: boolean;
  /** Null until `open` is called. */
  backend: Backend | null;
  isStopping: boolean;
  /** Aborted at a stop: event streams end, which would otherwise run until the deadline. */
  readonly ending: AbortController;
}

/**
 * Listens, holds requests until `open` is called, and serves until stopped. Rejects with a message that names the port if
 * it is not available.
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
    // A missing Host is left to the routes.
    requireHostHeader: false,
    ...UPGRADE_OPTIONS,
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
        const refusal = refusalOf(serving, req);
        if (refusal !== null) return void refuseUpgrade(serving, req, refusal, verified);
        const status = upgradeStatus(serving, req);
        verified(status === null, status ?? undefined);
      },
    }),
    connections,
    answers,
    limits,
    rateLimiter: new CallRateLimiter(limits.callsPerMinute),
    admin: new AdminAccess(options.admin ?? null, log),
    ownHost: hostname,
    boundToLoopback: false,
    backend: null,
    isStopping: false,
    ending: new AbortController(),
  };
  const held: ((backend: Backend) => void)[] = [];
  server.on("connection", (socket) => {
    // A connection with a declined upgrade is emitted again.
    if (connections.has(socket)) return;
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
    // Node's parser removes its own listener at an upgrade offer, and an error without a listener ends the process.
    socket.on("error", (error) => log.debug("a connection failed", errorFields(error)));
  });
  server.on("request", (request, response) => {
    undoValues();
    // While stopping, no further request of a connection is answered, so none may be run.
    if (serving.isStopping) return;
    answers.set(request.socket, response);
    const { backend } = serving;
    if (backend !== null) serve(serving, backend, request, response);
    else held.push((backend) => serve(serving, backend, request, response));
  });
  // Unknown expectations are left to the routes, because Node's own rejection has neither body nor headers.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("upgrade", (request, socket, head) => upgrade(serving, request, socket, head));
  await listen(server, hostname, options.port);
  // Many connections at once can cause these errors, and one without a listener ends the process.
  const faults = new ThrottledLog((count, fields) =>
    log.error("connections could not be accepted", { count, ...fields }),
  );
  server.on("error", (error) => faults.record(errorFields(error)));
  const { address, port } = addressOf(server);
  serving.boundToLoopback = isLoopback(address);
  serving.ownHost = hostOf(hostname, port);
  const stop = async (deadlineMs: number): Promise<void> => {
    const live = serving.backend?.live;
    serving.isStopping = true;
    serving.ending.abort();
    serving.backend?.admin?.completions.wake();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    live?.disconnectAll();
    for (const socket of connections) {
      const last = answers.get(socket);
      // Node treats connections without any request as busy.
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
    open: (backend) => {
      serving.backend = backend;
      for (const serveHeld of held.splice(0)) serveHeld(backend);
    },
    stop: (deadlineMs) => (stopped ??= stop(deadlineMs)),
  };
}

function serve(
  serving: ServerState,
  { engine, live, admin = null }: Backend,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // The client disconnected while the request was held.
  if (request.destroyed) return;
  const { limits, ending } = serving;
  const { log, refuse = refuseInText, pages = ANY_PAGE } = serving.options;
  response.on("finish", () => {
    // The response headers may have promised keep-alive, which would delay the stop.
    if (serving.isStopping && serving.answers.get(request.socket) === response) request.socket.end();
  });
  const refusal = refusalOf(serving, request);
  if (refusal !== null) return void sendRefusal(request, response, refuse(refusal, request));
  const url = requestUrl(request, serving.ownHost);
  const path = url.pathname;
  const own = serving.options.programRoutes?.get(path);
  if (own !== undefined) {
    void live.inFlight.run(() => serveProgramRoute(own, log, request, response));
  } else if (isApiRequest(path, request)) {
    void serveApi(
      { engine, live, log, limits, policy: pages, admin },
      request,
      response,
      url,
      peerOf(serving, request),
    );
  } else {
    const caller = callerOf(request);
    const openParts = () => ({
      engine,
      httpConnections: serving.connections.size,
      syncSessions: live.connections.size,
      liveQueries: live.registry.size,
    });
    const host = { engine, log, ending: ending.signal, openParts };
    void live.inFlight.run(() => serveHttpAction(host, request, response, url, caller));
  }
}

/** The caller of a request, with its limits. */
function peerOf({ options, rateLimiter, admin }: ServerState, request: IncomingMessage): Peer {
  const caller = callerOf(request);
  const address = options.rateLimitKey?.(request) ?? caller.ip ?? "unknown";
  return { caller, admit: (calls) => rateLimiter.take(address, calls), admin: admin.gateFor(request) };
}

function upgrade(serving: ServerState, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { server, webSockets, connections, answers } = serving;
  if (!wantsWebSocket(request)) {
    // Earlier requests on the same connection are answered first.
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
    serving.backend?.live.serve(webSocket, peerOf(serving, request));
  });
}

/** Why to reject a request or an upgrade before anything else; null if it may be served. */
function refusalOf(serving: ServerState, request: IncomingMessage): Refusal | null {
  const { ownHost, boundToLoopback, options } = serving;
  const malformed = findRefusal(request);
  if (malformed !== null) return malformed;
  const where = { url: requestUrl(request, ownHost), boundToLoopback };
  const forbidden = forbiddenIn(options.pages ?? ANY_PAGE, request, where);
  return forbidden === null
    ? null
    : { status: 403, forbidden, reason: `The server does not serve this ${forbidden}` };
}

async function refuseUpgrade(
  { options: { refuse = refuseInText } }: ServerState,
  request: IncomingMessage,
  refusal: Refusal,
  verified: (isOk: false, status: number, body: string, headers: Record<string, string>) => void,
): Promise<void> {
  const answer = refuse(refusal, request);
  const { "content-type": type = "text/plain", ...headers } = Object.fromEntries(answer.headers);
  // In the spelling of the library's own, which it replaces.
  verified(false, answer.status, await answer.text(), { ...headers, "Content-Type": type });
}

/** The status for rejecting a WebSocket; null if it may be opened. */
function upgradeStatus(serving: ServerState, request: IncomingMessage): number | null {
  if (!SYNC_PATH.test(requestUrl(request, serving.ownHost).pathname)) return 404;
  return serving.isStopping || serving.backend === null ? 503 : null;
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
  if (address === null || typeof address === "string")
    throw new Error("The server does not listen on a TCP port");
  return address;
}

function callerOf(request: IncomingMessage): Caller {
  const address = request.socket.remoteAddress ?? null;
  // A dual-stack listener shows IPv4 peers as mapped addresses; normalize them to one form.
  const ip = address?.startsWith("::ffff:") === true ? address.slice("::ffff:".length) : address;
  return { ip, userAgent: request.headers["user-agent"] ?? null };
}
