/** How the process ends: cleanly on a signal, at once on a second one, loudly on a fault nobody caught. */
import { constants } from "node:os";
import { attributeToFunction } from "../../host/engine/unhandledRejections";
import { errorFields, type Logger } from "../../host/log";

// Ten seconds in all: eight for answers under way, the rest to close the store.
const ANSWERS_DEADLINE_MS = 8_000;
const PROCESS_DEADLINE_MS = 9_500;

/** Ends the process on SIGINT, SIGTERM and SIGHUP, with 0 when `stop` ended well. `stop` gets the milliseconds it may take. */
export function stopOnSignals(stop: (deadlineMs: number) => Promise<void>, log: Logger): void {
  let stopping = false;
  const onSignal = (signal: "SIGINT" | "SIGTERM" | "SIGHUP"): void => {
    // A terminal that closes says so more than once, by itself and by its shell.
    if (stopping && signal === "SIGHUP") return;
    // Any other second signal is an impatient person: nothing that was answered is lost by ending here.
    if (stopping) process.exit(128 + constants.signals[signal]);
    stopping = true;
    log.info("told to stop", { signal });
    setTimeout(() => {
      log.error("did not stop in time", { deadlineMs: PROCESS_DEADLINE_MS });
      process.exit(1);
    }, PROCESS_DEADLINE_MS);
    stop(ANSWERS_DEADLINE_MS).then(
      () => process.exit(0),
      (thrown: unknown) => {
        log.error("stopping failed", errorFields(thrown));
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  process.on("SIGHUP", onSignal);
}

/**
 * Logs an error that nobody caught and ends the process: its state can no longer be trusted, the store's can. What a
 * function of the app left behind ends nothing.
 */
export function exitOnUncaughtErrors(log: Logger): void {
  const onFault = (thrown: unknown): void => {
    if (attributeToFunction(thrown, log)) return;
    log.error("uncaught error", errorFields(thrown));
    process.exit(1);
  };
  process.on("uncaughtException", onFault);
  process.on("unhandledRejection", onFault);
}
