/** What the rows of reminders imply, and the function that writes them. */
import { writerOf, type Table } from "../lib/rows";

export const REMINDERS = "reminders";

export const reminders: Table<"reminders"> = {
  name: "reminders",
  travels: "in lines",
  // The list is descending, and the soonest comes first.
  lists: ({ _id, dueAt }) => [{ list: REMINDERS, facets: {}, key: Number.MAX_SAFE_INTEGER - dueAt, id: _id }],
  texts: ({ text, from }) => [text, from],
  erasable: {
    kinds: ["reminder"],
    of: ({ createdAt: at, from, scope }) => ({ kind: "reminder", at, from, scope }),
  },
  partOf: [{ of: ["events"], field: "noteId", index: "by_note" }],
};
export const writeReminder = writerOf(reminders);
