/** What a tick learns: things to remember, each with the events that it rests on. */
import type { LEARNED_TYPES } from "../enums";
import { namedEvents, nounOf } from "./events";
import type { SituationEvent } from "./situation";

/** Something to be remembered. */
export interface Learned {
  readonly type: (typeof LEARNED_TYPES)[number];
  readonly content: string;
  /** 0 to 1; judged from the text where null. */
  readonly importance: number | null;
  /** The numbers of the events it rests on, one at least. */
  readonly basedOn: readonly number[];
  /** 0 to 1: where given, it is remembered as no surer than that. */
  readonly mostConfidence?: number;
  /** The numbers of the memories shown that it brings up to date. */
  readonly corrects?: readonly number[];
}

/** What a tick's end stores of it. */
export interface Remembered {
  readonly type: Learned["type"];
  readonly content: string;
  readonly importance: number | null;
  /** 0 to 1. */
  readonly confidence: number;
  /** JSON text of an object. */
  readonly metadata: string;
  /** The numbers of the memories shown that it brings up to date. */
  readonly corrects: number[];
}

const LEARNED_BY = "tick";

/** Characters of JSON of an event's own metadata that a memory of it takes over: with the rest less than a caller may send. */
const METADATA_LENGTH = 8_000;

/**
 * `learned` as it is stored, no surer than its teller is (`confidence`, 0 to 1), with where it came from. `eventIds` are those
 * of `events`.
 */
export function remembered(
  learned: readonly Learned[],
  events: readonly SituationEvent[],
  eventIds: readonly string[],
  confidence: number,
): Remembered[] {
  return learned.map(({ type, content, importance, basedOn, mostConfidence = 1, corrects = [] }) => ({
    type,
    content,
    importance,
    confidence: Math.min(confidence, mostConfidence),
    metadata: JSON.stringify({
      ...originOf(basedOn.flatMap((number) => events.slice(number - 1, number))),
      eventId: eventIds[(basedOn[0] ?? 0) - 1],
    }),
    corrects: [...corrects],
  }));
}

/** Whether a memory with this metadata was learned in a tick, so that an event tells of it, too. */
export function isLearned(metadata: Readonly<Record<string, unknown>>): boolean {
  return metadata["learnedBy"] === LEARNED_BY;
}

/** Where something came from: who said it, what kind of event, with which impact or priority, and what its sender added. */
function originOf(events: readonly SituationEvent[]) {
  const sources = [
    ...new Set(events.map(({ source }) => (source.kind === "feed" ? source.type : nounOf({ source })))),
  ];
  const [first] = events;
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

/** What the sender of an event added; nothing where that is too long to be taken over. */
function ownMetadata({ metadata = "{}" }: SituationEvent): object {
  return metadata.length > METADATA_LENGTH ? {} : JSON.parse(metadata);
}
