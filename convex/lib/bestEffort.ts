/** Steps that whoever takes them can do without. */

/**
 * What the step answers, or null where it fails: the rest goes on without it, and the log says `what` was not done, with
 * these `facts` (ids, never what somebody wrote).
 */
export async function bestEffort<T>(
  what: string,
  step: () => Promise<T>,
  facts: Readonly<Record<string, string>> = {},
): Promise<T | null> {
  try {
    return await step();
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    console.warn(JSON.stringify({ message: what, ...facts, error }));
    return null;
  }
}
