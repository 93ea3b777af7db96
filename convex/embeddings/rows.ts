/** What the rows of vectors and of their queue imply, and the functions that write them. */
import { writerOf, type Table } from "../lib/rows";

export const vectors: Table<"vectors"> = {
  name: "vectors",
  // On request.
  travels: "in lines",
  partOf: [{ of: ["searchDocuments"], field: "documentId", index: "by_document" }],
};
export const writeVector = writerOf(vectors);

export const embeddingQueue: Table<"embeddingQueue"> = {
  name: "embeddingQueue",
  travels: { not: "is work in progress, which ends here" },
  partOf: [{ of: ["searchDocuments"], field: "documentId", index: "by_document" }],
};
export const writeQueueEntry = writerOf(embeddingQueue);

export const embeddingProvider: Table<"embeddingProvider"> = {
  name: "embeddingProvider",
  travels: { not: "is about this service's provider, not about the agent" },
};
export const writeProvider = writerOf(embeddingProvider);
