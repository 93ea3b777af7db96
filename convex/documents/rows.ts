/** What the rows of search documents imply, and the function that writes them. Embedding and search both build on them. */
import { writerOf, type Table } from "../lib/rows";

const OWNERS = ["memories", "thoughts", "knowledge"] as const;

export const searchDocuments: Table<"searchDocuments"> = {
  name: "searchDocuments",
  travels: { not: "is derived: an import builds it as a store does" },
  counts: ({ space, vectorId }) =>
    space === "memory" && vectorId !== undefined ? { memories: { embedded: 1 } } : {},
  partOf: [{ of: OWNERS, field: "owner", index: "by_owner" }],
  ids: { owner: OWNERS },
};
export const writeDocument = writerOf(searchDocuments);
