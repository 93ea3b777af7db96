/** Storing without saying a thing twice: a memory that is known already is made stronger in place of a second one. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { unite } from "../../mind/duplicates/mergeMetadata";
import { importanceOf } from "../../mind/importance/importance";
import { recalledSalience, decayedSalience } from "../../mind/salience/salience";
import { isEvidence } from "../../mind/reflections/isEvidence";
import { sentimentOf } from "../../mind/sentiment/sentiment";
import { MOST_NAMES, nameKey } from "../../mind/text/names";
import { parsedText, type ParsedText } from "../../mind/text/parsedText";
import type { Settings } from "../settings";
import { duplicateOf } from "./duplicates";
import * as Memories from "./memories";
import * as Totals from "./memoryTotals";
import * as Merges from "./merges";
import { withFound } from "./metadata";
import type { Found } from "./nearness";
import * as NewMemory from "./newMemory";
import * as Presence from "./presence";
import * as Rarities from "./rarities";
import * as Sequence from "./sequence";
import { TermLookups } from "./termLookups";
import * as Texts from "./texts";
import * as Vectors from "./vectors";

/** Of a memory's metadata as compact JSON, once others were merged into it: twice what one caller may send. */
export const MOST_METADATA_BYTES = 32 * 1024;

/** A memory that may turn out to be known; what is based on other memories is stored as it is. */
export type Candidate = Omit<NewMemory.NewMemory, "reflectionType" | "basedOn"> & {
  readonly reflectionType?: never;
  readonly basedOn?: never;
};

export type Stored =
  | ({ readonly kind: "new" } & NewMemory.Written)
  | {
      readonly kind: "merged";
      /** Of the memory that was there. */
      readonly memoryId: Id<"memories">;
      /** 0 to 1; 1 for the same text. */
      readonly similarity: number;
    };

interface Sharing {
  readonly lookups?: TermLookups;
  readonly fits?: (row: Doc<"memories">) => boolean;
}

/**
 * Stores a memory, unless it is known: then the known one keeps its text and takes over the rest. All in one mutation,
 * so that of equal calls at the same moment one stores and the others merge. A new memory gets its vector with it where
 * `found` holds one. Who stores several in one transaction shares `lookups` among them. Only a memory that `fits` may be the
 * known one.
 */
export async function storeOrMerge(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  memory: Candidate,
  found: Found,
  { lookups = new TermLookups(), fits }: Sharing = {},
): Promise<Stored> {
  const duplicate = await duplicateOf(ctx, settings, memory, { ...found, lookups }, fits);
  if (duplicate !== null) {
    await merge(ctx, now, duplicate.memory, memory, duplicate.similarity, lookups);
    return { kind: "merged", memoryId: duplicate.memory._id, similarity: duplicate.similarity };
  }
  const written = await NewMemory.add(ctx, now, settings, memory, lookups);
  const { embedding } = found;
  if (embedding !== null)
    await Vectors.put(ctx, settings, embedding.model, [{ textId: written.textId, vector: embedding.vector }]);
  return { kind: "new", ...written };
}

/** Makes of a known memory and a later one what both say. */
async function merge(
  ctx: MutationCtx,
  now: number,
  known: Doc<"memories">,
  later: Candidate,
  similarity: number,
  lookups: TermLookups,
): Promise<void> {
  const parsed = parsedText(later.content);
  const entities = [...parsed.names];
  // What a text says again was judged when it was said first.
  const judged = later.importance ?? known.judged ?? (await importanceIn(ctx, parsed, lookups));
  const importance = Math.max(known.importance, judged);
  const confidence = confidenceOf(known, later);
  const union = unite(
    known.metadata ?? "{}",
    withFound(later.metadata, { entities }).metadata ?? "{}",
    MOST_METADATA_BYTES,
  );
  const changes = {
    importance,
    confidence,
    entities: joined(known.entities, entities),
    // What somebody outside says is no longer the agent's own word alone.
    author: later.author === "world" ? later.author : known.author,
    ...(union.metadata === "{}" ? {} : { metadata: union.metadata }),
  };
  await ctx.db.patch("memories", known._id, changes);
  await reinforce(ctx, now, known, importance, later.salience ?? 0);
  if (importance !== known.importance) {
    const { type: scope, place, typePlace: scopePlace } = known;
    await Sequence.remeasure(ctx, Memories.LIST, { scope, place, scopePlace, measure: importance });
    await Texts.raise(ctx, known._id, importance);
  }
  const { type, content } = later;
  const recorded = await Merges.note(ctx, now, {
    memoryId: known._id,
    type,
    content,
    similarity,
    metadata: union.rest,
  });
  const rise = Totals.millionths(importance) - Totals.millionths(known.importance);
  const grown = Totals.sizeOf({ ...known, ...changes }) - Totals.sizeOf(known) + recorded;
  await Totals.update(ctx, (totals) => ({
    importanceSum: totals.importanceSum + rise,
    confidenceSum: totals.confidenceSum + Totals.millionths(confidence) - Totals.millionths(known.confidence),
    bytes: totals.bytes + grown,
    importanceSinceReflection: totals.importanceSinceReflection + (isEvidence(later) ? rise : 0),
  }));
}

/** How much a text would matter by itself. */
async function importanceIn(ctx: MutationCtx, parsed: ParsedText, lookups: TermLookups): Promise<number> {
  const counted = Rarities.countedTerms(parsed.terms, lookups.most);
  const idf = await Rarities.rarityOf(ctx, "memory", counted, lookups);
  return Totals.onGrid(importanceOf(parsed, { sentiment: sentimentOf(parsed).score }, idf));
}

/** The higher of both; but the agent's own words make nothing surer. */
function confidenceOf(known: Doc<"memories">, later: Candidate): number {
  if (later.author === "self") return known.confidence;
  return Math.max(known.confidence, later.confidence ?? Memories.DEFAULT_CONFIDENCE);
}

/** Hearing a thing again is a recall of it. */
async function reinforce(
  ctx: MutationCtx,
  now: number,
  known: Doc<"memories">,
  importance: number,
  salience: number,
): Promise<void> {
  const presence = await Presence.of(ctx, known._id);
  const faded = decayedSalience(presence, now - presence.salienceAt);
  const recalled = recalledSalience(faded, Presence.sinceRecall(presence, now));
  await Presence.raise(ctx, now, known._id, {
    importance,
    salience: Math.max(recalled, salience),
  });
}

/** Two memories' entities, of which search and links read the first. */
function joined(known: readonly string[], later: readonly string[]): string[] {
  const names = new Map([...later, ...known].map((name) => [nameKey(name), name]));
  const keys = new Set([...known, ...later].map(nameKey));
  return [...keys].flatMap((key) => names.get(key) ?? []).slice(0, MOST_NAMES);
}
