/** What the agent could think about by itself: what came in, what that calls to mind, and what contradicts itself. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { byGravity, gravityOf, nounOf } from "../../mind/tick/events";
import { isLearned } from "../../mind/tick/learning";
import type { SituationEvent } from "../../mind/tick/situation";
import { decayedSalience } from "../../mind/salience/salience";
import { onceEach } from "../../mind/lists/uniqueBy";
import { cut } from "../../mind/prompts/sections";
import { LAST_DAYS_MS, type ThinkingMatter } from "../mind/thoughts/thinking";
import { isSince, timeSince } from "../../mind/time/timeSince";
import * as KnowledgeSearch from "./knowledgeSearch";
import * as Memories from "./memories";
import * as Metadata from "./metadata";
import * as Presence from "./presence";
import { present } from "./present";
import { LEAST_SIMILAR, newestTold, queryOf, recall } from "./recall";
import * as Sequence from "./sequence";
import * as Thinking from "./thinking";
import * as Thoughts from "./thoughts";
import { hitsOf, type CueHits } from "./vectorHits";

/** The newest of each kind that are looked at: what came in within half an hour is fewer, as a rule. */
const MOST_EVENTS = 24;
/** Events of the last days among which the weighty are looked for. */
const MOST_LOOKED_THROUGH = 96;
const MOST_TOLD = 24;
const MOST_OWN = 4;
const MOST_LINKS = 100;
const MOST_CONTRADICTIONS = 4;
/** Memories that matter, however old. */
const MOST_WEIGHTY = 12;
const WEIGHTY = 0.6;
/** What new things call to mind is looked up for the weightiest of them. */
const MOST_CUES = 2;
const MOST_FOR_A_CUE = 8;
/** Thoughts whose seeds are no new reason to think. */
const MOST_THOUGHTS = 8;
/** A seed is no longer than a caller's. */
const SEED_LENGTH = 4_096;

export interface Gathered {
  readonly matter: ThinkingMatter;
  /** Texts by which memories and knowledge are searched. */
  readonly cues: readonly string[];
}

/** What there is to think about at `now`. `hits` are those of the cues, as far as they were looked for. */
export async function gather(ctx: QueryCtx, now: number, hits: readonly CueHits[]): Promise<Gathered> {
  const thinking = await Thinking.read(ctx);
  const { consideredTo, toldTo } = await Thinking.considered(ctx, now);
  const events = await consumedEvents(ctx, MOST_EVENTS);
  const told = await newestTold(ctx, MOST_TOLD);
  const fresh = {
    events: events.filter(({ receivedAt }) => isSince(receivedAt, consideredTo, now)),
    told: told.filter((row) => row.createdAt > toldTo && !isLearned(Metadata.read(row.metadata ?? "{}"))),
  };
  const cues = cuesOf(fresh.events, fresh.told);
  const recalled = await recalledBy(ctx, cues, hits);
  const old = [...(await weighty(ctx)), ...recalled, ...(await newestOwn(ctx))];
  // What a tick learned of an event is the event told again; it is called to mind when the event no longer is new.
  const learned = new Set(
    told.filter((row) => row.createdAt > toldTo && !fresh.told.includes(row)).map(({ _id }) => _id),
  );
  const rows = onceEach(
    [...fresh.told, ...old, ...told].filter(({ _id }) => !learned.has(_id)),
    ({ normalKey }) => normalKey,
  );
  const recent = await Thoughts.newest(ctx, MOST_THOUGHTS);
  const refused = Thinking.refusedSeeds(thinking);
  return {
    matter: {
      now,
      lastThoughtAt: consideredTo,
      thoughtsToday: Thinking.thoughtsToday(thinking, now),
      events: fresh.events.map(seedOf),
      weighty: await weightyEvents(ctx, now),
      // One whose moment is ahead of the clock, which was set back, was told now or before the last thought.
      memories: await Promise.all(
        rows.map(async (row) => {
          const toldAt = Math.min(row.createdAt, row.createdAt > toldTo ? now : consideredTo);
          return { ...(await memoryOf(ctx, now, row)), createdAt: toldAt };
        }),
      ),
      knowledge: (await passagesFor(ctx, cues, hits)).map((item) =>
        timeSince(item.updatedAt, now) === Infinity ? { ...item, updatedAt: consideredTo } : item,
      ),
      contradictions: (await contradictionsSince(ctx, consideredTo, now)).filter(
        ({ older, newer }) => !refused.includes(older) && !refused.includes(newer),
      ),
      usedSeeds: [...recent.flatMap(({ seeds }) => seeds), ...refused],
    },
    cues,
  };
}

function seedOf(event: SituationEvent): ThinkingMatter["events"][number] {
  return {
    content: seedText(event.content),
    importance: gravityOf(event),
    at: event.receivedAt,
    source: `a ${nounOf(event)}`,
  };
}

/** The weightiest events of the last days. */
async function weightyEvents(ctx: QueryCtx, now: number): Promise<ThinkingMatter["events"]> {
  const late = (await consumedEvents(ctx, MOST_LOOKED_THROUGH)).filter(
    ({ receivedAt }) => timeSince(receivedAt, now) <= LAST_DAYS_MS,
  );
  return byGravity(late).slice(0, MOST_WEIGHTY).map(seedOf);
}

function seedText(content: string): string {
  return cut(content, SEED_LENGTH);
}

/** The newest events that a tick has taken up. */
async function consumedEvents(ctx: QueryCtx, most: number): Promise<SituationEvent[]> {
  const rows = await ctx.db.query("events").order("desc").take(most);
  return rows
    .filter(({ consumedBy, quarantined }) => consumedBy !== null && quarantined !== true)
    .map(({ source, content, sentiment, novelty, repeats, receivedAt }) => ({
      source,
      content,
      sentiment,
      novelty,
      repeats,
      receivedAt,
    }));
}

function cuesOf(events: readonly SituationEvent[], told: readonly Doc<"memories">[]): string[] {
  const contents = [
    ...byGravity(events).map((event) => ({ content: event.content, weight: gravityOf(event) })),
    ...told.map(({ content, importance }) => ({ content, weight: importance })),
  ];
  return contents
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_CUES)
    .map(({ content }) => queryOf(content));
}

async function recalledBy(
  ctx: QueryCtx,
  cues: readonly string[],
  hits: readonly CueHits[],
): Promise<Doc<"memories">[]> {
  const rows: Doc<"memories">[] = [];
  for (const query of cues) {
    const cue = { query, vectorHits: hitsOf(hits, query, "memory"), most: MOST_FOR_A_CUE };
    rows.push(...(await recall(ctx, cue)).map(({ row }) => row));
  }
  return rows;
}

async function weighty(ctx: QueryCtx): Promise<Doc<"memories">[]> {
  const page = { limit: MOST_WEIGHTY, offset: 0, leastMeasure: WEIGHTY };
  return await present(ctx, "memories", (await Sequence.page(ctx, Memories.LIST, page)).ids);
}

async function newestOwn(ctx: QueryCtx): Promise<Doc<"memories">[]> {
  return await ctx.db
    .query("memories")
    .withIndex("by_author", (q) => q.eq("author", "self"))
    .order("desc")
    .take(MOST_OWN);
}

async function memoryOf(
  ctx: QueryCtx,
  now: number,
  { _id, content, importance, entities, author }: Doc<"memories">,
): Promise<Omit<ThinkingMatter["memories"][number], "createdAt">> {
  const presence = await Presence.of(ctx, _id);
  return {
    content: seedText(content),
    importance,
    salience: decayedSalience(presence, now - presence.salienceAt),
    entities,
    own: author === "self",
  };
}

/** Passages of what is known that bear on the cues, one of an item for each. */
async function passagesFor(
  ctx: QueryCtx,
  cues: readonly string[],
  hits: readonly CueHits[],
): Promise<ThinkingMatter["knowledge"][number][]> {
  const found: KnowledgeSearch.Reference[] = [];
  for (const cue of cues) {
    const vectorHits = hitsOf(hits, cue, "knowledge");
    const options = { vectorHits, most: MOST_FOR_A_CUE, leastSimilarity: LEAST_SIMILAR };
    found.push(...(await KnowledgeSearch.passagesFor(ctx, cue, options)));
  }
  return onceEach(found, ({ knowledgeId, start }) => `${knowledgeId} ${start}`).map(
    ({ text, title, confidence, updatedAt }) => ({ passage: seedText(text), title, confidence, updatedAt }),
  );
}

/** Pairs of memories that were found to contradict each other later than `since`. */
async function contradictionsSince(
  ctx: QueryCtx,
  since: number,
  now: number,
): Promise<ThinkingMatter["contradictions"][number][]> {
  const links = await ctx.db.query("links").order("desc").take(MOST_LINKS);
  const fresh = links.filter(
    ({ type, createdAt }) => type === "contradicts" && isSince(createdAt, since, now),
  );
  return await Promise.all(
    fresh.slice(0, MOST_CONTRADICTIONS).map(async ({ source, target, createdAt }) => {
      const [a, b] = await present(ctx, "memories", [source, target]);
      if (a === undefined || b === undefined) throw new Error("a link names a memory that is not there");
      const [older, newer] = a.createdAt < b.createdAt ? [a, b] : [b, a];
      return {
        older: seedText(older.content),
        newer: seedText(newer.content),
        toldAt: { older: older.createdAt, newer: newer.createdAt },
        importance: Math.max(older.importance, newer.importance),
        foundAt: createdAt,
      };
    }),
  );
}
