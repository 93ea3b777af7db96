/** One piece of work with a provider: a few calls, each with a timeout and retries, all before one deadline. */
import OpenAI from "openai";
import { timeTaken } from "../../mind/time/timeSince";
import type { Endpoint } from "../lib/settings";
import { failure, failureOf, type Failure, type Heard, type Role } from "./failure";
import { boundedFetch } from "./response";
import { backoffMs, pause, RETRIES } from "./retry";

export interface SessionOptions {
  /** Ends everything at once when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds a call may take, its body included. Default: the endpoint's. */
  readonly timeoutMs?: number | undefined;
  /** Requests that may be sent in all, retries included. Default: 6. */
  readonly maxCalls?: number | undefined;
  /** Calls after the first, for failures that pass by themselves. Default: 2. */
  readonly retries?: number | undefined;
  /** Numbers in [0, 1) for the jitter. */
  readonly random?: (() => number) | undefined;
}

export type Called<T> =
  { readonly kind: "done"; readonly value: T } | { readonly kind: "failed"; readonly failure: Failure };

type Send<T> = (client: OpenAI, options: { signal: AbortSignal; timeout: number }) => Promise<T>;

const TIMEOUT_MS = 30_000;
const MAX_CALLS = 6;
// An answer, its repair and one retry that all take as long as they may.
const DEADLINE_IN_TIMEOUTS = 3;
// An action ends after ten minutes, and has other things to do before and after.
const LONGEST_MS = 9 * 60_000;
const NOTHING_HEARD: Heard = { body: "", redirectedTo: null };

export class ProviderSession {
  readonly #client: OpenAI;
  readonly #role: Role;
  readonly #options: SessionOptions;
  readonly #timeoutMs: number;
  readonly #startedAt = Date.now();
  #calls = 0;
  /** What came back of the request that is under way, or of the last one. */
  #heard = NOTHING_HEARD;

  constructor(role: Role, endpoint: Endpoint, options: SessionOptions) {
    this.#role = role;
    this.#client = new OpenAI({
      apiKey: endpoint.apiKey,
      baseURL: endpoint.baseUrl,
      // The client would else read these from the environment: only what settings.ts declares counts.
      organization: null,
      project: null,
      maxRetries: 0,
      logLevel: "off",
      fetch: (input, init) => boundedFetch(input, init, (heard) => (this.#heard = heard)),
    });
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? endpoint.timeoutMs ?? TIMEOUT_MS;
  }

  /** Requests sent so far. */
  get calls(): number {
    return this.#calls;
  }

  /** Milliseconds since the session began. */
  get ms(): number {
    return timeTaken(this.#startedAt, Date.now());
  }

  /** Whether calls and time are left for another request. */
  get open(): boolean {
    return this.#calls < (this.#options.maxCalls ?? MAX_CALLS) && this.#remainingMs > 0;
  }

  /**
   * Sends a request, again as often as is set while the failure may pass. Waits as long as the provider asks, but gives up at
   * once where that is longer than a call may take or than the session has left, and where the failure is `final`.
   */
  async call<T>(send: Send<T>, final: (failure: Failure) => boolean = () => false): Promise<Called<T>> {
    for (let attempt = 0; ; attempt += 1) {
      const called = await this.#once(send);
      if (called.kind === "done" || !called.failure.passing || final(called.failure)) return called;
      if (attempt >= (this.#options.retries ?? RETRIES) || !this.open) return called;
      const waitMs = called.failure.retryAfterMs ?? backoffMs(attempt, this.#options.random ?? Math.random);
      if (waitMs > Math.min(this.#timeoutMs, this.#remainingMs)) return called;
      await pause(waitMs, this.#options.signal);
    }
  }

  async #once<T>(send: Send<T>): Promise<Called<T>> {
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
    this.#calls += 1;
    this.#heard = NOTHING_HEARD;
    try {
      return {
        kind: "done",
        value: await send(this.#client, { signal: controller.signal, timeout: allowedMs }),
      };
    } catch (thrown) {
      if (isAborted(signal)) return failed(ABORTED);
      if (timedOut) {
        return failed(failure("timeout", `the provider did not answer within ${allowedMs / 1_000} s`));
      }
      return failed(failureOf(thrown, this.#heard, this.#role, Date.now()));
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  get #remainingMs(): number {
    const mostMs = Math.min(DEADLINE_IN_TIMEOUTS * this.#timeoutMs, LONGEST_MS);
    return this.#startedAt + mostMs - Date.now();
  }
}

/** Asked anew each time: a signal changes while a call is waited for. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

const ABORTED = failure("aborted", "the call was aborted");

function failed<T>(failure: Failure): Called<T> {
  return { kind: "failed", failure };
}
