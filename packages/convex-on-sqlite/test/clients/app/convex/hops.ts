/** Tracks an error through nested calls: each caller adds its name to the data, which proves that it got all of it. */
import { ConvexError, type Value } from "convex/values";

/** The error's data: the thrower's own, and the calls it passed through, innermost first. */
export type Failure = { data: Value; hops: string[] };

/** Runs a call and rethrows its ConvexError with the caller's name added. */
export async function rethrowWithHop<T>(hop: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    if (!(thrown instanceof ConvexError)) throw thrown;
    const { data, hops } = thrown.data as Failure;
    throw new ConvexError({ data, hops: [...hops, hop] });
  }
}
