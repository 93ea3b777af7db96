/**
 * Purges the database's files at the app's request. The app requests it by a row in a table, and a mutation tells it when the
 * purge is done.
 */
import { randomUUID } from "node:crypto";
import type { Logger } from "../log";
import { errorFields } from "../log";
import type { Engine } from "./engine";
import { internalCall } from "./internalCall";

export interface PurgeOptions {
  /** A table of the app. While it has a row, the files may hold deleted data. */
  readonly table: string;
  /** The app's mutation that takes `until` (ms since the epoch) and deletes the rows of earlier requests. */
  readonly done: string;
}

/** How long a purge waits, so that one purge serves several erasures. */
const MIN_WAIT_MS = 1_000;
/**
 * The wait after a purge, as a multiple of its duration. Nothing else runs during a purge, so purges take at most a twentieth
 * of the time.
 */
const WAIT_SHARE = 20;
const RETRY_MS = 30_000;

type Parts = Pick<Engine, "purge" | "hasRow" | "isRowOf" | "mutation" | "onCommit">;

/** Watches for requests, and purges at once if an earlier run left one. Returns a function that stops watching. */
export function watchPurges(
  engine: Parts,
  { table, done }: PurgeOptions,
  log: Pick<Logger, "info" | "warn">,
  minWaitMs = MIN_WAIT_MS,
  /** The time of the app's functions. */
  now = Date.now,
): () => Promise<void> {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let [waitMs, stopped] = [minWaitMs, false];

  const schedule = (ms: number): void => {
    if (stopped || timer !== null) return;
    timer = setTimeout(() => {
      running = purge().finally(() => (running = null));
    }, ms);
    timer.unref();
  };

  const purge = async (): Promise<void> => {
    let again: number | null = null;
    try {
      if (stopped || !(await engine.hasRow(table))) return;
      const until = now();
      const startedMs = performance.now();
      const isPurged = await engine.purge();
      const tookMs = performance.now() - startedMs;
      waitMs = Math.max(minWaitMs, WAIT_SHARE * tookMs);
      if (!isPurged) again = waitMs;
      else {
        log.info("deleted data were purged from the files", { ms: Math.round(tookMs) });
        const outcome = await engine.mutation(
          { componentPath: "", name: done },
          { until },
          internalCall(randomUUID()),
        );
        if (!outcome.ok) log.warn("a purge could not be recorded", { error: outcome.error.message });
      }
    } catch (thrown) {
      if (stopped) return;
      log.warn("deleted data could not be purged from the files; it is tried again", errorFields(thrown));
      again = RETRY_MS;
    } finally {
      timer = null;
      if (again !== null) schedule(again);
      // A request made during the purge was not scheduled.
      else if (!stopped && (await engine.hasRow(table).catch(() => false))) schedule(waitMs);
    }
  };

  const stopListening = engine.onCommit(({ writes }) => {
    if (timer === null && engine.isRowOf(table, writes)) schedule(waitMs);
  });
  schedule(0);
  return async () => {
    stopped = true;
    stopListening();
    if (timer !== null) clearTimeout(timer);
    await running;
  };
}
