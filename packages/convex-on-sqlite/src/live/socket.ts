/** Connects a session to a WebSocket: frames, keep-alive, dead peers, back-pressure. */
import type { RawData, WebSocket } from "ws";
import { undoValues } from "../engine/intrinsicChanges";
import { type Logger, errorFields } from "../log";
import type { Peer } from "./caller";
import { type Channel, CLOSE_CODES, Session, type SessionHost } from "./session";

/** A peer with more unsent bytes gets nothing more until it has read. */
const CONGESTED_BYTES = 1024 * 1024;

/** A close frame's payload holds 125 bytes, two of them the code (RFC 6455, section 5.5). */
const MAX_REASON_BYTES = 123;

/**
 * A peer is dead after this many checks without a sign of life. Checks are counted instead of measuring time, because the
 * clock may be set, and a suspended process could not receive anything.
 */
const LIFE_CHECKS = 4;

export interface SocketTiming {
  /** A Ping is sent after this long without a frame from the host. */
  readonly pingAfterMs: number;
  /** A peer without a sign of life for this long is dead. */
  readonly deadAfterMs: number;
}

/** The client gives up on a silent server after 60 s. */
export const SOCKET_TIMING: SocketTiming = { pingAfterMs: 15_000, deadAfterMs: 60_000 };

/** A connection from the server's point of view. */
export interface Connection {
  /** Ends the connection with a reason that makes clients reconnect. */
  close(reason: string): void;
  /** Ends it without a close frame. */
  terminate(): void;
}

/** Starts serving the sync protocol on an open WebSocket. */
export function serveSocket(
  socket: WebSocket,
  host: SessionHost,
  peer: Peer,
  timing: SocketTiming,
): Connection {
  const channel = new SocketChannel(socket, timing, host.log, () => host.flusher.mark(session));
  const session = new Session(host, channel, peer);
  const close = (code: number, reason: string): void => {
    session.dispose();
    channel.close(code, reason);
  };
  socket.on("message", (data: RawData, isBinary: boolean) => {
    undoValues();
    channel.markAlive();
    if (isBinary)
      return close(CLOSE_CODES.badFrame, "MalformedMessage: binary frames are not part of the protocol");
    session.receive(String(data));
    channel.updateReading();
  });
  socket.on("pong", () => channel.markAlive());
  socket.on("error", (error) => host.log.debug("a socket failed", errorFields(error)));
  socket.on("close", () => {
    channel.stop();
    session.dispose();
  });
  return {
    close: (reason) => close(CLOSE_CODES.goingAway, reason),
    terminate: () => socket.terminate(),
  };
}

class SocketChannel implements Channel {
  private readonly socket: WebSocket;
  private readonly log: Logger;
  private readonly onDrained: () => void;
  private readonly silence: NodeJS.Timeout;
  private readonly lifeCheck: NodeJS.Timeout;
  private missedChecks = 0;
  private wasCongested = false;
  private isPaused = false;

  constructor(socket: WebSocket, timing: SocketTiming, log: Logger, onDrained: () => void) {
    this.socket = socket;
    this.log = log;
    this.onDrained = onDrained;
    this.silence = setTimeout(() => this.send('{"type":"Ping"}'), timing.pingAfterMs);
    this.lifeCheck = setInterval(() => this.checkLife(), timing.deadAfterMs / LIFE_CHECKS);
  }

  get congested(): boolean {
    return this.socket.bufferedAmount > CONGESTED_BYTES;
  }

  send(frame: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.socket.send(frame, (error) => {
      if (error === undefined || error === null) this.sent();
      else this.log.debug("a frame could not be sent", errorFields(error));
    });
    if (this.congested) this.wasCongested = true;
    this.silence.refresh();
  }

  close(code: number, reason: string): void {
    // A paused peer must still be able to send its close frame.
    this.socket.resume();
    this.socket.close(code, Buffer.from(reason).subarray(0, MAX_REASON_BYTES));
  }

  /** Records a sign of life of the peer. */
  markAlive(): void {
    this.missedChecks = 0;
  }

  setPaused(paused: boolean): void {
    this.isPaused = paused;
    this.updateReading();
  }

  /** Pauses reading while the peer does not read, or while the session is busy. */
  updateReading(): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.congested || this.isPaused) this.socket.pause();
    else this.socket.resume();
  }

  stop(): void {
    clearTimeout(this.silence);
    clearInterval(this.lifeCheck);
  }

  /** A frame was passed to the network. During a backlog that requires a peer that reads: a sign of life. */
  private sent(): void {
    if (!this.wasCongested) return;
    this.markAlive();
    if (this.congested) return;
    this.wasCongested = false;
    this.updateReading();
    this.onDrained();
  }

  private checkLife(): void {
    // A paused peer can give no sign of life.
    if (this.isPaused) this.markAlive();
    if (this.missedChecks >= LIFE_CHECKS) return this.socket.terminate();
    this.missedChecks += 1;
    if (this.socket.readyState === this.socket.OPEN) this.socket.ping();
  }
}
