/** What a reflection may rest on: what bears on its focus, or what fits its type; and what was concluded before. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { interleaved } from "../../mind/lists/interleave";
import { atMostBy, uniqueBy } from "../../mind/lists/uniqueBy";
import { sharedTermsOf } from "../../mind/ranking/sharedTopics";
import { chosenEvidence, EVIDENCE_LENGTH, parsedEvidence, typeAfter } from "../../mind/reflections/evidence";
import { isEvidence, tellsSomething } from "../../mind/reflections/isEvidence";
import { SHOWN_EARLIER } from "../../mind/reflections/reflectionPrompt";
import { beginningOf } from "../../mind/text/truncate";
import { REFLECTION_DEPTHS, type ReflectionDepth, type ReflectionType } from "../../mind/enums";
import { plainText } from "../../mind/text/tokens";
import { memoryType, reflectionDepth, reflectionType, sentiment } from "../lib/validators";
import { recall } from "../search/recall";
import * as Memories from "../memories/memories";
import * as Metadata from "../memories/metadata";
import { newestEvidence } from "./newestEvidence";
import { documentsById, documentsWithin } from "../lib/documentsById";
import * as DocumentFrequencies from "../search/documentFrequencies";
import { largestThemes, themesFor } from "../consolidation/recallThemes";
import * as Sequence from "../lib/sequence";
import type { VectorHits } from "../search/vectorHits";

/** What a reflection is asked for. */
export const request = v.object({
  type: reflectionType,
  depth: reflectionDepth,
  focus: v.union(v.null(), v.string()),
});
export type Request = Infer<typeof request>;

/** What of `ReflectionMatter` of mind/reflections/reflectionMatter is in the database, with the ids behind the evidence. */
export const gathered = v.object({
  evidence: v.array(
    v.object({
      type: memoryType,
      content: v.string(),
      importance: v.number(),
      confidence: v.number(),
      sentiment,
      createdAt: v.number(),
    }),
  ),
  evidenceIds: v.array(v.id("memories")),
  themes: v.array(v.object({ theme: v.string(), summary: v.string() })),
  earlier: v.array(v.object({ content: v.string(), createdAt: v.number() })),
  /** What was concluded on the same focus from the same evidence; null where nothing was. */
  standing: v.union(v.null(), v.string()),
});

/** Candidates of each kind that are looked at: deep looks wider. */
const LOOKED_AT: { readonly [depth in ReflectionDepth]: number } = { shallow: 32, deep: 64 };
/** What merely stands beside a match is no evidence, what answers it is: neighbours of a hit reach less than this. */
const LEAST_SIMILAR = 0.5;
/** Importance from which a memory is looked at, however old. */
const IMPORTANT = 0.6;
/** Bytes of each kind that are read: a query has a second. */
const MOST_BYTES = 512 * 1024;
/** What was told again shows that it happens again; more of the same would leave no room for anything else. */
const MOST_OF_THE_SAME = 3;
/** Terms whose rarity is read to find what recurs. */
const MOST_TERMS = 200;
/** Reflections looked at for those of the type. */
const LOOKED_BACK = 24;

/** What stands in a reflection's metadata in place of a focus where there was none. */
export function unprompted(depth: ReflectionDepth, type: ReflectionType): string {
  return `${depth} ${type} reflection`;
}

/** Whether a reflection of `type` was made on `focus`, in whatever letters; without one, at whatever depth. */
export function isOnFocus(
  { metadata = "{}" }: Pick<Doc<"memories">, "metadata">,
  type: ReflectionType,
  focus: string | null,
): boolean {
  const { context } = Metadata.read(metadata);
  if (focus === null) return REFLECTION_DEPTHS.some((depth) => context === unprompted(depth, type));
  return typeof context === "string" && plainText(context) === plainText(focus);
}

/** What the agent knows for a reflection: evidence in the order of time, themes for a deep one, what it concluded before. */
export async function gather(
  ctx: QueryCtx,
  { type, depth, focus }: Request,
  vectorHits: VectorHits | null,
): Promise<Infer<typeof gathered>> {
  const found =
    focus === null ? await fitting(ctx, type, depth) : await onFocus(ctx, focus, depth, vectorHits);
  const candidates = atMostBy(
    found.filter(({ row }) => isEvidence(row)),
    MOST_OF_THE_SAME,
    ({ row }) => row.normalKey,
  ).map(({ row, relevance }) => {
    const evidence = evidenceOf(row);
    return { row, relevance, evidence, read: parsedEvidence(evidence) };
  });
  const read = type === "behavioral" ? candidates.map(({ read }) => read) : [];
  const idf = await DocumentFrequencies.idfFor(ctx, "memory", sharedTermsOf(read, MOST_TERMS));
  const chosen = chosenEvidence(candidates, { type, depth }, idf);
  const rows = chosen.map(({ row }) => row);
  const earlier = (await newestReflections(ctx)).filter((row) => row.reflectionType === type);
  const ids = new Set<string>(rows.map(({ _id }) => _id));
  const standing = earlier.find(
    (row) =>
      isOnFocus(row, type, focus) &&
      row.basedOn?.length === ids.size &&
      row.basedOn.every((id) => ids.has(id)),
  );
  return {
    evidence: chosen.map(({ evidence }) => evidence),
    evidenceIds: rows.map(({ _id }) => _id),
    themes:
      depth === "shallow"
        ? []
        : focus === null
          ? await largestThemes(ctx)
          : await themesFor(ctx, [focus], rows),
    earlier: earlier.slice(0, SHOWN_EARLIER).map(({ content, createdAt }) => ({ content, createdAt })),
    standing: standing?.content ?? null,
  };
}

interface Found {
  readonly row: Doc<"memories">;
  /** To the focus, 0 to 1; 0 without one. */
  readonly relevance: number;
}

function evidenceOf({ type, content, importance, confidence, sentiment, createdAt }: Doc<"memories">) {
  const beginning = beginningOf(content, EVIDENCE_LENGTH);
  const shown = beginning.length < content.length ? `${beginning}…` : content;
  return { type, content: shown, importance, confidence, sentiment, createdAt };
}

/** What search finds on the focus: the one search of a reflection. */
async function onFocus(
  ctx: QueryCtx,
  query: string,
  depth: ReflectionDepth,
  vectorHits: VectorHits | null,
): Promise<Found[]> {
  // Earlier reflections on the focus are found as well, and must not take the places of what they rest on.
  const found = await recall(ctx, { query, vectorHits, most: 2 * LOOKED_AT.deep });
  return found
    .filter(({ row, similarity }) => similarity >= LEAST_SIMILAR && isEvidence(row))
    .slice(0, LOOKED_AT[depth])
    .map(({ row, similarity }) => ({ row, relevance: similarity }));
}

/** The types of memory that each type of reflection looks at, beside the newest. */
const SCOPES: { readonly [type in ReflectionType]: readonly string[] } = {
  emotional: ["emotional"],
  knowledge: ["semantic", "procedural"],
  behavioral: ["procedural", "episodic"],
  growth: [],
};

/** The newest memories, those that matter and those of the types that fit; for growth the oldest as well. */
async function fitting(ctx: QueryCtx, type: ReflectionType, depth: ReflectionDepth): Promise<Found[]> {
  const most = LOOKED_AT[depth];
  const page = { limit: most, offset: 0 };
  const pages = [{ ...page, leastMeasure: IMPORTANT }, ...SCOPES[type].map((scope) => ({ ...page, scope }))];
  const lists = await Promise.all(
    pages.map(async (one) => (await Sequence.page(ctx, Memories.LIST, one)).ids),
  );
  if (type === "growth") {
    const count = Math.min(most, await Sequence.count(ctx, Memories.LIST));
    lists.push(await Sequence.idsAt(ctx, Memories.LIST, [...Array(count).keys()]));
  }
  const rows = [await newestEvidence(ctx, most, MOST_BYTES)];
  for (const ids of lists) rows.push(await documentsWithin(ctx, "memories", ids, MOST_BYTES));
  return uniqueBy(interleaved(rows), ({ _id }) => _id).map((row) => ({ row, relevance: 0 }));
}

async function newestReflections(ctx: QueryCtx): Promise<Doc<"memories">[]> {
  const { ids } = await Sequence.page(ctx, Memories.LIST, {
    scope: "reflection",
    limit: LOOKED_BACK,
    offset: 0,
  });
  return (await documentsById(ctx, "memories", ids)).filter(
    (row) => row.author === "self" && tellsSomething(row),
  );
}

/** The type of a reflection that the agent makes by itself: each in turn. */
export async function nextType(ctx: QueryCtx): Promise<ReflectionType> {
  const [last] = await newestReflections(ctx);
  return typeAfter(last?.reflectionType ?? null);
}
