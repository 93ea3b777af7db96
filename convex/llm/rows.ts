/** What the rows of usage imply, and the function that writes them. */
import { writerOf, type Table } from "../lib/rows";

export const USAGE = "usage";

export const usage: Table<"usage"> = {
  name: "usage",
  travels: { not: "is about this service: what its calls cost it" },
  lists: ({ _id, day }) => [{ list: USAGE, facets: {}, key: day, id: _id }],
};
export const writeUsage = writerOf(usage);
