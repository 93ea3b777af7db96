/** What the rows of the agent imply, and the functions that write them. */
import type { Doc } from "../_generated/dataModel";
import { stringsIn } from "../lib/jsonText";
import * as Listing from "../lib/listing";
import { writerOf, type Row, type Table } from "../lib/rows";

export const agent: Table<"agent"> = {
  name: "agent",
  travels: "in lines",
  texts: ({ summary }) => [summary],
};
export const writeAgent = writerOf(agent);

export const vitals: Table<"vitals"> = {
  name: "vitals",
  travels: { not: "is about this service; its count of ticks is made from the ticks" },
};
export const writeVitals = writerOf(vitals);

export const LOGS = "logs";

export const logs: Table<"logs"> = {
  name: "logs",
  travels: "in lines",
  lists: ({ _id, mood, routine, timestamp }) => [
    { list: LOGS, facets: { mood, routine }, key: timestamp, id: _id },
  ],
  texts: ({ summary, detail, remark }) => [summary, detail, remark],
  erasable: { kinds: ["log"], of: ({ timestamp: at, scope }) => ({ kind: "log", at, scope }) },
};
export const writeLog = writerOf(logs);

export const ARTIFACTS = "artifacts";

export const artifacts: Table<"artifacts"> = {
  name: "artifacts",
  travels: "in lines",
  lists: ({ _id, type, timestamp }) => [{ list: ARTIFACTS, facets: { type }, key: timestamp, id: _id }],
  texts: ({ content }) => [content],
  erasable: { kinds: ["artifact"], of: ({ timestamp: at, scope }) => ({ kind: "artifact", at, scope }) },
};
export const writeArtifact = writerOf(artifacts);

export const EVENTS = "events";
/** The notes among the events. */
export const NOTES = "notes";

export const events: Table<"events"> = {
  name: "events",
  travels: "in lines",
  lists: (row) => (row.source.kind === "wake" ? [placeOf(row), noteOf(row)] : [placeOf(row)]),
  texts: ({ content, metadata, reply, source }) => [
    content,
    reply?.text,
    ...(source.kind === "feed" ? [] : [source.from]),
    ...stringsIn(metadata),
  ],
  erasable: {
    kinds: ["note", "event"],
    of: ({ source, receivedAt: at, scope }) => ({
      kind: source.kind === "wake" ? "note" : "event",
      at,
      scope,
      from: source.kind === "feed" ? undefined : source.from,
    }),
  },
};
export const writeEvent = writerOf(events);

function placeOf({ _id: id, source, scope, receivedAt: key }: Row<"events">): Listing.Placed {
  return { ...Listing.inScope({ list: EVENTS, facets: { kind: source.kind }, scope }), key, id };
}

function noteOf({ _id: id, source, scope, reply, receivedAt: key }: Row<"events">): Listing.Placed {
  const from = source.kind === "wake" ? source.from : undefined;
  const facets = { from: senderFacet(from), status: reply === undefined ? "pending" : "answered" };
  return { ...Listing.inScope({ list: NOTES, facets, scope }), key, id };
}

/** Encoded, because a sender's name may contain any character and the name of a list may not. */
export function senderFacet(from: string | undefined): string {
  return from === undefined ? "" : Listing.facetOf(from);
}

/** An event as it is inserted: no tick has consumed it. */
export type NewEvent = Omit<Doc<"events">, "_id" | "_creationTime" | "consumedBy">;
