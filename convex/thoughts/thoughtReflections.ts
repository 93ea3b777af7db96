/** Reflections on the agent's own thoughts: the thoughts to look back on, and saving the reflection. */
import { getConvexSize, v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { cut } from "../../mind/prompts/sections";
import { MAX_THOUGHTS, type ReflectedOn } from "../../mind/thoughts/thoughtReflection";
import type { Settings } from "../lib/settings";
import { tone } from "../lib/validators";
import { MOST_BYTES } from "../lib/withinBudget";
import * as Totals from "./totals";
import * as Thoughts from "./thoughts";
import * as Reads from "./reads";

/** `EarlierThought` of mind/thoughts/thoughtReflection. */
export const earlierThought = v.object({
  content: v.string(),
  seeds: v.array(v.string()),
  tone,
  confidence: v.number(),
  timestamp: v.number(),
});

/** This many seeds, and this much of each, show a thought's theme. */
const MAX_SEEDS = 8;
const SEED_LENGTH = 512;
/** Rows read: reflections are among the thoughts and are skipped. */
const MAX_READ = 2 * MAX_THOUGHTS;

/** The thoughts later than `since` (ms since the epoch), newest first. Reflections on reflections would only repeat them. */
export async function thoughtsSince(ctx: QueryCtx, since: number): Promise<Infer<typeof earlierThought>[]> {
  const found: Doc<"thoughts">[] = [];
  let [read, bytes] = [0, 0];
  for await (const row of ctx.db.query("thoughts").order("desc")) {
    if (row.timestamp <= since) break;
    if (row.basedOn === undefined) found.push(row);
    read += 1;
    bytes += getConvexSize(row);
    if (found.length === MAX_THOUGHTS || read === MAX_READ || bytes >= MOST_BYTES) break;
  }
  return found.map(({ content, seeds, tone, confidence, timestamp }) => {
    const shown = seeds.slice(0, MAX_SEEDS).map((seed) => cut(seed, SEED_LENGTH));
    return { content, seeds: shown, tone, confidence, timestamp };
  });
}

/** Saves a reflection. Where it repeats the last one, with the same text on as many thoughts, that one is returned. */
export async function save(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  {
    draft,
    writer,
    basedOn,
  }: Pick<Thoughts.NewThought, "draft" | "writer"> & { readonly basedOn: ReflectedOn },
): Promise<Reads.PublicThought> {
  const last = await Totals.lastReflection(ctx);
  if (
    last?.content === draft.content &&
    last.basedOn?.timespan === basedOn.timespan &&
    last.basedOn.thoughtsAnalyzed === basedOn.thoughtsAnalyzed
  )
    return Reads.toPublic(last);
  const thought = { draft, writer, origin: { basedOn }, spontaneous: false, embedding: null };
  const { similarity } = await Thoughts.compareWithEarlier(ctx, thought);
  return await Thoughts.add(ctx, now, settings, thought, similarity);
}
