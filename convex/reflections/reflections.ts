/** Reflections: how they are kept. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { ReflectionType } from "../../mind/enums";
import { isEvidence } from "../../mind/reflections/isEvidence";
import { routineAt } from "../../mind/time/routine";
import type { Settings } from "../lib/settings";
import { reflectionType } from "../lib/validators";
import * as Agent from "../agent/state";
import { memoryWithText } from "../search/equalTexts";
import * as NewMemory from "../memories/newMemory";
import * as Totals from "../lib/memoryTotals";
import * as Activation from "../memories/activation";
import { documentsById } from "../lib/documentsById";
import { isOnFocus, request, unprompted } from "./evidence";

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
const MOST_NAMES = 16;

/** A reflection to keep; `basedOn` are memories that its maker was shown. */
export const made = v.object({
  ...request.fields,
  content: v.string(),
  confidence: v.number(),
  basedOn: v.array(v.id("memories")),
  /** Importance that had gathered when its maker was shown them: what has gathered since is the next one's. */
  gathered: v.number(),
});

/**
 * Keeps a reflection. One that says in the same words what an earlier one of its type and focus said is not written again: the
 * earlier becomes more present, rests on more, and is no surer for being repeated. One that rests on nothing is kept, for its
 * answer names it, but no search finds it.
 * @throws where it would rest on what is no evidence
 */
export async function keep(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { type, depth, focus, content, confidence, basedOn, gathered }: Infer<typeof made>,
): Promise<PublicReflection> {
  const cited = await documentsById(ctx, "memories", basedOn);
  if (!cited.every(isEvidence)) throw new Error("a reflection would rest on what is no evidence");
  const nothing = basedOn.length === 0;
  const known = await memoryWithText(
    ctx,
    content,
    (row) =>
      row.reflectionType === type && (row.basedOn?.length === 0) === nothing && isOnFocus(row, type, focus),
  );
  if (known !== null) return await strengthen(ctx, now, known, basedOn, gathered);
  const agent = await Agent.find(ctx);
  const memory: NewMemory.NewMemory = {
    type: "reflection",
    content,
    confidence: Totals.onGrid(confidence),
    // Judged from its text, a reflection would matter more than anything that it quotes, for holding all of that.
    importance: Totals.onGrid(
      nothing ? 0 : (confidence * cited.reduce((sum, { importance }) => sum + importance, 0)) / cited.length,
    ),
    entities: [...new Set(cited.flatMap(({ entities }) => entities))]
      .filter((name) => content.includes(name))
      .slice(0, MOST_NAMES),
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
  const memoryId = nothing
    ? await NewMemory.addUnsearchable(ctx, now, { ...memory, salience: 0 })
    : (await NewMemory.createMemory(ctx, now, settings, memory)).memoryId;
  await Activation.touch(ctx, now, basedOn);
  if (!nothing) await Totals.update(ctx, reflected(now, gathered));
  const row = await ctx.db.get("memories", memoryId);
  if (row === null) throw new Error("a reflection just written is not there");
  return toPublic(row, type);
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
  await Activation.touch(ctx, now, [known._id]);
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
