/** Optional steps. */

/**
 * The step's result; null where it throws. The log then has `message` and the `details`: ids, never text of a person.
 */
export async function bestEffort<T>(
  message: string,
  step: () => Promise<T>,
  details: Readonly<Record<string, string>> = {},
): Promise<T | null> {
  try {
    return await step();
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    console.warn(JSON.stringify({ message, ...details, error }));
    return null;
  }
}
