/** Connects to a service, and sends the requests of all operations with retries. */
import { AnimaError, type ErrorCode } from "./failure";
import { pause, waitBeforeRetry, type RetryOptions } from "./retry";

export interface ConnectOptions extends RetryOptions {
  /**
   * Without a write token the client sends the tick token, which a service without a write token accepts. Without a read token
   * it sends either of them, which a service with read tokens accepts.
   */
  readonly tokens?: { readonly [token in "tick" | "write" | "read"]?: string | undefined } | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** A service, as `connect` returns it. The first argument of every operation. */
export interface Service extends ConnectOptions {
  readonly address: string;
}

export interface CallOptions {
  /** Ends the request and the wait for a retry. */
  readonly signal?: AbortSignal | undefined;
}

export interface KeyedOptions extends CallOptions {
  /**
   * Makes the request safe to repeat for 24 hours, also from another process. Default: a new key for each call, so that its
   * retries do the work once.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface VersionedOptions extends KeyedOptions {
  /** Refuse the request where what it changes has another version by now. Default: whichever it has. */
  readonly version?: number | undefined;
}

export interface Operation {
  /** May have one segment `{id}`. */
  readonly path: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly token?: "tick" | "write" | "read";
  /** Whether it takes an Idempotency-Key. */
  readonly keyed?: boolean;
  /** How the answer is returned if it is not JSON. */
  readonly answers?: "text" | "stream";
}

/** What a request carries beside its options. */
interface Input {
  readonly id?: string;
  readonly query?: object;
  readonly body?: object;
  readonly lines?: string;
  readonly lastEventId?: string | undefined;
}

/**
 * Configures a connection; sends nothing yet. `address` may have a path, as behind a proxy.
 * @throws {TypeError} for an invalid address
 */
export function connect(address: string, options: ConnectOptions = {}): Service {
  const { protocol, username, password, search: query, hash } = new URL(address);
  if (!/^https?:$/.test(protocol)) throw new TypeError(`no http or https address: ${address}`);
  if (username !== "" || password !== "" || query !== "" || hash !== "")
    throw new TypeError("the address of a service has no credentials, no query and no fragment");
  return { ...options, address: address.replace(/\/+$/, "") };
}

/**
 * Sends a request and returns the body of a successful answer. A write follows no redirect, because that would make it a GET.
 * @throws {AnimaError} for any other answer; the error of `fetch` where there is none; the signal's reason
 */
export async function call<Answer>(
  service: Service,
  operation: Operation,
  input: Input,
  options: VersionedOptions = {},
): Promise<Answer> {
  const path = operation.path.replace("{id}", encodeURIComponent(input.id ?? ""));
  const url = service.address + path + search(input.query);
  const request = requestOf(service, operation, input, options);
  const repeatable = operation.method === "GET" || operation.keyed === true;
  for (let attempts = 1; ; attempts++) {
    const result = await attempt(service.fetch ?? fetch, url, request, operation);
    if (result.kind === "success") return result.body as Answer;
    if (options.signal?.aborted === true) throw result.thrown;
    const wait = waitBeforeRetry(result.outcome, attempts, repeatable, service, Date.now(), Math.random());
    if (wait === null) throw result.thrown;
    await pause(wait, options.signal);
  }
}

type Result =
  | { readonly kind: "success"; readonly body: unknown }
  | {
      readonly kind: "failure";
      readonly outcome: Parameters<typeof waitBeforeRetry>[0];
      readonly thrown: unknown;
    };

async function attempt(
  send: typeof fetch,
  url: string,
  request: RequestInit,
  { method, answers }: Operation,
): Promise<Result> {
  let response: Response;
  let text: string;
  try {
    response = await send(url, request);
    if (response.ok && answers === "stream") return { kind: "success", body: response.body };
    text = await response.text();
  } catch (thrown) {
    return { kind: "failure", outcome: "unanswered", thrown };
  }
  if (response.ok && answers === "text") return { kind: "success", body: text };
  const body = parsed(text);
  if (response.ok && isSuccess(body, method)) return { kind: "success", body };
  const { status, headers } = response;
  const requestId = headers.get("X-Request-Id");
  const thrown = new AnimaError({ status, requestId, ...(isRedirect(response) ? REDIRECT : refusal(body)) });
  return { kind: "failure", outcome: { status, retryAfter: headers.get("Retry-After") }, thrown };
}

/** Every answer is an object, and an answer to a write has `success: true`. */
function isSuccess(body: unknown, method: Operation["method"]): boolean {
  if (typeof body !== "object" || body === null) return false;
  return method === "GET" || ("success" in body && body.success === true);
}

const REDIRECT = { code: null, error: "a redirect, which is not followed" };

function isRedirect({ status, type }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}

function requestOf(
  { tokens = {} }: Service,
  { method, token, keyed }: Operation,
  { body, lines, lastEventId }: Input,
  { signal, idempotencyKey, version }: VersionedOptions,
): RequestInit {
  // An empty token counts as unset, as in the service's settings.
  const { tick, write, read } = tokens;
  const bearer = token && { tick, write: write || tick, read: read || write || tick }[token];
  return {
    method,
    // The service takes tokens, never cookies.
    credentials: "omit",
    ...(method === "GET" ? {} : { redirect: "manual" }),
    // Built here, so that an invalid header value throws at once and is not retried as a lost connection.
    headers: new Headers({
      ...(bearer === undefined || bearer === "" ? {} : { Authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(lines === undefined ? {} : { "Content-Type": "application/x-ndjson" }),
      ...(version === undefined ? {} : { "If-Match": `"${version}"` }),
      ...(lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId }),
      ...(keyed === true ? { "Idempotency-Key": idempotencyKey ?? newKey() } : {}),
    }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(lines === undefined ? {} : { body: lines }),
    ...(signal === undefined ? {} : { signal }),
  };
}

function search(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, inDigits(value)]),
  ).toString();
  return text === "" ? "" : `?${text}`;
}

/** Numbers without exponents, which the service does not accept. */
function inDigits(value: unknown): string {
  const text = String(value);
  return typeof value === "number" && /e-/.test(text) ? value.toFixed(20).replace(/\.?0+$/, "") : text;
}

/** `crypto.randomUUID` is missing on pages that were loaded over plain HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(body: unknown): { code: ErrorCode | null; error: string } {
  if (typeof body === "object" && body !== null && "code" in body && "error" in body) {
    if (typeof body.code === "string" && typeof body.error === "string") {
      // A newer service may have codes that this client does not know.
      return { code: body.code as ErrorCode, error: body.error };
    }
  }
  return { code: null, error: "the answer is not the service's" };
}
