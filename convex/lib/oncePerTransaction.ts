/** What a transaction needs to read or do once, however many rows it handles. */
import type { QueryCtx } from "../_generated/server";

/** `work`, whose result each transaction keeps: for what no transaction changes after it has asked. */
export function oncePerTransaction<Ctx extends QueryCtx, Result>(
  work: (ctx: Ctx) => Promise<Result>,
): (ctx: Ctx) => Promise<Result> {
  // Each call of a function has a database object of its own.
  const results = new WeakMap<object, Promise<Result>>();
  return (ctx) => {
    const result = results.get(ctx.db) ?? work(ctx);
    results.set(ctx.db, result);
    return result;
  };
}
