/** The live layer: shared queries, client sessions, and the commits that invalidate them. */
import type { WebSocket } from "ws";
import { ThrottledLog, type Logger } from "../log";
import type { Engine } from "../engine/engine";
import type { FunctionAddress } from "../types";
import type { Peer } from "./caller";
import { Flusher } from "./flusher";
import { InFlight } from "./inFlight";
import { QueryRegistry } from "./registry";
import type { SessionHost } from "./session";
import { type Connection, serveSocket, SOCKET_TIMING, type SocketTiming } from "./socket";

/** The parts of the engine that the live layer needs. */
type LiveEngine = Pick<Engine, "snapshot" | "mutation" | "action" | "onCommit" | "lastTs">;

export class Live {
  readonly registry: QueryRegistry;
  /** Running calls of clients, on sockets and over HTTP. */
  readonly inFlight = new InFlight();
  private readonly sessions: SessionHost;
  private readonly timing: SocketTiming;
  /** The open sync connections. */
  readonly connections = new Set<Connection>();
  private readonly stopListening: () => void;

  /** For `onCacheHit` see {@link QueryRegistry}. */
  constructor(
    engine: LiveEngine,
    log: Logger,
    timing: SocketTiming = SOCKET_TIMING,
    onCacheHit?: (address: FunctionAddress) => void,
  ) {
    const registry = new QueryRegistry(engine, undefined, undefined, onCacheHit);
    const flusher = new Flusher(engine, registry, log);
    this.registry = registry;
    this.sessions = {
      engine,
      registry,
      flusher,
      inFlight: this.inFlight,
      log,
      closures: new ThrottledLog((count, fields) =>
        log.warn("sync connections closed by the host", { count, ...fields }),
      ),
    };
    this.timing = timing;
    this.stopListening = engine.onCommit(({ writes }) => registry.invalidate(writes));
  }

  /** Serves the sync protocol on an open WebSocket. */
  serve(socket: WebSocket, peer: Peer): void {
    const connection = serveSocket(socket, this.sessions, peer, this.timing);
    this.connections.add(connection);
    socket.on("close", () => this.connections.delete(connection));
  }

  /** Disconnects all clients so that they reconnect later; running calls continue. */
  disconnectAll(): void {
    for (const connection of this.connections)
      connection.close("InternalServerError: the server is restarting");
  }

  /** Terminates the remaining connections and stops listening to commits. */
  terminate(): void {
    for (const connection of this.connections) connection.terminate();
    this.stopListening();
  }
}
