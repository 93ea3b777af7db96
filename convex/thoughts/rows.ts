/** What the rows of thinking imply, and the functions that write them. */
import type { Placed } from "../lib/listing";
import { writerOf, type Table } from "../lib/rows";
import { millionths } from "../lib/totals";
import { BRILLIANT_LIST, LIST, REFLECTION_LIST } from "./reads";

export const thoughts: Table<"thoughts"> = {
  name: "thoughts",
  travels: "in lines",
  lists: ({ _id: id, tone, confidence, novelty, isBrilliant, basedOn, timestamp: key }) => {
    const facets = { tone };
    const places: Placed[] = [{ list: LIST, facets, key, id, measure: confidence }];
    if (isBrilliant) places.push({ list: BRILLIANT_LIST, facets, key, id, measure: novelty });
    if (basedOn !== undefined) places.push({ list: REFLECTION_LIST, facets: {}, key, id });
    return places;
  },
  counts: ({ tone, isBrilliant, basedOn, confidence, seeds }) => ({
    thoughts: {
      [tone]: 1,
      brilliant: isBrilliant ? 1 : 0,
      reflections: basedOn === undefined ? 0 : 1,
      confidence: millionths(confidence),
      seeds: seeds.length,
    },
  }),
  texts: ({ content, seeds, sources, entities = [], basedOn, brillianceFactors }) => [
    content,
    ...seeds,
    ...sources,
    ...entities,
    ...(basedOn?.dominantThemes ?? []),
    ...(brillianceFactors?.commonEntities ?? []),
  ],
  erasable: { kinds: ["thought"], of: ({ timestamp: at, scope }) => ({ kind: "thought", at, scope }) },
};
export const writeThought = writerOf(thoughts);

export const thoughtSchedule: Table<"thoughtSchedule"> = {
  name: "thoughtSchedule",
  travels: "in lines",
  texts: ({ last }) => [last?.because],
};
export const writeSchedule = writerOf(thoughtSchedule);
