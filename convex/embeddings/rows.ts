/** What the rows of vectors and of their queue imply, and the functions that write them. */
import { partOf, writerOf, type Table } from "../lib/rows";

export const vectors: Table<"vectors"> = {
  name: "vectors",
  // On request.
  travels: "in lines",
  partOf: [
    partOf("searchDocuments", (ctx, id) =>
      ctx.db.query("vectors").withIndex("by_document", (q) => q.eq("documentId", id)),
    ),
  ],
};
export const writeVector = writerOf(vectors);

export const embeddingQueue: Table<"embeddingQueue"> = {
  name: "embeddingQueue",
  travels: { not: "is work in progress, which ends here" },
  partOf: [
    partOf("searchDocuments", (ctx, id) =>
      ctx.db.query("embeddingQueue").withIndex("by_document", (q) => q.eq("documentId", id)),
    ),
  ],
};
export const writeQueueEntry = writerOf(embeddingQueue);

export const embeddingProvider: Table<"embeddingProvider"> = {
  name: "embeddingProvider",
  travels: { not: "is about this service's provider, not about the agent" },
};
export const writeProvider = writerOf(embeddingProvider);
