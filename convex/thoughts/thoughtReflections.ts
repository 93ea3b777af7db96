/** Reflections on the agent's own thoughts: the thoughts to look back on, and saving the reflection. */
import { v, type Infer } from "convex/values";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { cut } from "../../mind/promptText/sections";
import { MAX_THOUGHTS } from "../../mind/thoughts/thoughtReflection";
import * as Citations from "../citations/citations";
import { documentsWithin } from "../lib/documentsById";
import * as Listing from "../lib/listing";
import type { Settings } from "../lib/settings";
import { reflectedOn, writer } from "../lib/validators";
import { MAX_BYTES } from "../lib/withinBudget";
import * as Reads from "./reads";
import { thoughtsTables } from "./tables";
import * as Thoughts from "./thoughts";
import * as Totals from "./totals";

/** `EarlierThought` of mind/thoughts/thoughtReflection, with its id. */
export const earlierThought = thoughtsTables.thoughts.validator
  .pick("content", "seeds", "entities", "tone", "confidence", "timestamp", "scope")
  .extend({ _id: v.id("thoughts") });

/** `thoughtIds`: what it looks back on; `scope`: whose texts those rest on (mind/scopes). */
export const newReflection = v.object({
  scope: v.string(),
  draft: Thoughts.draft,
  writer,
  basedOn: reflectedOn,
  thoughtIds: v.array(v.id("thoughts")),
});

/** This many seeds, and this much of each, show a thought's theme. */
const MAX_SEEDS = 8;
const SEED_LENGTH = 512;
/** Rows read: reflections are among the thoughts and are skipped. */
const MAX_READ = 2 * MAX_THOUGHTS;

/** The thoughts later than `since` (ms since the epoch), newest first. Reflections on reflections would only repeat them. */
export async function thoughtsSince(ctx: QueryCtx, since: number): Promise<Infer<typeof earlierThought>[]> {
  const { ids } = await Listing.page(ctx, { list: Reads.LIST, since, limit: MAX_READ, offset: 0 });
  const rows = await documentsWithin(ctx, "thoughts", ids, MAX_BYTES);
  return rows
    .filter(({ basedOn }) => basedOn === undefined)
    .slice(0, MAX_THOUGHTS)
    .map(({ _id, content, seeds, entities, brillianceFactors, tone, confidence, timestamp, scope }) => {
      const shown = seeds.slice(0, MAX_SEEDS).map((seed) => cut(seed, SEED_LENGTH));
      const names = entities ?? brillianceFactors?.commonEntities;
      return { _id, content, seeds: shown, entities: names, tone, confidence, timestamp, scope };
    });
}

/** Saves a reflection. Where it repeats the last one, with the same text on as many thoughts, that one is returned. */
export async function save(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { scope, draft, writer, basedOn, thoughtIds }: Infer<typeof newReflection>,
): Promise<Reads.PublicThought> {
  const last = await Totals.lastReflection(ctx);
  if (
    last?.content === draft.content &&
    last.basedOn?.timespan === basedOn.timespan &&
    last.basedOn.thoughtsAnalyzed === basedOn.thoughtsAnalyzed
  )
    return Reads.toPublic(last);
  const written = { origin: { basedOn }, shown: [], spontaneous: false, embedding: null };
  const thought = { scope, draft, writer, ...written };
  const { similarity } = await Thoughts.compareWithEarlier(ctx, thought);
  const saved = await Thoughts.add(ctx, now, settings, thought, similarity);
  await Citations.add(ctx, { kind: "thought", _id: saved._id }, thoughtIds);
  return saved;
}
