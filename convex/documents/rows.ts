/** What the rows of search documents imply, and the function that writes them. Embedding and search both build on them. */
import { partOf, writerOf, type Table } from "../lib/rows";

const ownedBy = (of: "memories" | "thoughts" | "knowledge") =>
  partOf<"searchDocuments", typeof of>(of, (ctx, id) =>
    ctx.db.query("searchDocuments").withIndex("by_owner", (q) => q.eq("owner", id)),
  );

export const searchDocuments: Table<"searchDocuments"> = {
  name: "searchDocuments",
  travels: { not: "is derived: an import builds it as a store does" },
  counts: ({ space, vectorId }) =>
    space === "memory" && vectorId !== undefined ? { memories: { embedded: 1 } } : {},
  partOf: [ownedBy("memories"), ownedBy("thoughts"), ownedBy("knowledge")],
};
export const writeDocument = writerOf(searchDocuments);
