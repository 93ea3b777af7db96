/** What the rows of erasures imply, and the functions that write them. */
import { partOf, writerOf, type Table } from "../lib/rows";

export const erasures: Table<"erasures"> = {
  name: "erasures",
  travels: { not: "is about this service: plans and receipts of its erasures" },
  texts: ({ filter, probes }) => [
    filter?.text,
    filter?.from,
    filter?.entity,
    ...probes.map(({ text }) => text),
  ],
};
export const writeErasure = writerOf(erasures);

export const erasureItems: Table<"erasureItems"> = {
  name: "erasureItems",
  travels: { not: "is work in progress, which ends here" },
  partOf: [
    partOf("erasures", (ctx, id) =>
      ctx.db.query("erasureItems").withIndex("by_number", (q) => q.eq("erasureId", id)),
    ),
  ],
};
export const writeItem = writerOf(erasureItems);
