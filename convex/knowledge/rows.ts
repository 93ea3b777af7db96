/** What the rows of knowledge imply, and the functions that write them. */
import { stringsIn } from "../lib/jsonText";
import { writerOf, type Table } from "../lib/rows";
import { placesOf } from "./lists";

export const knowledge: Table<"knowledge"> = {
  name: "knowledge",
  travels: "in lines",
  lists: placesOf,
  texts: ({ title, source, tags }) => [title, source, ...tags],
  erasable: {
    kinds: ["knowledge"],
    of: ({ version, updatedAt: at, scope }) => ({ kind: "knowledge", version, at, scope }),
  },
};
export const writeItem = writerOf(knowledge);

export const knowledgeContents: Table<"knowledgeContents"> = {
  name: "knowledgeContents",
  travels: { within: "knowledge", of: ({ knowledgeId }) => knowledgeId },
  texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
  partOf: [{ of: ["knowledge"], field: "knowledgeId", index: "by_knowledge" }],
};
export const writeContents = writerOf(knowledgeContents);

export const passages: Table<"passages"> = {
  name: "passages",
  travels: { not: "is derived: an import builds it as a store does" },
  partOf: [{ of: ["searchDocuments"], field: "documentId", index: "by_document" }],
};
export const writePassage = writerOf(passages);
