/** Checks again and again, in a thread, that the database file is sound: SQLite notices damage only on pages that it reads. */
import type { Worker } from "node:worker_threads";

/** Starts a worker that runs fileCheckWorker.ts with the path of the database file. */
export type StartFileCheck = (path: string) => Worker;

interface FileCheckOptions {
  readonly path: string;
  readonly start: StartFileCheck;
  /** Told of the damage that a check of all tables found, or `null`. */
  readonly onResult: (damage: string | null) => void;
  /** Told why a check could not be made. */
  readonly onFailure: (error: Error) => void;
}

/** A start has other work first. */
const FIRST_WAIT_MS = 5_000;
const MIN_WAIT_MS = 20_000;
/** The wait after a check, as a multiple of its time. */
const WAIT_SHARE = 5;

/** Returns a function that stops the checks; it resolves once none reads the file. */
export function watchFile({ path, start, onResult, onFailure }: FileCheckOptions): () => Promise<void> {
  let worker: Worker | null = null;
  let timer = setTimeout(check, FIRST_WAIT_MS);
  timer.unref();

  function check(): void {
    const startedMs = performance.now();
    const checking = (worker = start(path));
    checking.unref();
    checking.once("message", onResult);
    checking.once("error", onFailure);
    checking.once("exit", () => {
      if (worker === null) return;
      worker = null;
      timer = setTimeout(check, Math.max(MIN_WAIT_MS, WAIT_SHARE * (performance.now() - startedMs)));
      timer.unref();
    });
  }

  return async () => {
    clearTimeout(timer);
    const running = worker;
    worker = null;
    await running?.terminate();
  };
}
