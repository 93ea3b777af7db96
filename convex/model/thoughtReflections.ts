/** Reflections on thoughts: what there is to look back on, and how a reflection is kept. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { cut } from "../../mind/prompts/sections";
import { MOST_THOUGHTS, type ReflectedOn } from "../../mind/thoughts/lookback";
import type { Settings } from "../settings";
import { tone } from "../validators";
import { present } from "./present";
import * as Sequence from "./sequence";
import * as Totals from "./thoughtTotals";
import * as Thoughts from "./thoughts";

/** `EarlierThought` of mind/thoughts/lookback. */
export const earlierThought = v.object({
  content: v.string(),
  seeds: v.array(v.string()),
  tone,
  confidence: v.number(),
  timestamp: v.number(),
});

/** A thought's theme shows in so many of its seeds, and so much of each. */
const MOST_SEEDS = 8;
const SEED_LENGTH = 512;
/** Rows read at once, and how many at most: reflections stand among the thoughts and are passed over. */
const AT_ONCE = 25;
const MOST_READ = 2 * MOST_THOUGHTS;
/** Characters of rows read: far below what a transaction may read, though a thought's seeds may be long. */
const MOST_CHARACTERS = 1_500_000;

/**
 * The thoughts had later than `since` (ms since the epoch), newest first. Reflections are no matter for reflection:
 * looking back on looking back would only repeat it.
 */
export async function thoughtsSince(ctx: QueryCtx, since: number): Promise<Infer<typeof earlierThought>[]> {
  const found: Infer<typeof earlierThought>[] = [];
  let characters = 0;
  for (let offset = 0; offset < MOST_READ; offset += AT_ONCE) {
    const page = await Sequence.page(ctx, Totals.LIST, { since, limit: AT_ONCE, offset });
    for (const row of await present(ctx, "thoughts", page.ids)) {
      characters += row.seeds.reduce((sum, seed) => sum + seed.length, row.content.length);
      if (row.basedOn === undefined) found.push(asEarlier(row));
    }
    if (!page.hasMore || found.length >= MOST_THOUGHTS || characters > MOST_CHARACTERS) break;
  }
  return found.slice(0, MOST_THOUGHTS);
}

function asEarlier({ content, seeds, tone, confidence, timestamp }: Doc<"thoughts">) {
  const shown = seeds.slice(0, MOST_SEEDS).map((seed) => cut(seed, SEED_LENGTH));
  return { content, seeds: shown, tone, confidence, timestamp };
}

/**
 * Keeps a reflection. The last one again, of the same words on as many thoughts, is not written twice: the last one
 * is answered.
 */
export async function keep(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { made, writer, basedOn }: Pick<Thoughts.NewThought, "made" | "writer"> & { readonly basedOn: ReflectedOn },
): Promise<Thoughts.PublicThought> {
  const last = await Totals.lastReflection(ctx);
  if (
    last?.content === made.content &&
    last.basedOn?.timespan === basedOn.timespan &&
    last.basedOn.thoughtsAnalyzed === basedOn.thoughtsAnalyzed
  )
    return Thoughts.toPublic(last);
  const thought = { made, writer, origin: { basedOn }, spontaneous: false, embedding: null };
  const { similarity } = await Thoughts.nearestEarlier(ctx, thought);
  return await Thoughts.add(ctx, now, settings, thought, similarity);
}
