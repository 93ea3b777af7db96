/** Steps that whoever takes them can do without. */

/** What the step answers, or null where it fails: the rest goes on without it, and the log says `what` was not done. */
export async function orWarn<T>(what: string, step: () => Promise<T>): Promise<T | null> {
  try {
    return await step();
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    console.warn(JSON.stringify({ message: what, error }));
    return null;
  }
}
