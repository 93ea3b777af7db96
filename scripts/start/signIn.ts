/**
 * Signing in by a link: the start's output has a one-time code, which the console exchanges for the tokens. The code is random,
 * works once and for ten minutes, and only its hash is kept, in memory.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { ApiError } from "../../convex/api/errors";
import * as Responses from "../../convex/api/responses";
import type { Settings } from "../../convex/lib/settings";
import type { ProgramRequest } from "convex-on-sqlite";
import { isLoopback } from "convex-on-sqlite/process";

/** Where the console exchanges the code. */
export const SIGN_IN_PATH = "/console/sign-in";
/** Long enough to change to a browser; a log that is read later holds nothing of use. */
export const CODE_LIVES_MS = 10 * 60_000;
/** Attempts of all callers a minute. A code has 256 bits; this only keeps guessing from costing anything. */
const ATTEMPTS = 10;
const MINUTE_MS = 60_000;
const MAX_BODY_BYTES = 1_024;
/** A proxy sends one of these: then the request need not come from this machine. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/** The first token of each class that is set. */
export type SignedIn = Readonly<Partial<Record<keyof Settings["tokens"], string>>>;

export class SignIn {
  readonly #tokens: SignedIn;
  readonly #now: () => number;
  #issued: { readonly hash: Buffer; readonly until: number } | null = null;
  #window = { startedAt: 0, attempts: 0 };

  constructor(tokens: Settings["tokens"], now: () => number = Date.now) {
    this.#tokens = Object.fromEntries(
      Object.entries(tokens).flatMap(([kind, [first]]) => (first === undefined ? [] : [[kind, first.token]])),
    );
    this.#now = now;
  }

  /** A new code; an earlier one becomes void. */
  issue(): string {
    const code = randomBytes(32).toString("base64url");
    this.#issued = { hash: hashOf(code), until: this.#now() + CODE_LIVES_MS };
    return code;
  }

  /** Answers POST `SIGN_IN_PATH` with the body `{code}`. */
  async answer(request: ProgramRequest): Promise<Response> {
    const headers = Responses.commonHeaders(request.requestId);
    try {
      return Responses.success("POST", { tokens: await this.#exchanged(request) }, headers);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      const context = { requestId: request.requestId, quote: () => "it" };
      return Responses.failure(thrown, context, headers);
    }
  }

  async #exchanged(request: ProgramRequest): Promise<SignedIn> {
    const { method, headers, fromLoopback, text } = request;
    if (method !== "POST") throw new ApiError(405, "the method must be POST", { headers: { Allow: "POST" } });
    if (!fromLoopback || !isAddressedHere(headers))
      throw new ApiError(401, "a sign-in link works on the service's own machine alone: enter a token");
    this.#countAttempt();
    const code = codeIn(await text(MAX_BODY_BYTES));
    const issued = this.#issued;
    if (issued === null || this.#now() > issued.until || !timingSafeEqual(hashOf(code), issued.hash))
      throw new ApiError(401, "this sign-in link was used before or is older than ten minutes");
    this.#issued = null;
    return this.#tokens;
  }

  #countAttempt(): void {
    const now = this.#now();
    if (now - this.#window.startedAt >= MINUTE_MS) this.#window = { startedAt: now, attempts: 0 };
    this.#window.attempts += 1;
    if (this.#window.attempts <= ATTEMPTS) return;
    const seconds = Math.max(1, Math.ceil((this.#window.startedAt + MINUTE_MS - now) / 1_000));
    throw new ApiError(429, `too many attempts to sign in: try again in ${seconds} s`, {
      headers: { "Retry-After": String(seconds) },
    });
  }
}

/** By a loopback name, past no proxy, and from the service's own page, or from none. */
function isAddressedHere(headers: ProgramRequest["headers"]): boolean {
  const { host = "", origin } = headers;
  if (!isLoopbackHost(host) || FORWARDED.some((name) => headers[name] !== undefined)) return false;
  return origin === undefined || origin === `http://${host}`;
}

/** Whether the name in a Host header or of a listening address is this machine's alone. */
export function isLoopbackHost(host: string): boolean {
  const name = host.startsWith("[") ? host.slice(1, host.indexOf("]")) : host.replace(/:\d+$/, "");
  return name === "localhost" || isLoopback(name);
}

function codeIn(body: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new ApiError(400, "body: must be JSON");
  }
  if (typeof parsed !== "object" || parsed === null || !("code" in parsed) || typeof parsed.code !== "string")
    throw new ApiError(400, "code: is required, as text");
  return parsed.code;
}

function hashOf(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}
