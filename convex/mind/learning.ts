/** What a tick learns without a model: each event in its own words, and what it came as. */
import { byGravity } from "./eventWords";
import { framed } from "./frames";
import type { Situation } from "./situation";
import { excerpt } from "./wording";
import type { MemoryType } from "./words";

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
}

/** Events remembered of one tick, the gravest: as many as its log quotes. Each is compared with what is known, which takes time. */
const MOST_REMEMBERED = 8;
/** What is kept of one event: more than anybody tells of it, less than a whole article. */
const KEPT_LENGTH = 2000;

/** What the reflexes remember of the events: "In the news: The ferry is back." */
export function eventMemories({ events }: Pick<Situation, "events">): Learned[] {
  const gravest = new Set(byGravity(events).slice(0, MOST_REMEMBERED));
  return events.flatMap((event, i) => {
    if (!gravest.has(event)) return [];
    const told = excerpt(event.content, KEPT_LENGTH);
    if (told === "") return [];
    const content = framed(event.source, told);
    return [{ type: "episodic" as const, content, importance: null, basedOn: [i + 1] }];
  });
}
