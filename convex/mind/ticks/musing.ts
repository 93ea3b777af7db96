/** What a quiet tick thinks of: a memory that it has not thought of for long, now and then. */
import { toldByMemory } from "../events/orders";
import type { Situation, SituationMemory } from "../../../mind/tick/situation";
import { beginningOf } from "../../../mind/text/truncate";
import { ago, fullStop, quoted, sentenceCase } from "../../../mind/text/phrasing";
import { Reading, updates } from "../memory/updates";
import { bears, sharedBy } from "../statements/bearing";
import { endsState } from "../statements/deeds";
import { hasPassed } from "../time/passed";
import { quietStretch } from "./quiet";

const HOUR_MS = 3_600_000;
/** At each of the first quiet ticks, then once an hour: who ticks every five minutes would be through all it knows in a morning. */
const EAGER_TICKS = 3;
/** What a tick has just read is told of as the last thing of note; to come back to it takes some distance. */
export const DISTANCE_MS = 6 * HOUR_MS;
const QUOTE_LENGTH = 200;

/** What is thought of, and its number among the memories of the situation. */
export interface Musing {
  readonly memory: SituationMemory;
  readonly number: number;
  readonly told: string;
}

/** The musing of a tick without events; null where there is nothing new to come back to, or no time for it yet. */
export function musingOf(situation: Situation): Musing | null {
  const { memories, events, now, lastTickAt, first } = situation;
  const isTime =
    quietStretch(situation).ticks <= EAGER_TICKS ||
    Math.floor(now / HOUR_MS) !== Math.floor(lastTickAt / HOUR_MS);
  // What was stored since the last tick, no tick has read.
  const at = memories.findIndex(
    ({ mused, learned, createdAt }) =>
      mused !== true && ((createdAt > lastTickAt && learned !== true) || now - createdAt >= DISTANCE_MS),
  );
  const memory = memories[at];
  if (events.length > 0 || !isTime || memory === undefined) return null;
  const when = ago(memory.createdAt, now);
  const isNew = memory.createdAt > lastTickAt && memory.learned !== true && !first;
  const stays = memory.own
    ? `what I made of things ${when}`
    : isNew
      ? "among what I was told since"
      : `what stays with me from ${when}`;
  const told = fullStop(`${sentenceCase(stays)}: ${quoted(toldByMemory(memory.content), QUOTE_LENGTH)}`);
  return { memory, number: at + 1, told };
}

/** What a memory says, and when it was told. */
interface Told {
  readonly content: string;
  readonly createdAt: number;
}

/** So far it is read whether a day has passed that a text names. */
const READ_LENGTH = 1000;

/**
 * Tells of memories whether one is worth coming back to at `now`: no question or order, nothing whose day has passed, nothing that
 * a newer one replaced. Each text is read once, however many it is held against. `timeZone` (IANA name) is where days are counted.
 */
export class Worth {
  readonly #now: number;
  readonly #timeZone: string;
  readonly #readings = new Map<string, Reading>();

  constructor(now: number, timeZone: string) {
    this.#now = now;
    this.#timeZone = timeZone;
  }

  of({ content, createdAt }: Told, newer: readonly Told[]): boolean {
    const said = toldByMemory(content);
    if (said === "") return false;
    if (hasPassed(beginningOf(said, READ_LENGTH), createdAt, this.#now, this.#timeZone)) return false;
    const told = this.#read(content);
    return !newer.some((other) => {
      if (other.createdAt <= createdAt) return false;
      const newest = this.#read(other.content);
      const moments = { a: other.createdAt, b: createdAt, timeZone: this.#timeZone };
      const isOver = endsState(newest.text, told.text);
      return isOver || (bears(sharedBy(told.about, newest.about)) && updates(newest, told, moments));
    });
  }

  #read(content: string): Reading {
    const reading = this.#readings.get(content) ?? new Reading(content);
    this.#readings.set(content, reading);
    return reading;
  }
}
