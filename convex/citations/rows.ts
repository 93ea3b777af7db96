/** What the rows of citations imply, and the function that writes them. */
import { writerOf, type Table } from "../lib/rows";

const CITED = ["memories", "thoughts", "events", "knowledge"] as const;

export const citations: Table<"citations"> = {
  name: "citations",
  travels: "in lines",
  partOf: [
    { of: CITED, field: "source", index: "by_source" },
    { of: CITED, field: "derived", index: "by_derived" },
  ],
  ids: { source: CITED, derived: CITED },
};
export const writeCitation = writerOf(citations);
