/** A service to talk to, and how every operation does it: one request, tried again where that is safe and of use. */
import { AnimaError, type ErrorCode } from "./failure";
import { pause, waitBeforeRetry, type RetryOptions } from "./retry";

export interface ConnectOptions extends RetryOptions {
  /** For what needs one. Without a write token the tick token is sent, as a service without one takes it. */
  readonly tokens?: { readonly tick?: string | undefined; readonly write?: string | undefined } | undefined;
  /** Default: the platform's. */
  readonly fetch?: typeof fetch | undefined;
}

/** Where the service is and how to ask it. Made by `connect`; every operation takes it first. */
export interface Service extends ConnectOptions {
  readonly address: string;
}

export interface CallOptions {
  /** Ends the request, and the wait for another try. */
  readonly signal?: AbortSignal | undefined;
}

export interface KeyedOptions extends CallOptions {
  /**
   * Makes the request safe to repeat for 24 hours, by another call or another process too. Default: a new one for
   * each call, so that the tries of one call do the work once.
   */
  readonly idempotencyKey?: string | undefined;
}

/** What an operation asks for, besides its input. */
export interface Operation {
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly token?: "tick" | "write";
  /** Whether it takes an Idempotency-Key. */
  readonly keyed?: boolean;
}

/**
 * Names the service; nothing is sent yet. `address` may have a path, as behind a proxy.
 * @throws {TypeError} for what is no address of a service
 */
export function connect(address: string, options: ConnectOptions = {}): Service {
  const { protocol, username, password, search: query, hash } = new URL(address);
  if (!/^https?:$/.test(protocol)) throw new TypeError(`no http or https address: ${address}`);
  if (username !== "" || password !== "" || query !== "" || hash !== "")
    throw new TypeError("the address of a service has no credentials, no query and no fragment");
  return { ...options, address: address.replace(/\/+$/, "") };
}

/**
 * Sends a request and answers the body of its success.
 * @throws {AnimaError} for any other answer; what `fetch` throws where there is none; the signal's reason. No write follows
 *   a redirect, which would make a read of it.
 */
export async function call<Answer>(
  service: Service,
  operation: Operation,
  input: { readonly query?: object; readonly body?: object },
  options: KeyedOptions = {},
): Promise<Answer> {
  const url = service.address + operation.path + search(input.query);
  const request = requestOf(service, operation, input.body, options);
  const repeatable = operation.method === "GET" || operation.keyed === true;
  for (let tried = 1; ; tried++) {
    const result = await attempt(service.fetch ?? fetch, url, request, operation.method);
    if (result.kind === "success") return result.body as Answer;
    if (options.signal?.aborted === true) throw result.thrown;
    const wait = waitBeforeRetry(result.outcome, tried, repeatable, service, Date.now(), Math.random());
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
  method: Operation["method"],
): Promise<Result> {
  let response: Response;
  let text: string;
  try {
    response = await send(url, request);
    text = await response.text();
  } catch (thrown) {
    return { kind: "failure", outcome: "unanswered", thrown };
  }
  const body = parsed(text);
  if (response.ok && isSuccess(body, method)) return { kind: "success", body };
  const { status, headers } = response;
  const requestId = headers.get("X-Request-Id");
  const thrown = new AnimaError({ status, requestId, ...(isRedirect(response) ? REDIRECT : refusal(body)) });
  return { kind: "failure", outcome: { status, retryAfter: headers.get("Retry-After") }, thrown };
}

/** Every answer is an object, and that of a write says that it succeeded. */
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
  body: object | undefined,
  { signal, idempotencyKey }: KeyedOptions,
): RequestInit {
  // An empty token counts as unset, as in the service's own settings.
  const bearer = token === "write" ? tokens.write || tokens.tick : token && tokens[token];
  return {
    method,
    // The service takes tokens, never cookies.
    credentials: "omit",
    ...(method === "POST" ? { redirect: "manual" } : {}),
    // Made here, so that a value that no header can have fails at once, and not as a connection that was lost.
    headers: new Headers({
      ...(bearer === undefined || bearer === "" ? {} : { Authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(keyed === true ? { "Idempotency-Key": idempotencyKey ?? newKey() } : {}),
    }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
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

/** The service reads digits, not exponents, in which small numbers come out as text. */
function inDigits(value: unknown): string {
  const text = String(value);
  return typeof value === "number" && /e-/.test(text) ? value.toFixed(20).replace(/\.?0+$/, "") : text;
}

/** `crypto.randomUUID` is missing on pages that came over plain HTTP. */
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
      // Of a later service it may be a word that this client does not know yet.
      return { code: body.code as ErrorCode, error: body.error };
    }
  }
  return { code: null, error: "the answer is not the service's" };
}
