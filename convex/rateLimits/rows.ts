/** What the rows of counted requests imply, and the function that writes them. */
import { writerOf, type Table } from "../lib/rows";

export const requestCounts: Table<"requestCounts"> = {
  name: "requestCounts",
  travels: { not: "is about this service, not about the agent" },
};
export const writeRequestCount = writerOf(requestCounts);
