/** What the rows of search imply, and the functions that write them. */
import { writerOf, type Table } from "../lib/rows";

const DERIVED = "is derived: an import builds it as a store does";
const CACHE = "is a cache";

export const documentFrequencies: Table<"documentFrequencies"> = {
  name: "documentFrequencies",
  travels: { not: DERIVED },
};
export const writeFrequencies = writerOf(documentFrequencies);

export const corpora: Table<"corpora"> = { name: "corpora", travels: { not: DERIVED } };
export const writeCorpus = writerOf(corpora);

export const queryVectors: Table<"queryVectors"> = { name: "queryVectors", travels: { not: CACHE } };
export const writeQueryVector = writerOf(queryVectors);

export const lateQueries: Table<"lateQueries"> = { name: "lateQueries", travels: { not: CACHE } };
export const writeLateQuery = writerOf(lateQueries);
