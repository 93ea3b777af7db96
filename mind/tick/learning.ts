/** The memories that a tick learns, each with the events that it rests on. */
import type { LEARNED_TYPES } from "../enums";
import { namedEvents, nounOf } from "./events";
import type { SituationEvent, SituationMemory } from "./situation";

/** A memory to store, as the model or the journal gives it. */
export interface Learned {
  readonly type: (typeof LEARNED_TYPES)[number];
  readonly content: string;
  /** 0 to 1; null if it is to be computed from the text. */
  readonly importance: number | null;
  /** The numbers of the events that it rests on, at least one. */
  readonly basedOn: readonly number[];
  /** The upper limit of its confidence, 0 to 1; 1 if left out. */
  readonly mostConfidence?: number;
  /** The numbers of the shown memories that it corrects. */
  readonly corrects?: readonly number[];
}

/** A learned memory, as the end of the tick stores it. */
export interface Remembered {
  readonly type: Learned["type"];
  readonly content: string;
  readonly importance: number | null;
  /** 0 to 1. */
  readonly confidence: number;
  /** JSON text of an object. */
  readonly metadata: string;
  /** The events that it rests on. */
  readonly eventIds: string[];
  /** The numbers of the shown memories that it corrects. */
  readonly corrects: number[];
}

const LEARNED_BY = "tick";

/** Longer metadata of an event (UTF-16 units of JSON) is not copied, so that a memory's stays within the limit for callers. */
const METADATA_LENGTH = 8_000;

/**
 * `learned` as it is stored, with its source in the metadata. `confidence`, 0 to 1, is that of the whole answer, which no memory
 * exceeds. `eventIds` are the ids of `events`.
 */
export function remembered(
  learned: readonly Learned[],
  events: readonly SituationEvent[],
  eventIds: readonly string[],
  confidence: number,
): Remembered[] {
  return learned.map(({ type, content, importance, basedOn, mostConfidence = 1, corrects = [] }) => {
    // A note before others: its sender stands for what it says, as nobody does for a feed (memories/corrections).
    const first = basedOn.find((number) => events[number - 1]?.source.kind === "wake") ?? basedOn[0] ?? 0;
    return {
      type,
      content,
      importance,
      confidence: Math.min(confidence, mostConfidence),
      metadata: JSON.stringify({
        ...originOf(
          basedOn.flatMap((number) => events.slice(number - 1, number)),
          events[first - 1],
        ),
        eventId: eventIds[first - 1],
      }),
      eventIds: basedOn.flatMap((number) => eventIds.slice(number - 1, number)),
      corrects: [...corrects],
    };
  });
}

/** Whether a memory with this metadata was learned in a tick, so that an event says the same. */
export function isLearned(metadata: Readonly<Record<string, unknown>>): boolean {
  return metadata["learnedBy"] === LEARNED_BY;
}

/** The note that a memory with this metadata was learned from; undefined for any other memory. */
export function noteLearnedFrom(metadata: Readonly<Record<string, unknown>>): SituationMemory["note"] {
  const { source, eventId: id, from } = metadata;
  if (!isLearned(metadata) || source !== "note" || typeof id !== "string") return undefined;
  return typeof from === "string" ? { id, from } : { id };
}

/** The source of a memory: the kinds of its events; of `first` its impact or priority, its metadata and its sender. */
function originOf(events: readonly SituationEvent[], first: SituationEvent | undefined) {
  const sources = [
    ...new Set(events.map(({ source }) => (source.kind === "feed" ? source.type : nounOf({ source })))),
  ];
  const { source } = first ?? {};
  return {
    source: sources.length === 1 ? sources[0] : LEARNED_BY,
    context: namedEvents(events),
    ...(source?.kind === "wake" ? { priority: source.priority } : {}),
    ...(source?.kind === "feed" ? { impact: source.impact } : {}),
    ...(first === undefined ? {} : ownMetadata(first)),
    ...(source === undefined || source.kind === "feed" || source.from === undefined
      ? {}
      : { from: source.from }),
    learnedBy: LEARNED_BY,
  };
}

/** The metadata of an event; empty if it is too long to be copied. */
function ownMetadata({ metadata = "{}" }: SituationEvent): object {
  return metadata.length > METADATA_LENGTH ? {} : JSON.parse(metadata);
}
