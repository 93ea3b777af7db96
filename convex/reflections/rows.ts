/** What the row of reflecting implies, and the function that writes it. */
import { writerOf, type Table } from "../lib/rows";

export const reflectionProgress: Table<"reflectionProgress"> = {
  name: "reflectionProgress",
  travels: "in lines",
};
export const writeProgress = writerOf(reflectionProgress);
