/** What the rows of erasures imply, and the functions that write them. */
import type { QueryCtx } from "../_generated/server";
import { writerOf, type Table } from "../lib/rows";

/** Plans that were not carried out in time, and old receipts. */
const expired = ({ db }: QueryCtx, now: number) =>
  db.query("erasures").withIndex("by_expiresAt", (q) => q.lte("expiresAt", now));

export const erasures: Table<"erasures"> = {
  name: "erasures",
  travels: { not: "is about this service: plans and receipts of its erasures" },
  texts: ({ filter, probes }) => [
    filter?.text,
    filter?.from,
    filter?.entity,
    ...probes.map(({ text }) => text),
  ],
  expires: expired,
};
export const writeErasure = writerOf(erasures);

export const erasureItems: Table<"erasureItems"> = {
  name: "erasureItems",
  travels: { not: "is work in progress, which ends here" },
  partOf: [{ of: ["erasures"], field: "erasureId", index: "by_number" }],
  // The registry names them before their plans, which are deleted after them.
  async *expires(ctx, now) {
    for await (const { _id } of expired(ctx, now))
      yield* ctx.db.query("erasureItems").withIndex("by_number", (q) => q.eq("erasureId", _id));
  },
};
export const writeItem = writerOf(erasureItems);
