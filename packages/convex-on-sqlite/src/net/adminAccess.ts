/** Who may use Convex's admin interface: callers with the key, on this machine unless the operator says otherwise. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { AdminDecision, AdminGate } from "../live/caller";
import { ThrottledLog, type Logger } from "../log";
import { CallRateLimiter } from "./callRateLimiter";
import { isLoopback } from "./pagePolicy";

export interface AdminOptions {
  /** At least {@link MIN_ADMIN_KEY_LENGTH} characters. */
  readonly key: string;
  /** Also answers callers on other machines, and those that come through a proxy. */
  readonly fromAnywhere: boolean;
  /** Requests, calls and new query subscriptions per address; 0 means no limit. */
  readonly usesPerMinute?: number;
}

/** Half of 32 random bytes in hex, which nobody guesses. */
export const MIN_ADMIN_KEY_LENGTH = 32;

/** A dashboard that opens every page at once stays far below it; a program that guesses keys does not. */
const USES_PER_MINUTE = 600;

const MESSAGES = {
  off: "This service has no admin interface: set ADMIN_KEY (32 characters or more) and restart it",
  remote: "The admin interface answers on the loopback address alone: use it on the machine of the service",
  wrong: "The admin key is not the ADMIN_KEY of this service",
  impersonation: "This host has no users, so an admin can't act as one: run the function without an identity",
  tooMany: "Too many admin requests within a minute: try again later",
};

/** Headers that proxies add. A proxy on this machine would make every caller look like a local one. */
const PROXY_HEADERS = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

export class AdminAccess {
  private readonly digest: Buffer | null;
  private readonly fromAnywhere: boolean;
  private readonly limiter: CallRateLimiter;
  private readonly log: Logger;
  private readonly refusals: ThrottledLog;

  /** `options` is null if the operator has set no key: then nothing is granted. */
  constructor(options: AdminOptions | null, log: Logger) {
    this.digest = options === null ? null : digestOf(options.key);
    this.fromAnywhere = options?.fromAnywhere === true;
    this.limiter = new CallRateLimiter(options?.usesPerMinute ?? USES_PER_MINUTE);
    this.log = log;
    // Callers can cause refusals at will.
    this.refusals = new ThrottledLog((count, fields) =>
      log.warn("admin access refused", { count, ...fields }),
    );
  }

  /** Whether the operator has set a key. */
  get isOpen(): boolean {
    return this.digest !== null;
  }

  /** The gate for the caller of a request. */
  gateFor(request: IncomingMessage): AdminGate {
    const ip = request.socket.remoteAddress ?? "unknown";
    const isLocal = isLoopback(ip) && PROXY_HEADERS.every((name) => request.headers[name] === undefined);
    return (key) => this.decide(key, ip, isLocal);
  }

  private decide(key: string, ip: string, isLocal: boolean): AdminDecision {
    const refuse = (message: string): AdminDecision => {
      this.refusals.record({ ip, reason: message });
      return { ok: false, message, waitMs: 0 };
    };
    if (this.digest === null) return refuse(MESSAGES.off);
    // The answer to a remote caller does not depend on the key.
    if (!isLocal && !this.fromAnywhere) return refuse(MESSAGES.remote);
    const waitMs = this.limiter.take(ip, 1);
    if (waitMs > 0) return { ok: false, message: MESSAGES.tooMany, waitMs };
    // The digests have one length, so the comparison takes the same time for every key.
    if (!timingSafeEqual(digestOf(key), this.digest)) {
      // Clients append the identity to act as.
      const colon = key.lastIndexOf(":");
      const actsAs = colon >= 0 && timingSafeEqual(digestOf(key.slice(0, colon)), this.digest);
      return refuse(actsAs ? MESSAGES.impersonation : MESSAGES.wrong);
    }
    return {
      ok: true,
      admit: (calls) => this.limiter.take(ip, calls),
      note: (use, fields) => this.log.info("admin access", { use, ip, ...fields }),
    };
  }
}

function digestOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
