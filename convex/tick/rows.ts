/** What the rows of ticks imply, and the functions that write them. */
import { writerOf, type Table } from "../lib/rows";

export const TICKS = "ticks";

export const ticks: Table<"ticks"> = {
  name: "ticks",
  travels: "in lines",
  lists: ({ _id, trigger, outcome, startedAt }) => [
    { list: TICKS, facets: { trigger, outcome }, key: startedAt, id: _id },
  ],
  texts: ({ error, skipped, ungrounded }) => [
    error,
    skipped,
    ...(ungrounded ?? []).map(({ token }) => token),
  ],
};
export const writeTick = writerOf(ticks);

export const poisonSearch: Table<"poisonSearch"> = {
  name: "poisonSearch",
  travels: { not: "is work in progress, which ends here" },
};
export const writePoisonSearch = writerOf(poisonSearch);
