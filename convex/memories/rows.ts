/** What the rows of memories imply, and the functions that write them. */
import { isEvidence } from "../../mind/reflections/isEvidence";
import { stringsIn } from "../lib/jsonText";
import { partOf, writerOf, type Table } from "../lib/rows";
import { millionths } from "../lib/totals";
import { placesOf } from "./lists";

export const memories: Table<"memories"> = {
  name: "memories",
  travels: "in lines",
  lists: placesOf,
  counts: {
    memories: (row) => ({
      [row.type]: 1,
      unique: row.unique ? 1 : 0,
      importance: millionths(row.importance),
      confidence: millionths(row.confidence),
      // Only rises by what may call for a reflection (reflections/schedule).
      evidence: isEvidence(row) ? millionths(row.importance) : 0,
      characters: row.content.length + (row.metadata?.length ?? 0),
    }),
  },
  texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
};
export const writeMemory = writerOf(memories);

export const memoryActivation: Table<"memoryActivation"> = {
  name: "memoryActivation",
  travels: { within: "memories", of: ({ memoryId }) => memoryId },
  // Apart, so that a search, which recalls, writes no row that a store reads.
  counts: {
    memories: ({ initialSalience = 0 }) => ({ salience: millionths(initialSalience) }),
    recalls: ({ salience, initialSalience = 0 }) => ({
      salience: millionths(salience) - millionths(initialSalience),
    }),
  },
  partOf: [
    partOf("memories", (ctx, id) =>
      ctx.db.query("memoryActivation").withIndex("by_memory", (q) => q.eq("memoryId", id)),
    ),
  ],
};
export const writeActivation = writerOf(memoryActivation);

export const links: Table<"links"> = {
  name: "links",
  travels: "in lines",
  counts: { memories: () => ({ links: 1 }) },
  partOf: [
    partOf("memories", (ctx, id) => ctx.db.query("links").withIndex("by_source", (q) => q.eq("source", id))),
    partOf("memories", (ctx, id) => ctx.db.query("links").withIndex("by_target", (q) => q.eq("target", id))),
  ],
};
export const writeLink = writerOf(links);

export const merges: Table<"merges"> = {
  name: "merges",
  travels: "in lines",
  counts: { memories: ({ content }) => ({ characters: content.length }) },
  texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
  partOf: [
    partOf("memories", (ctx, id) =>
      ctx.db.query("merges").withIndex("by_memory", (q) => q.eq("memoryId", id)),
    ),
  ],
};
export const writeMerge = writerOf(merges);

export const memoryVersions: Table<"memoryVersions"> = {
  name: "memoryVersions",
  travels: "in lines",
  counts: { memories: ({ content }) => ({ characters: content.length }) },
  texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
  partOf: [
    partOf("memories", (ctx, id) =>
      ctx.db.query("memoryVersions").withIndex("by_memory", (q) => q.eq("memoryId", id)),
    ),
  ],
};
export const writeVersion = writerOf(memoryVersions);

export const linkProgress: Table<"linkProgress"> = { name: "linkProgress", travels: "in lines" };
export const writeLinkProgress = writerOf(linkProgress);
