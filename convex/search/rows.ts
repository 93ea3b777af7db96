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

/** A vector is deleted this long after it was stored, also because its model may no longer be used. */
const VECTOR_KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

export const queryVectors: Table<"queryVectors"> = {
  name: "queryVectors",
  travels: { not: CACHE },
  expires: ({ db }, now) =>
    db.query("queryVectors").withIndex("by_createdAt", (q) => q.lt("createdAt", now - VECTOR_KEPT_MS)),
};
export const writeQueryVector = writerOf(queryVectors);

/** No action runs longer, so the one that should have taken the query did not run. */
const LATE_KEPT_MS = 10 * 60_000;

export const lateQueries: Table<"lateQueries"> = {
  name: "lateQueries",
  travels: { not: CACHE },
  expires: ({ db }, now) =>
    db.query("lateQueries").withIndex("by_creation_time", (q) => q.lt("_creationTime", now - LATE_KEPT_MS)),
};
export const writeLateQuery = writerOf(lateQueries);
