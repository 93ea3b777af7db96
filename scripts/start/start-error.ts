/** What keeps the service from starting and the person at the terminal can mend. */

/** Its message is one line for that person; it needs no stack. */
export class StartError extends Error {
  override readonly name = "StartError";
}
