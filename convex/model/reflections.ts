/** Reflections: how they are kept. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isEvidence, tellsSomething } from "../mind/reflections/evidence";
import { namesBorne, reflectionImportance } from "../mind/reflections/reflectionWorth";
import { namesIn } from "../../mind/text/names";
import { routineAt } from "../../mind/time/routine";
import type { ReflectionType } from "../../mind/enums";
import type { Settings } from "../settings";
import { reflectionType } from "../validators";
import * as Agent from "./agent";
import { equalTo } from "./copies";
import { duplicateOf } from "./duplicates";
import * as Totals from "./memoryTotals";
import { NOTHING_FOUND } from "./nearness";
import * as NewMemory from "./newMemory";
import * as Presence from "./presence";
import { present } from "./present";
import { request } from "./reflectionEvidence";
import { isOnFocus, unprompted } from "./reflectionFocus";

/** A reflection as callers see it. */
export const publicReflection = v.object({
  _id: v.id("memories"),
  type: v.literal("reflection"),
  content: v.string(),
  reflectionType,
  confidence: v.number(),
  basedOn: v.array(v.id("memories")),
});
export type PublicReflection = Infer<typeof publicReflection>;

/** More memories than this behind one reflection tell nothing more. */
const MOST_BASED_ON = 64;

/** A reflection to keep; `basedOn` are memories that its maker was shown. */
export const made = v.object({
  ...request.fields,
  content: v.string(),
  confidence: v.number(),
  basedOn: v.array(v.id("memories")),
  /** Whether it says little more than that there was little to say. */
  isThin: v.optional(v.boolean()),
  /** Importance that had gathered when its maker was shown them: what has gathered since is the next one's. */
  gathered: v.number(),
});

/**
 * Keeps a reflection. One that says what an earlier one of its type and focus said is not written again: the earlier becomes
 * more present, rests on more, and is no surer for being repeated. One that found nothing is kept, for its answer names it, but
 * has no searchable text: no search finds it, and nothing is compared with it.
 */
export async function keep(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { type, depth, focus, content, confidence, basedOn, isThin = false, gathered }: Infer<typeof made>,
): Promise<PublicReflection> {
  const cited = await present(ctx, "memories", basedOn);
  if (!cited.every(isEvidence)) throw new Error("a reflection would rest on what is no evidence");
  const nothing = basedOn.length === 0;
  const known = nothing
    ? await sameNothing(ctx, type, content)
    : await sameReflection(ctx, settings, { type, focus, content });
  if (known !== null) return await strengthen(ctx, now, known, basedOn, gathered);
  const agent = await Agent.find(ctx);
  const memory: NewMemory.NewMemory = {
    type: "reflection",
    content,
    confidence: Totals.onGrid(confidence),
    importance: Totals.onGrid(reflectionImportance({ confidence, isThin }, cited)),
    entities: namesBorne(namesIn(content), focus, cited),
    metadata: JSON.stringify({
      source: "reflection",
      context: focus ?? unprompted(depth, type),
      routine: routineAt(now, settings.timeZone),
      ...(agent === null ? {} : { mood: agent.mood }),
    }),
    author: "self",
    reflectionType: type,
    basedOn,
  };
  // That there is nothing to say matters to nobody, and who looks for the thing is not to find the lack of it.
  const memoryId = nothing
    ? await NewMemory.addUnfindable(ctx, now, { ...memory, importance: 0, salience: 0 })
    : (await NewMemory.add(ctx, now, settings, memory)).memoryId;
  await Presence.touch(ctx, now, basedOn);
  if (!nothing) await Totals.update(ctx, reflected(now, gathered));
  const row = await ctx.db.get("memories", memoryId);
  if (row === null) throw new Error("a reflection just written is not there");
  return toPublic(row, type);
}

/** The earlier reflection of the type that says the same on the same focus; null where there is none. */
async function sameReflection(
  ctx: QueryCtx,
  settings: Settings,
  { type, focus, content }: { type: ReflectionType; focus: string | null; content: string },
): Promise<Doc<"memories"> | null> {
  // Two that differ by a word of their focus alone, "Livs" and "Liv", answer two questions.
  const onSame = (row: Doc<"memories">) =>
    row.type === "reflection" && row.reflectionType === type && isOnFocus(row, type, focus);
  const found = await duplicateOf(ctx, settings, { type: "reflection", content }, NOTHING_FOUND, onSame);
  return found?.memory ?? null;
}

/** The earlier reflection of the type that found nothing in the same words; null where there is none. */
async function sameNothing(
  ctx: QueryCtx,
  type: ReflectionType,
  content: string,
): Promise<Doc<"memories"> | null> {
  return await equalTo(ctx, content, (row) => !tellsSomething(row) && row.reflectionType === type);
}

async function strengthen(
  ctx: MutationCtx,
  now: number,
  known: Doc<"memories">,
  basedOn: readonly Id<"memories">[],
  gathered: number,
): Promise<PublicReflection> {
  const united = [...new Set([...(known.basedOn ?? []), ...basedOn])].slice(0, MOST_BASED_ON);
  await ctx.db.patch("memories", known._id, { basedOn: united });
  await Presence.touch(ctx, now, [known._id]);
  const grown = Totals.sizeOf({ ...known, basedOn: united }) - Totals.sizeOf(known);
  await Totals.update(ctx, (totals) => ({
    bytes: totals.bytes + grown,
    ...(basedOn.length === 0 ? {} : reflected(now, gathered)(totals)),
  }));
  return toPublic({ ...known, basedOn: united }, known.reflectionType ?? "knowledge");
}

/** What a reflection does to the figures: so much has been reflected on. */
function reflected(now: number, gathered: number) {
  return ({ importanceSinceReflection }: Totals.Totals) => ({
    importanceSinceReflection: Math.max(0, importanceSinceReflection - gathered),
    lastReflection: now,
  });
}

function toPublic(row: Doc<"memories">, type: ReflectionType): PublicReflection {
  const { _id, content, confidence, basedOn = [] } = row;
  return { _id, type: "reflection", content, reflectionType: type, confidence, basedOn };
}
