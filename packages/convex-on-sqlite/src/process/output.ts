/** Keeps the process running when its output ends: the reader of a pipe exits, a disk is full. */

/**
 * Continues without the log if it can't be written, and reports that once on stderr. Otherwise the error would be uncaught,
 * and logging it would fail as well.
 */
export function ignoreOutputErrors(): void {
  let reported = false;
  process.stdout.on("error", (error) => {
    if (reported) return;
    reported = true;
    process.stderr.write(`The log can't be written (${error.message}); the service continues without it.\n`);
  });
  // Nothing is left to report to.
  process.stderr.on("error", () => undefined);
}
