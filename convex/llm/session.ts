/** A few calls to a provider, each with a timeout and retries, all before one deadline. */
import OpenAI from "openai";
import * as z from "zod";
import { timeTaken } from "../../mind/time/timeSince";
import type { Endpoint } from "../lib/settings";
import { failure, failureOf, type Failure, type ReceivedResponse, type Role } from "./failure";
import { boundedFetch } from "./response";
import { backoffMs, pause, RETRIES } from "./retry";

export interface SessionOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds per call, its body included. Default: the endpoint's. */
  readonly timeoutMs?: number | undefined;
  /** Requests in all, retries included. Default: 6. */
  readonly maxCalls?: number | undefined;
  /** Retries of a transient failure. Default: 2. */
  readonly retries?: number | undefined;
  /** For the jitter: numbers in [0, 1). */
  readonly random?: (() => number) | undefined;
}

export type CallResult<T> =
  { readonly kind: "done"; readonly value: T } | { readonly kind: "failed"; readonly failure: Failure };

type Send<T> = (client: OpenAI, options: { signal: AbortSignal; timeout: number }) => Promise<T>;

/** What the calls to a provider cost: requests, and the tokens that it reports, 0 where it reports none. */
export interface Spent {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
}

/** Requests for one answer, retries, weaker formats and the repair included: a tick asks for one. */
export const MAX_CALLS = 6;
const TIMEOUT_MS = 30_000;
// Time for an answer, its repair and one retry.
const DEADLINE_IN_TIMEOUTS = 3;
// An action ends after ten minutes and needs some for its other work.
const MAX_SESSION_MS = 9 * 60_000;

// Embedding endpoints report no output.
const tokenCount = z.int().nonnegative().catch(0);
const billed = z.object({ usage: z.object({ prompt_tokens: tokenCount, completion_tokens: tokenCount }) });

const NO_RESPONSE: ReceivedResponse = { body: "", redirectedTo: null };

export class ProviderSession {
  readonly #client: OpenAI;
  readonly #role: Role;
  readonly #options: SessionOptions;
  readonly #timeoutMs: number;
  readonly #startedAt = Date.now();
  #spent: Spent = { calls: 0, input: 0, output: 0 };
  /** Of the current or the last request. */
  #received = NO_RESPONSE;

  constructor(role: Role, endpoint: Endpoint, options: SessionOptions) {
    this.#role = role;
    this.#client = new OpenAI({
      apiKey: endpoint.apiKey,
      baseURL: endpoint.baseUrl,
      // Otherwise the client reads these from the environment, which only settings.ts may do.
      organization: null,
      project: null,
      maxRetries: 0,
      logLevel: "off",
      fetch: (input, init) => boundedFetch(input, init, (received) => (this.#received = received)),
    });
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? endpoint.timeoutMs ?? TIMEOUT_MS;
  }

  get spent(): Spent {
    return this.#spent;
  }

  /** Since the session began. */
  get ms(): number {
    return timeTaken(this.#startedAt, Date.now());
  }

  /** Whether calls and time are left for another request. */
  get open(): boolean {
    return this.#spent.calls < (this.#options.maxCalls ?? MAX_CALLS) && this.#remainingMs > 0;
  }

  /**
   * Sends a request and retries transient failures, unless they are `final`. Waits as long as the provider asks; gives up
   * where that is longer than the timeout or the time left.
   */
  async call<T>(send: Send<T>, final: (failure: Failure) => boolean = () => false): Promise<CallResult<T>> {
    for (let attempt = 0; ; attempt += 1) {
      const called = await this.#once(send);
      if (called.kind === "done" || !called.failure.passing || final(called.failure)) return called;
      if (attempt >= (this.#options.retries ?? RETRIES) || !this.open) return called;
      const waitMs = called.failure.retryAfterMs ?? backoffMs(attempt, this.#options.random ?? Math.random);
      if (waitMs > Math.min(this.#timeoutMs, this.#remainingMs)) return called;
      await pause(waitMs, this.#options.signal);
    }
  }

  async #once<T>(send: Send<T>): Promise<CallResult<T>> {
    const { signal } = this.#options;
    if (isAborted(signal)) return failed(ABORTED);
    if (!this.open) return failed(failure("timeout", "no time or calls are left to ask the provider"));
    const allowedMs = Math.min(this.#timeoutMs, this.#remainingMs);
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      abort();
    }, allowedMs);
    signal?.addEventListener("abort", abort);
    this.#spent = { ...this.#spent, calls: this.#spent.calls + 1 };
    this.#received = NO_RESPONSE;
    try {
      const value = await send(this.#client, { signal: controller.signal, timeout: allowedMs });
      this.#addTokens(value);
      return { kind: "done", value };
    } catch (thrown) {
      if (isAborted(signal)) return failed(ABORTED);
      if (timedOut) {
        return failed(failure("timeout", `the provider did not answer within ${allowedMs / 1_000} s`));
      }
      return failed(failureOf(thrown, this.#received, this.#role, Date.now()));
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  #addTokens(response: unknown): void {
    const { usage } = billed.safeParse(response).data ?? {};
    if (usage === undefined) return;
    const { calls, input, output } = this.#spent;
    this.#spent = { calls, input: input + usage.prompt_tokens, output: output + usage.completion_tokens };
  }

  get #remainingMs(): number {
    const mostMs = Math.min(DEADLINE_IN_TIMEOUTS * this.#timeoutMs, MAX_SESSION_MS);
    return this.#startedAt + mostMs - Date.now();
  }
}

/** A function, because the compiler narrows the property although it changes during an await. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

const ABORTED = failure("aborted", "the call was aborted");

function failed<T>(failure: Failure): CallResult<T> {
  return { kind: "failed", failure };
}
