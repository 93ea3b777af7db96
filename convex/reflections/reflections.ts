/** Saves reflections as memories. */
import { nullThrows } from "convex-helpers";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { ReflectionType } from "../../mind/enums";
import { isEvidence } from "../../mind/reflections/isEvidence";
import { routineAt } from "../../mind/time/routine";
import type { Settings } from "../lib/settings";
import { publicOf } from "../lib/publicOf";
import { reflectionType } from "../lib/validators";
import * as Agent from "../agent/state";
import { memoryWithText } from "../memories/equalTexts";
import * as Citations from "../citations/citations";
import * as NewMemory from "../memories/newMemory";
import { onGrid } from "../lib/totals";
import { writeMemory } from "../memories/rows";
import * as Activation from "../memories/activation";
import { documentsById } from "../lib/documentsById";
import { isOnFocus, request, defaultContext } from "./evidence";
import * as Schedule from "./schedule";

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

/** Ids stored of the evidence behind a reflection that is repeated. */
const MAX_BASED_ON = 64;
const MAX_NAMES = 16;

/** A reflection to save; `basedOn` are memories that its writer was shown. */
export const reflectionDraft = v.object({
  ...request.fields,
  /** Whose texts its writer was shown. */
  scope: v.string(),
  content: v.string(),
  confidence: v.number(),
  basedOn: v.array(v.id("memories")),
  /** What the model was shown, cited or not. */
  shown: v.array(v.id("memories")),
  /** The importance accumulated when the evidence was read, in millionths. What came later counts towards the next reflection. */
  coveredImportance: v.number(),
});

/**
 * Saves a reflection. An earlier one with the same text, type and focus is reinforced instead: its activation and its evidence
 * grow, its confidence does not. A reflection without evidence is saved, because the answer has its id, but search never
 * finds it.
 * @throws where `basedOn` names a memory that is no evidence
 */
export async function save(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  {
    type,
    depth,
    focus,
    scope,
    content,
    confidence,
    basedOn,
    shown,
    coveredImportance,
  }: Infer<typeof reflectionDraft>,
): Promise<PublicReflection> {
  const cited = await documentsById(ctx, "memories", basedOn);
  if (!cited.every(isEvidence)) throw new Error("a reflection cites a memory that is no evidence");
  const isEmpty = basedOn.length === 0;
  const isSame = (row: Doc<"memories">) =>
    row.reflectionType === type && (row.basedOn?.length === 0) === isEmpty && isOnFocus(row, type, focus);
  const known = await memoryWithText(ctx, content, scope, isSame);
  if (known !== null) return await reinforce(ctx, now, known, basedOn, coveredImportance);
  const agent = await Agent.find(ctx);
  const memory: NewMemory.NewMemory = {
    scope,
    type: "reflection",
    content,
    confidence: onGrid(confidence),
    // Scored from its text, a reflection would outrank everything that it quotes.
    importance: onGrid(
      isEmpty ? 0 : (confidence * cited.reduce((sum, { importance }) => sum + importance, 0)) / cited.length,
    ),
    entities: [...new Set(cited.flatMap(({ entities }) => entities))]
      .filter((name) => content.includes(name))
      .slice(0, MAX_NAMES),
    metadata: JSON.stringify({
      source: "reflection",
      context: focus ?? defaultContext(depth, type),
      routine: routineAt(now, settings.timeZone),
      ...(agent === null ? {} : { mood: agent.mood }),
    }),
    author: "self",
    reflectionType: type,
    basedOn,
  };
  const memoryId = isEmpty
    ? await NewMemory.addUnsearchable(ctx, now, { ...memory, salience: 0 })
    : (await NewMemory.createMemory(ctx, now, settings, memory)).memoryId;
  await Citations.add(ctx, { kind: "reflection", _id: memoryId }, basedOn);
  await Citations.add(ctx, { kind: "reflection", _id: memoryId }, shown, "shown");
  await Activation.touch(ctx, now, basedOn);
  if (!isEmpty) await Schedule.reflected(ctx, now, coveredImportance);
  return toPublic(nullThrows(await ctx.db.get("memories", memoryId)), type);
}

async function reinforce(
  ctx: MutationCtx,
  now: number,
  known: Doc<"memories">,
  basedOn: readonly Id<"memories">[],
  coveredImportance: number,
): Promise<PublicReflection> {
  const united = [...new Set([...(known.basedOn ?? []), ...basedOn])].slice(0, MAX_BASED_ON);
  await writeMemory(ctx, known, { ...known, basedOn: united });
  // What it was based on before is cited already, unless that is erased.
  const added = united.filter((id) => basedOn.includes(id));
  await Citations.add(ctx, { kind: "reflection", _id: known._id }, added);
  await Activation.touch(ctx, now, [known._id]);
  if (basedOn.length > 0) await Schedule.reflected(ctx, now, coveredImportance);
  return toPublic({ ...known, basedOn: united }, known.reflectionType ?? "knowledge");
}

function toPublic(row: Doc<"memories">, reflectionType: ReflectionType): PublicReflection {
  const { basedOn = [] } = row;
  return publicOf(publicReflection)({ ...row, type: "reflection", reflectionType, basedOn });
}
