/** The main thread's handle on the vector search thread. The thread starts with the first request and restarts after it ends. */
import type { Worker } from "node:worker_threads";
import type { VectorIndex } from "../store/tablets";
import type { VectorChange } from "./vectorIndex";
import type { VectorMatch } from "./vectorMatrix";
import type { VectorQuery } from "./vectorQuery";

/** The thread handles requests in the order of arrival. `path` is the database file. */
export type VectorRequest = { readonly path: string } & (
  | { readonly kind: "load"; readonly index: VectorIndex }
  | { readonly kind: "search"; readonly index: VectorIndex; readonly query: VectorQuery }
  /** The changes of one commit; `ts` is its timestamp. */
  | { readonly kind: "changes"; readonly ts: bigint; readonly changes: readonly VectorChange[] }
  | { readonly kind: "forget" }
);

/** Responses arrive in the order of the requests. */
export type VectorResponse = { readonly matches: readonly VectorMatch[] } | { readonly error: string };

interface PendingRequest {
  readonly path: string;
  resolve(matches: readonly VectorMatch[]): void;
  reject(error: Error): void;
}

export class VectorThread {
  private worker: Worker | null = null;
  /** Oldest first. */
  private readonly pending: PendingRequest[] = [];
  private readonly startWorker: () => Worker;

  /** `startWorker` starts a worker that runs vectorWorker.ts. */
  constructor(startWorker: () => Worker) {
    this.startWorker = startWorker;
  }

  get isRunning(): boolean {
    return this.worker !== null;
  }

  /** Whether requests for this database are unanswered. */
  isBusyWith(path: string): boolean {
    return this.pending.some((request) => request.path === path);
  }

  /** Sends a request, and starts the thread if needed. Rejects when the request fails or the thread ends. */
  request(request: VectorRequest): Promise<readonly VectorMatch[]> {
    return new Promise((resolve, reject) => {
      const worker = (this.worker ??= this.start());
      this.pending.push({ path: request.path, resolve, reject });
      // The thread keeps the process alive only while requests are pending.
      worker.ref();
      worker.postMessage(request);
    });
  }

  /** Ends the thread and rejects its pending requests. */
  async terminate(): Promise<void> {
    const { worker } = this;
    if (worker === null) return;
    // Ignores late responses: after the last one, `onResponse` would let the process exit before the thread ends.
    this.onEnd(worker, new Error("it was terminated"));
    await worker.terminate();
  }

  private start(): Worker {
    const worker = this.startWorker();
    worker.on("message", (response: VectorResponse) => this.onResponse(worker, response));
    worker.once("error", (error) => this.onEnd(worker, error));
    worker.once("exit", (code) => this.onEnd(worker, new Error(`it exited with code ${code}`)));
    worker.unref();
    return worker;
  }

  private onResponse(worker: Worker, response: VectorResponse): void {
    if (this.worker !== worker) return;
    const request = this.pending.shift();
    if (this.pending.length === 0) worker.unref();
    if ("error" in response) request?.reject(new Error(response.error));
    else request?.resolve(response.matches);
  }

  private onEnd(worker: Worker, cause: Error): void {
    if (this.worker !== worker) return;
    this.worker = null;
    const message = `The vector search thread ended: ${cause.message}. The next search starts a new one.`;
    for (const { reject } of this.pending.splice(0)) reject(new Error(message, { cause }));
  }
}
