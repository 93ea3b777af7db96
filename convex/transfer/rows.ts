/** What the rows of imports imply, and the functions that write them. */
import { writerOf, type Table } from "../lib/rows";

const SERVICE = "is about this service and what it imported";

export const importSources: Table<"importSources"> = { name: "importSources", travels: { not: SERVICE } };
export const writeSource = writerOf(importSources);

export const importedRows: Table<"importedRows"> = { name: "importedRows", travels: { not: SERVICE } };
export const writeImported = writerOf(importedRows);
