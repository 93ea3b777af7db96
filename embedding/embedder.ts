/** The service's handle on the process that computes embeddings. It answers as a server of the OpenAI protocol would. */
import type { ChildProcess } from "node:child_process";
import type { Logger } from "convex-on-sqlite";
import type { EmbedderEvent, EmbedderRequest, LoadOptions } from "./protocol";

export interface EmbedderOptions {
  /** Starts a process that runs worker.ts. */
  readonly start: () => ChildProcess;
  readonly load: LoadOptions;
  readonly log: Logger;
  readonly onState?: (state: EmbedderState) => void;
}

export type EmbedderState =
  | { readonly kind: "loading" }
  | { readonly kind: "downloading"; readonly bytes: number; readonly total: number }
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly reason: string };

/** Texts that may wait at a time: a few batches of the app's queue, and many questions. */
const MAX_WAITING_TEXTS = 512;
/** A process that ended is started again after a second, then after twice as long each time. */
const FIRST_PAUSE_MS = 1_000;
/** What it said itself, such as that a package is missing, is seldom over within a minute. */
const FIRST_PAUSE_AFTER_REASON_MS = 60_000;
const MAX_PAUSE_MS = 60 * 60_000;

interface Pending {
  readonly texts: number;
  resolve(response: Response): void;
}

export class Embedder {
  readonly #options: EmbedderOptions;
  readonly #pending = new Map<number, Pending>();
  #state: EmbedderState = { kind: "loading" };
  #child: ChildProcess | null = null;
  #timer: NodeJS.Timeout | null = null;
  #failures = 0;
  /** The reason that was logged last. */
  #logged: string | null = null;
  #nextId = 0;
  #stopped = false;

  /** Starts the process. */
  constructor(options: EmbedderOptions) {
    this.#options = options;
    this.#start();
  }

  /** Answers `POST …/embeddings`. A request waits while the model is loaded, and is refused while it is downloaded or broken. */
  async answer(request: Request): Promise<Response> {
    const texts = textsIn(await request.json().catch(() => null));
    if (request.method !== "POST" || !request.url.endsWith("/embeddings"))
      return refused(404, "unknown path");
    if (texts === null) return refused(400, "input must be a text or a list of texts");
    const { name } = this.#options.load.model;
    const child = this.#child;
    if (this.#state.kind === "failed" || this.#state.kind === "downloading" || child === null)
      return refused(UNAVAILABLE, this.#unavailable());
    const waiting = [...this.#pending.values()].reduce((sum, pending) => sum + pending.texts, 0);
    if (waiting + texts.length > MAX_WAITING_TEXTS)
      return refused(429, `${name} on this machine has ${waiting} texts to embed already`);
    request.signal.throwIfAborted();
    const id = (this.#nextId += 1);
    return await new Promise((resolve, reject) => {
      const { signal } = request;
      const abandon = (): void => {
        this.#pending.delete(id);
        this.#send({ kind: "cancel", id });
        reject(signal.reason);
      };
      signal.addEventListener("abort", abandon, { once: true });
      this.#pending.set(id, {
        texts: texts.length,
        resolve: (response) => {
          signal.removeEventListener("abort", abandon);
          resolve(response);
        },
      });
      this.#send({ kind: "embed", id, texts });
    });
  }

  /** Ends the process. Unanswered requests are refused. */
  stop(): void {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#child?.kill("SIGKILL");
  }

  #start(): void {
    this.#timer = null;
    const child = this.#options.start();
    this.#child = child;
    this.#change({ kind: "loading" });
    let reason: string | null = null;
    child.on("message", (event: EmbedderEvent) => {
      if (event.kind === "failed") ({ reason } = event);
      else this.#receive(event);
    });
    // A process that can't even be started has no `exit`.
    child.once("error", (error) => this.#ended(error.message, true));
    child.once("exit", (code, signal) =>
      this.#ended(reason ?? `its process ended (${signal ?? String(code)})`, reason === null),
    );
    this.#send({ kind: "load", ...this.#options.load });
  }

  #receive(event: EmbedderEvent): void {
    switch (event.kind) {
      case "downloading":
        this.#change(event);
        // Somebody may be waiting, who would wait for minutes.
        this.#refuseAll();
        return;
      case "loading":
        return this.#change(event);
      case "ready":
        return this.#change(event);
      case "embedded":
        // A process that ends with its first text is started less and less often.
        this.#failures = 0;
        return this.#settle(event.id, new Response(event.body, { headers: JSON_HEADERS }));
      case "refused":
        return this.#settle(event.id, refused(500, event.reason));
      case "failed":
    }
  }

  #ended(reason: string, isCrash: boolean): void {
    if (this.#child === null || this.#stopped) return this.#refuseAll();
    this.#child = null;
    this.#change({ kind: "failed", reason });
    this.#refuseAll();
    const first = isCrash ? FIRST_PAUSE_MS : FIRST_PAUSE_AFTER_REASON_MS;
    const pauseMs = Math.min(MAX_PAUSE_MS, first * 2 ** this.#failures);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#start(), pauseMs);
    this.#timer.unref();
  }

  #change(state: EmbedderState): void {
    this.#state = state;
    const { log, load, onState } = this.#options;
    const { name } = load.model;
    // A line for each reason, not for each attempt.
    if (state.kind === "failed" && state.reason !== this.#logged) {
      this.#logged = state.reason;
      log.warn(`search goes by words alone: ${this.#unavailable()}`);
    }
    if (state.kind === "ready") {
      this.#logged = null;
      log.info("the embedding model is loaded", { model: name });
    }
    onState?.(state);
  }

  #unavailable(): string {
    const { name } = this.#options.load.model;
    if (this.#state.kind === "failed") return `${name} on this machine: ${this.#state.reason}`;
    return this.#state.kind === "downloading"
      ? `${name} is being downloaded (${Math.round(this.#state.total / 1_000_000)} MB)`
      : `${name} on this machine is not loaded yet`;
  }

  #settle(id: number, response: Response): void {
    this.#pending.get(id)?.resolve(response);
    this.#pending.delete(id);
  }

  #refuseAll(): void {
    for (const id of [...this.#pending.keys()]) this.#settle(id, refused(UNAVAILABLE, this.#unavailable()));
  }

  #send(request: EmbedderRequest): void {
    // Where the channel has just closed, the process's end refuses what waits.
    if (this.#child?.connected === true) this.#child.send(request, () => undefined);
  }
}

/** Clients repeat a call that got a 503 at once, which would be in vain: what is missing comes in minutes, if at all. */
const UNAVAILABLE = 424;

const JSON_HEADERS = { "Content-Type": "application/json" };

function refused(status: number, message: string): Response {
  const body = JSON.stringify({ error: { message } });
  return new Response(body, { status, headers: JSON_HEADERS });
}

function textsIn(body: unknown): readonly string[] | null {
  if (typeof body !== "object" || body === null || !("input" in body)) return null;
  const { input } = body;
  const texts: unknown[] = Array.isArray(input) ? input : [input];
  return texts.length > 0 && texts.every((text) => typeof text === "string") ? texts : null;
}
