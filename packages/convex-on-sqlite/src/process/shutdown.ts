/** The end of the process: gracefully on a signal, at once on a second one. */
import { constants } from "node:os";
import { errorFields, type Logger } from "../log";

// Ten seconds in total: eight for running requests, the rest to close the store.
const ANSWERS_DEADLINE_MS = 8_000;
const PROCESS_DEADLINE_MS = 9_500;

/** Ends the process on SIGINT, SIGTERM and SIGHUP, with 0 if `stop` succeeds. `stop` receives its time limit in milliseconds. */
export function stopOnSignals(stop: (deadlineMs: number) => Promise<void>, log: Logger): void {
  let stopping = false;
  const onSignal = (signal: "SIGINT" | "SIGTERM" | "SIGHUP"): void => {
    // A closing terminal sends SIGHUP more than once, itself and through its shell.
    if (stopping && signal === "SIGHUP") return;
    // Any other second signal ends the process at once; no answered write is lost.
    if (stopping) process.exit(128 + constants.signals[signal]);
    stopping = true;
    log.info("received a signal to stop", { signal });
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
