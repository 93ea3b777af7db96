/** What the rows of erasures imply, and the functions that write them. */
import { writerOf, type Table } from "../lib/rows";

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
  partOf: [{ of: ["erasures"], field: "erasureId", index: "by_number" }],
};
export const writeItem = writerOf(erasureItems);
