/** What a tick learns without a model: each thing that came in, in its own words, and what it came as. */
import { keptOf } from "../events/keeping";
import type { Situation } from "../../../mind/tick/situation";
import { framed } from "../language/frames";
import { excerpt } from "../../../mind/text/phrasing";
import type { MemoryType } from "../../../mind/enums";
import { thingsIn } from "./things";

/** What a tick can learn; reflections are made apart. */
export const LEARNED_TYPES = [
  "episodic",
  "semantic",
  "emotional",
  "procedural",
] as const satisfies MemoryType[];

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
}

/** Things remembered of one tick, the gravest: as many as its log quotes. Each is compared with what is known, which takes time. */
const MOST_REMEMBERED = 8;
/** What is kept of one: more than anybody tells of it, less than a whole article. */
const KEPT_LENGTH = 2000;

/** What the reflexes remember of the events, in their order, but for what a note asks not to be: "In the news: The ferry is back." */
export function eventMemories({ events }: Pick<Situation, "events">): Learned[] {
  const remembered = thingsIn(events).slice(0, MOST_REMEMBERED);
  return events.flatMap((event) => {
    const thing = remembered.find((one) => one.event === event);
    const kept = event.source.kind === "wake" ? keptOf(event.content) : event.content;
    const told = thing === undefined ? "" : excerpt(kept, KEPT_LENGTH);
    if (thing === undefined || told === "") return [];
    const content = framed(event.source, told);
    const basedOn = events.flatMap((other, i) => (thing.events.includes(other) ? [i + 1] : []));
    return [{ type: "episodic" as const, content, importance: null, basedOn }];
  });
}
