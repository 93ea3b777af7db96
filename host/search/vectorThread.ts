/** A thread of vector search, as the process sees it: it starts when it is first needed, and again after it ended. */
import type { Worker } from "node:worker_threads";
import type { VectorMatch } from "./vectorMatrix";
import type { VectorIndex } from "../store/tablets";
import type { Share, VectorChange } from "./vectorIndex";
import type { VectorQuery } from "./vectorQuery";

/** What the thread is told, in the order in which it is to take effect; `path` is the file of the database. */
export type ThreadMessage = { readonly path: string } & (
  | { readonly kind: "load"; readonly index: VectorIndex; readonly share: Share }
  | {
      readonly kind: "search";
      readonly index: VectorIndex;
      readonly share: Share;
      readonly query: VectorQuery;
    }
  /** `ts` is that of their commit. */
  | { readonly kind: "changes"; readonly ts: bigint; readonly changes: readonly VectorChange[] }
  | { readonly kind: "forget" }
);

/** Messages are answered in their order. */
export type ThreadAnswer = { readonly matches: readonly VectorMatch[] } | { readonly error: string };

interface Waiting {
  readonly path: string;
  resolve(matches: readonly VectorMatch[]): void;
  reject(error: Error): void;
}

export class VectorThread {
  private worker: Worker | null = null;
  /** In the order of what they asked. */
  private readonly waiting: Waiting[] = [];
  private readonly startWorker: () => Worker;

  /** `startWorker` runs vectorWorker.ts, which whoever runs the host knows how to run. */
  constructor(startWorker: () => Worker) {
    this.startWorker = startWorker;
  }

  /** One that ended knows nothing of what it was told when it runs again. */
  get isRunning(): boolean {
    return this.worker !== null;
  }

  /** Whether something that was asked of this database is still to be answered. */
  isBusyWith(path: string): boolean {
    return this.waiting.some((waiting) => waiting.path === path);
  }

  /** Rejects with what the thread failed of, also where it ended. */
  ask(message: ThreadMessage): Promise<readonly VectorMatch[]> {
    return new Promise((resolve, reject) => {
      const worker = (this.worker ??= this.start());
      this.waiting.push({ path: message.path, resolve, reject });
      // Only while somebody waits for it does the thread keep the process alive.
      worker.ref();
      worker.postMessage(message);
    });
  }

  /** Ends the thread, as a failure would; what waits for it is rejected. */
  async end(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(): Worker {
    const worker = this.startWorker();
    worker.on("message", (answer: ThreadAnswer) => this.answered(worker, answer));
    worker.once("error", (error) => this.ended(worker, error));
    worker.once("exit", (code) => this.ended(worker, new Error(`it exited with code ${code}`)));
    worker.unref();
    return worker;
  }

  private answered(worker: Worker, answer: ThreadAnswer): void {
    if (this.worker !== worker) return;
    const waiting = this.waiting.shift();
    if (this.waiting.length === 0) worker.unref();
    if ("error" in answer) waiting?.reject(new Error(answer.error));
    else waiting?.resolve(answer.matches);
  }

  private ended(worker: Worker, cause: Error): void {
    if (this.worker !== worker) return;
    this.worker = null;
    const message = `The thread of vector search ended: ${cause.message}. The next search starts another.`;
    for (const { reject } of this.waiting.splice(0)) reject(new Error(message, { cause }));
  }
}
