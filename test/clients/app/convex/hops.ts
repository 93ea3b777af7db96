/** A failure on its way up: each caller adds its name to the data, which proves that it got it whole. */
import { ConvexError, type Value } from "convex/values";

/** The data of a failure: the thrower's own, and who passed it on, the thrower first. */
export type Failure = { data: Value; hops: string[] };

/** Calls; what a call throws as a ConvexError is thrown again under the caller's name. */
export async function passOn<T>(hop: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    if (!(thrown instanceof ConvexError)) throw thrown;
    const { data, hops } = thrown.data as Failure;
    throw new ConvexError({ data, hops: [...hops, hop] });
  }
}
