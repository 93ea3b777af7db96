/** What the rows of imports imply, and the functions that write them. */
import { stringsIn } from "../lib/jsonText";
import { writerOf, type Table } from "../lib/rows";

const SERVICE = "is about this service and what it imported";

export const importSources: Table<"importSources"> = { name: "importSources", travels: { not: SERVICE } };
export const writeSource = writerOf(importSources);

export const importedRows: Table<"importedRows"> = { name: "importedRows", travels: { not: SERVICE } };
export const writeImported = writerOf(importedRows);

export const importWaiting: Table<"importWaiting"> = {
  name: "importWaiting",
  travels: { not: "is work in progress, which ends here" },
  texts: ({ line }) => stringsIn(line),
};
export const writeWaiting = writerOf(importWaiting);
