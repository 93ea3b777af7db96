/** An error that prevents the start and that the operator can fix. */

/** Its message is a single line for the operator; no stack is needed. */
export class StartError extends Error {
  override readonly name = "StartError";
}
