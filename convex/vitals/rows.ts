/** What the row of vital signs implies, and the function that writes it. */
import { writerOf, type Table } from "../lib/rows";

export const vitals: Table<"vitals"> = {
  name: "vitals",
  travels: { not: "is about this service; its count of ticks is made from the ticks" },
};
export const writeVitals = writerOf(vitals);
