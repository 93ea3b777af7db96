/** Limits on what a peer can make the server hold or wait for. */

/**
 * The maximum request body. Convex accepts 16 MiB in a call, and streams requests to HTTP actions without a limit, except
 * for forms, which may have 20 MiB; here one limit covers all. The application sets lower limits of its own.
 */
export const MAX_BODY_BYTES = 20 * 1024 * 1024;

/** The maximum response of an HTTP action, as on Convex. */
export const MAX_RESPONSE_BYTES = 20 * 1024 * 1024;

export const MAX_HEADER_BYTES = 16 * 1024;

/** Limits for clients of Convex's protocol, who need no token. */
export interface ClientLimits {
  /** Maximum size of a call's body and of a message on the socket, in bytes. */
  readonly messageBytes: number;
  /** Calls and new query subscriptions per address; 0 means no limit. */
  readonly callsPerMinute: number;
}

/** As on Convex. An app with small public functions should lower them: parsing JSON takes time. */
export const CLIENT_LIMITS: ClientLimits = {
  messageBytes: MAX_BODY_BYTES,
  callsPerMinute: 0,
};

/**
 * Limits for incomplete messages on a socket. Fragments and chunks need more memory than their bytes, so their number is
 * limited, too: to fragments of 4 KiB, and to chunks of the smallest segment size that networks must support.
 */
export function messageLimits({ messageBytes }: ClientLimits) {
  return {
    maxPayload: messageBytes,
    maxFragments: Math.max(16, Math.ceil(messageBytes / 4_096)),
    maxBufferedChunks: Math.max(64, Math.ceil(messageBytes / 536)),
  };
}

/** Timeouts for slow peers, in milliseconds. */
export interface ServerTimeouts {
  /** For the headers of a request to arrive. */
  readonly headersMs: number;
  /** For a whole request to arrive. */
  readonly requestMs: number;
  /** For the next request on a connection to begin. */
  readonly keepAliveMs: number;
  /** Interval between checks for overdue requests. */
  readonly checkMs: number;
}

export const SERVER_TIMEOUTS: ServerTimeouts = {
  headersMs: 15_000,
  // 20 MiB in this time is 2.8 Mbit/s.
  requestMs: 60_000,
  // Longer than the 4 s of common HTTP clients, so that the clients close idle connections first.
  keepAliveMs: 15_000,
  checkMs: 5_000,
};

/** A request that was answered early may continue to send for this long, so that the response is not lost in a reset. */
export const LINGER_MS = 5_000;
