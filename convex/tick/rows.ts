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

/** A tick that is killed leaves its partial replies, which nobody reads for long. */
const PARTIAL_KEPT_MS = 2 * 60_000;

export const partialReplies: Table<"partialReplies"> = {
  name: "partialReplies",
  travels: { not: "is work in progress, which ends here" },
  partOf: [{ of: ["events"], field: "noteId", index: "by_note" }],
  texts: ({ text }) => [text],
  expires: ({ db }, now) =>
    db.query("partialReplies").withIndex("by_writtenAt", (q) => q.lte("writtenAt", now - PARTIAL_KEPT_MS)),
};
export const writePartialReply = writerOf(partialReplies);

export const poisonSearch: Table<"poisonSearch"> = {
  name: "poisonSearch",
  travels: { not: "is work in progress, which ends here" },
};
export const writePoisonSearch = writerOf(poisonSearch);
