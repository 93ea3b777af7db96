/** Selects the pending events that a tick reads, in order, until its prompt is full. Later ticks read the rest. */
import { aboutText, namedEvent, toneOf } from "./events";
import type { Part, SituationEvent } from "./situation";
import { lengthOf } from "../text/phrasing";

/** The most that one tick reads. */
export interface ReadingLimits {
  readonly events: number;
  /** Notes among the events, counting equal ones once. Memory is searched for each. */
  readonly notes: number;
  /** Characters of the prompt's events section. */
  readonly characters: number;
}

/** As much as a prompt has room for: many short events or a few long ones. */
export const MODEL_LIMITS: ReadingLimits = { events: 64, notes: 4, characters: 10_200 };
/** The journal has no prompt, but lists and stores each event in one mutation, which has room for this many of any length. */
export const JOURNAL_LIMITS: ReadingLimits = { events: 8, notes: 4, characters: Infinity };

/** The most characters that pinned memories take from the room for events. */
export const PINNED_BUDGET = 2_000;

/** Characters of an event's line beside its text: number, kind, when, tone. */
const LINE_LENGTH = 110;
/** The longest note. Texts up to this length are shown whole or not at all. */
const WHOLE_LENGTH = 4_096;
/** The least part of a long text that is worth showing. */
const MIN_PART = 1_000;
/** How much shorter a part may be made so that it ends with a word. */
const WORD_REACH = 100;

/** A pending event. `readTo`: how many code points of it earlier ticks read. */
export type Unread = Omit<SituationEvent, "part"> & { readonly readTo?: number | undefined };

/**
 * The first of `waiting` that fit. A text longer than any note may be read in parts: the next tick continues where this one
 * ends. Events that read the same take room once. With the limits above at least one event is read, if any waits.
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

/** A key that is equal for events that read the same. */
export function wordingOf(event: SituationEvent): string {
  const from = event.source.kind === "feed" ? undefined : event.source.from;
  return JSON.stringify([namedEvent(event), from, toneOf(event.sentiment), event.content, event.part]);
}

/** The code point at which the next tick continues to read an event; null if this tick reads it to the end. */
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
