/** Reflections on thoughts: what there is to look back on, and how a reflection is kept. */
import { getConvexSize, v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { cut } from "../../mind/prompts/sections";
import { MOST_THOUGHTS, type ReflectedOn } from "../../mind/thoughts/lookback";
import type { Settings } from "../lib/settings";
import { tone } from "../lib/validators";
import { MOST_BYTES } from "../lib/withinBudget";
import * as Totals from "./totals";
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
/** Rows read at most: reflections stand among the thoughts and are passed over. */
const MOST_READ = 2 * MOST_THOUGHTS;

/**
 * The thoughts had later than `since` (ms since the epoch), newest first. Reflections are no matter for reflection:
 * looking back on looking back would only repeat it.
 */
export async function thoughtsSince(ctx: QueryCtx, since: number): Promise<Infer<typeof earlierThought>[]> {
  const found: Doc<"thoughts">[] = [];
  let [read, bytes] = [0, 0];
  for await (const row of ctx.db.query("thoughts").order("desc")) {
    if (row.timestamp <= since) break;
    if (row.basedOn === undefined) found.push(row);
    read += 1;
    bytes += getConvexSize(row);
    if (found.length === MOST_THOUGHTS || read === MOST_READ || bytes >= MOST_BYTES) break;
  }
  return found.map(asEarlier);
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
