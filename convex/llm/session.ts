/** A few calls to a provider, each with a timeout and retries, all before one deadline. */
import OpenAI, { APIUserAbortError } from "openai";
import * as z from "zod";
import { timeTaken } from "../../mind/time/timeSince";
import type { ProviderEndpoint } from "../lib/settings";
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
  /** Gets the text of a streamed answer, piece by piece. */
  readonly onPiece?: ((text: string) => void) | undefined;
}

export type CallResult<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "failed"; readonly failure: Failure };

type Send<T> = (client: OpenAI, options: { signal: AbortSignal | undefined; timeout: number }) => Promise<T>;

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
const ABORTED = failure("aborted", "the call was aborted");

// Embedding endpoints report no output.
const tokenCount = z.int().nonnegative().catch(0);
const billed = z.object({ usage: z.object({ prompt_tokens: tokenCount, completion_tokens: tokenCount }) });

const NO_RESPONSE: ReceivedResponse = { body: "", redirectedTo: null };

/** The key under which a process keeps what it learns about an endpoint: another API key changes nothing about the model. */
export function endpointKey({ baseUrl, model }: ProviderEndpoint): string {
  return `${baseUrl} ${model}`;
}

export class ProviderSession {
  readonly endpoint: ProviderEndpoint;
  readonly #client: OpenAI;
  readonly #role: Role;
  readonly #options: SessionOptions;
  readonly #timeoutMs: number;
  readonly #startedAt = Date.now();
  #spent: Spent = { calls: 0, input: 0, output: 0 };
  /** Of the current or the last request. The client aborts it when its time is up. */
  #request: AbortSignal | null | undefined;
  #received = NO_RESPONSE;

  constructor(role: Role, endpoint: ProviderEndpoint, options: SessionOptions) {
    this.endpoint = endpoint;
    this.#role = role;
    this.#client = new OpenAI({
      apiKey: endpoint.apiKey,
      baseURL: endpoint.baseUrl,
      // Otherwise the client reads these from the environment, which only settings.ts may do.
      organization: null,
      project: null,
      maxRetries: 0,
      logLevel: "off",
      fetch: (input, init) => {
        this.#request = init?.signal;
        const how = { send: endpoint.fetch, onPiece: options.onPiece };
        return boundedFetch(input, init, (received) => (this.#received = received), how);
      },
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
      if (called.kind === "done" || !called.failure.transient || final(called.failure)) return called;
      if (attempt >= (this.#options.retries ?? RETRIES) || !this.open) return called;
      const waitMs = called.failure.retryAfterMs ?? backoffMs(attempt, this.#options.random ?? Math.random);
      if (waitMs > Math.min(this.#timeoutMs, this.#remainingMs)) return called;
      await pause(waitMs, this.#options.signal);
    }
  }

  async #once<T>(send: Send<T>): Promise<CallResult<T>> {
    const { signal } = this.#options;
    if (signal?.aborted === true) return { kind: "failed", failure: ABORTED };
    const timeout = Math.min(this.#timeoutMs, this.#remainingMs);
    if (!this.open) {
      const none = "no time or calls are left to ask the provider";
      return { kind: "failed", failure: failure("timeout", none) };
    }
    this.#spent = { ...this.#spent, calls: this.#spent.calls + 1 };
    [this.#request, this.#received] = [null, NO_RESPONSE];
    try {
      const value = await send(this.#client, { signal, timeout });
      this.#addTokens(value);
      return { kind: "done", value };
    } catch (thrown) {
      return { kind: "failed", failure: this.#failureOf(thrown, timeout) };
    }
  }

  #failureOf(thrown: unknown, timeout: number): Failure {
    if (thrown instanceof APIUserAbortError) return ABORTED;
    if (this.#request?.aborted === true)
      return failure("timeout", `the provider did not answer within ${timeout / 1_000} s`);
    return failureOf(thrown, this.#received, this.#role, Date.now());
  }

  #addTokens(response: unknown): void {
    const { usage } = billed.safeParse(response).data ?? {};
    if (usage === undefined) return;
    const { calls, input, output } = this.#spent;
    this.#spent = { calls, input: input + usage.prompt_tokens, output: output + usage.completion_tokens };
  }

  get #remainingMs(): number {
    const maxMs = Math.min(DEADLINE_IN_TIMEOUTS * this.#timeoutMs, MAX_SESSION_MS);
    return this.#startedAt + maxMs - Date.now();
  }
}
