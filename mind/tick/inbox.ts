/** What a tick reads of what waits: in its order, until the prompt is full. The rest waits, and is read later. */
import { aboutText, namedEvent, toneOf } from "./events";
import type { Part, SituationEvent } from "./situation";
import { lengthOf } from "../text/phrasing";

/** How much of what waits one tick takes up. */
export interface ReadingLimits {
  readonly events: number;
  /** Of these; equal ones count once. Memory is searched for each. */
  readonly notes: number;
  /** Of the section that shows them. */
  readonly characters: number;
}

/** A prompt's worth: many short ones or a few long ones. */
export const MODEL_LIMITS: ReadingLimits = { events: 64, notes: 4, characters: 10_200 };
/** The journal has no window, but lists and remembers each event, in one mutation: so many fit into it, however long they are. */
export const JOURNAL_LIMITS: ReadingLimits = { events: 8, notes: 4, characters: Infinity };

/** Characters that the texts of pinned memories may take together: as much less is shown of events. */
export const PINNED_BUDGET = 2_000;

/** Characters of an event's line beside its text: number, kind, when, tone. */
const LINE_LENGTH = 110;
/** As long as a note may be: what isn't longer is shown whole or not at all. */
const WHOLE_LENGTH = 4_096;
/** Less than this of a long text is not worth a start. */
const MIN_PART = 1_000;
/** How far before its end a part may end, so that it ends with a word. */
const WORD_REACH = 100;

/** An event that waits; `readTo` is how many characters (code points) of it earlier ticks read. */
export type Unread = Omit<SituationEvent, "part"> & { readonly readTo?: number | undefined };

/**
 * The first of `waiting` that fit, with the part that is read of those that don't whole: a text longer than any note goes on
 * in the next tick where this one ends. Those that say the same take room once. At least one, of any that waits.
 */
export function readableEvents(waiting: readonly Unread[], limits: ReadingLimits): SituationEvent[] {
  const parts = new Map<string, Part>();
  const notes = new Set<string>();
  const read: SituationEvent[] = [];
  let left = limits.characters;
  for (const { readTo = 0, ...event } of waiting.slice(0, limits.events)) {
    const wording = JSON.stringify([wordingOf(event), readTo]);
    const length = lengthOf(event.content);
    const known = parts.get(wording);
    const line = LINE_LENGTH + aboutText(event).length;
    const part = known ?? partIn(event.content, length, readTo, left - line);
    if (part === null) break;
    if (event.source.kind === "wake") notes.add(wording);
    if (notes.size > limits.notes) break;
    if (known === undefined) left -= line + part.to - part.from;
    parts.set(wording, part);
    read.push(part.to - part.from === length ? event : { ...event, part });
  }
  return read;
}

/** What makes two events the same to read. */
export function wordingOf(event: SituationEvent): string {
  const from = event.source.kind === "feed" ? undefined : event.source.from;
  return JSON.stringify([namedEvent(event), from, toneOf(event.sentiment), event.content, event.part]);
}

/** Where the next tick reads on in what a tick read of an event; null where nothing is left of it. */
export function readToAfter(event: SituationEvent | undefined): number | null {
  const { content = "", part } = event ?? {};
  return part !== undefined && part.to < lengthOf(content) ? part.to : null;
}

function partIn(content: string, length: number, from: number, room: number): Part | null {
  if (length - from <= room) return { from, to: length };
  if (length <= WHOLE_LENGTH || room < MIN_PART) return null;
  const shown = Array.from(content).slice(from, from + room);
  const space = shown.findLastIndex((character) => /\s/u.test(character));
  return { from, to: from + (space > room - WORD_REACH ? space + 1 : room) };
}
