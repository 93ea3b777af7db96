/** What the rows of events imply, and the function that writes them. */
import type { Doc } from "../_generated/dataModel";
import { stringsIn } from "../lib/jsonText";
import * as Listing from "../lib/listing";
import { writerOf, type Row, type Table } from "../lib/rows";

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
