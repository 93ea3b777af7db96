/** Bounds on what a peer can make the server hold or wait for. */

/**
 * The greatest request body. Convex takes 16 MiB in a call and streams what is sent
 * to an HTTP action without a limit, but for forms of 20 MiB; here one bound stands for all. The application sets its own,
 * lower ones.
 */
export const MAX_BODY_BYTES = 20 * 1024 * 1024;

/** The greatest response of an HTTP action, as Convex has it. */
export const MAX_RESPONSE_BYTES = 20 * 1024 * 1024;

export const MAX_HEADER_BYTES = 16 * 1024;

/** What clients of Convex's protocol, who need no token, may ask of the host. */
export interface ClientLimits {
  /** The greatest body of a call, and the greatest message on the socket, in bytes. */
  readonly messageBytes: number;
  /** Calls, and queries newly watched, of one address; 0 is no limit. */
  readonly callsPerMinute: number;
}

/** As Convex has it. An app whose public functions take little does well to ask for less: to read JSON takes its time. */
export const CLIENT_LIMITS: ClientLimits = {
  messageBytes: MAX_BODY_BYTES,
  callsPerMinute: 0,
};

/**
 * What a socket may hold of a message that is not whole. Frames, and the pieces in which they come, cost their holder more
 * than their bytes: there may be as many as of 4 KiB, and as of the smallest segments that networks must carry.
 */
export function messageLimits({ messageBytes }: ClientLimits) {
  return {
    maxPayload: messageBytes,
    maxFragments: Math.max(16, Math.ceil(messageBytes / 4_096)),
    maxBufferedChunks: Math.max(64, Math.ceil(messageBytes / 536)),
  };
}

/** How long peers may take, in milliseconds. */
export interface ServerTimeouts {
  /** For the headers of a request to arrive. */
  readonly headersMs: number;
  /** For a whole request to arrive. */
  readonly requestMs: number;
  /** For the next request on a connection to begin. */
  readonly keepAliveMs: number;
  /** How often overdue requests are looked for. */
  readonly checkMs: number;
}

export const SERVER_TIMEOUTS: ServerTimeouts = {
  headersMs: 15_000,
  // 20 MiB in this time is 2.8 Mbit/s.
  requestMs: 60_000,
  // Longer than the 4 s for which common HTTP clients keep idle connections, so that they close first.
  keepAliveMs: 15_000,
  checkMs: 5_000,
};

/** A request answered before its body was read may still send this long, so that the answer is not lost in a reset. */
export const LINGER_MS = 5_000;
