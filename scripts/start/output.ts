/** What the process writes to may end before it does: the reader of a pipe leaves, a disk is full. */

/**
 * Has the service go on without its log where that can't be written, and says so once on stderr. Without this the error
 * is nobody's, and to log it is the next one.
 */
export function ignoreOutputErrors(): void {
  let told = false;
  process.stdout.on("error", (error) => {
    if (told) return;
    told = true;
    process.stderr.write(`The log can't be written (${error.message}); the service goes on without it.\n`);
  });
  // Then there is nobody left to tell.
  process.stderr.on("error", () => undefined);
}
