/** What the rows of memories imply, and the functions that write them. */
import { isEvidence } from "../../mind/reflections/isEvidence";
import { stringsIn } from "../lib/jsonText";
import * as Attributes from "../lib/attributes";
import * as Listing from "../lib/listing";
import * as Metadata from "./metadata";
import { writerOf, type Row, type Table } from "../lib/rows";
import { millionths } from "../lib/totals";

export const LIST = "memories";
/** Pinned memories have a list of their own. They are few, so the main list needs no facet for them. */
export const PINNED = "pinned memories";

export const memories: Table<"memories"> = {
  name: "memories",
  travels: "in lines",
  lists: placesOf,
  counts: (row) => ({
    memories: {
      [row.type]: 1,
      unique: row.unique ? 1 : 0,
      importance: millionths(row.importance),
      confidence: millionths(row.confidence),
      // What may call for a reflection (reflections/schedule).
      evidence: isEvidence(row) ? millionths(row.importance) : 0,
      characters: row.content.length + (row.metadata?.length ?? 0),
    },
  }),
  texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
  erasable: {
    kinds: ["memory"],
    of: ({ version, createdAt: at, entities, scope, metadata }) => {
      const { from } = Metadata.read(metadata ?? "{}");
      return {
        kind: "memory",
        version,
        at,
        entities,
        scope,
        from: typeof from === "string" ? from : undefined,
      };
    },
  },
};
export const writeMemory = writerOf(memories);

/** A memory stands in its lists by scope, type and sentiment, and in one for each attribute that it can be filtered by. */
async function placesOf(row: Row<"memories">): Promise<Listing.Placed[]> {
  const { _id: id, scope, importance: measure, createdAt: key, type, sentiment, metadata, pinned } = row;
  const facets = { type, sentiment: sentiment.label };
  const attributes = [...Attributes.metadataAttributes(metadata), ...Attributes.nameAttributes(metadata)];
  const lists = [
    ...(pinned === true ? [LIST, PINNED] : [LIST]).map((list) => ({ list, facets })),
    ...(await listsOfAttributes(attributes)),
  ];
  return lists.map((one) => ({ ...Listing.inScope({ ...one, scope }), key, id, measure }));
}

/** The lists of rows with these attributes. */
export async function listsOfAttributes(attributes: readonly string[]) {
  const lists = await Promise.all(attributes.map((attribute) => Attributes.listOf(LIST, attribute)));
  return lists.map((list) => ({ list, facets: {} }));
}

export const memoryActivation: Table<"memoryActivation"> = {
  name: "memoryActivation",
  travels: { within: "memories", of: ({ memoryId }) => memoryId },
  // Apart, so that a search, which recalls, writes no row that a store reads.
  counts: ({ salience, initialSalience = 0 }) => ({
    memories: { salience: millionths(initialSalience) },
    recalls: { salience: millionths(salience) - millionths(initialSalience) },
  }),
  partOf: [{ of: ["memories"], field: "memoryId", index: "by_memory" }],
};
export const writeActivation = writerOf(memoryActivation);

export const links: Table<"links"> = {
  name: "links",
  travels: "in lines",
  counts: () => ({ memories: { links: 1 } }),
  partOf: [
    { of: ["memories"], field: "source", index: "by_source" },
    { of: ["memories"], field: "target", index: "by_target" },
  ],
};
export const writeLink = writerOf(links);

export const merges: Table<"merges"> = {
  name: "merges",
  travels: "in lines",
  counts: ({ content }) => ({ memories: { characters: content.length } }),
  texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
  partOf: [{ of: ["memories"], field: "memoryId", index: "by_memory" }],
};
export const writeMerge = writerOf(merges);

export const memoryVersions: Table<"memoryVersions"> = {
  name: "memoryVersions",
  travels: "in lines",
  counts: ({ content }) => ({ memories: { characters: content.length } }),
  texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
  partOf: [{ of: ["memories"], field: "memoryId", index: "by_memory" }],
};
export const writeVersion = writerOf(memoryVersions);

export const linkProgress: Table<"linkProgress"> = { name: "linkProgress", travels: "in lines" };
export const writeLinkProgress = writerOf(linkProgress);
