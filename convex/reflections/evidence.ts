/** The input of a reflection: memories on its focus, or of its type, and earlier reflections. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { interleaved } from "../../mind/lists/interleave";
import { atMostBy, uniqueBy } from "../../mind/lists/uniqueBy";
import { sharedTermsOf } from "../../mind/ranking/sharedTopics";
import { chosenEvidence, EVIDENCE_LENGTH, parsedEvidence, typeAfter } from "../../mind/reflections/evidence";
import { isEvidence, tellsSomething } from "../../mind/reflections/isEvidence";
import { SHOWN_EARLIER } from "../../mind/reflections/reflectionInput";
import { scopeOf, sourcesOf } from "../../mind/scopes";
import { beginningOf } from "../../mind/text/truncate";
import {
  REFLECTION_DEPTHS,
  type MemoryType,
  type ReflectionDepth,
  type ReflectionType,
} from "../../mind/enums";
import { plainText } from "../../mind/text/tokens";
import { reflectionDepth, reflectionType } from "../lib/validators";
import { recall } from "../memories/recall";
import * as Memories from "../memories/memories";
import * as Metadata from "../memories/metadata";
import { memoriesTables } from "../memories/tables";
import { newestEvidence } from "./newestEvidence";
import { documentsById, documentsWithin } from "../lib/documentsById";
import { takeWithinBudget } from "../lib/withinBudget";
import * as DocumentFrequencies from "../search/documentFrequencies";
import { largestThemes, themesFor } from "../consolidation/recallThemes";
import { consolidationTables } from "../consolidation/tables";
import type { VectorHits } from "../search/vectorHits";

const memory = memoriesTables.memories.validator;

export const request = v.object({
  type: reflectionType,
  depth: reflectionDepth,
  focus: v.union(v.null(), v.string()),
});
export type Request = Infer<typeof request>;

/** The stored part of `ReflectionInput` (mind/reflections/reflectionInput), with the ids of the evidence. */
export const collected = v.object({
  evidence: v.array(memory.pick("type", "content", "importance", "confidence", "sentiment", "createdAt")),
  evidenceIds: v.array(v.id("memories")),
  themes: v.array(consolidationTables.coreMemories.validator.pick("theme", "summary")),
  earlier: v.array(memory.pick("content", "createdAt")),
  /** The earlier reflections, and members of the themes. */
  shownIds: v.array(v.id("memories")),
  /** An earlier reflection on the same focus and the same evidence; null where there is none. */
  previousConclusion: v.union(v.null(), v.string()),
  /** Whose texts the evidence is (mind/scopes): a reflection on it belongs there. */
  scope: v.string(),
});

/** Candidates read of each kind. */
const MAX_CANDIDATES: { readonly [depth in ReflectionDepth]: number } = { shallow: 32, deep: 64 };
/** Search adds the neighbours of a hit, at a lower similarity than this: they are no evidence on the focus. */
const MIN_SIMILARITY = 0.65;
/** Memories of this importance are candidates, however old. */
const IMPORTANT = 0.6;
/** Bytes read of each kind, so that the query stays within its second. */
const MAX_BYTES_PER_KIND = 512 * 1024;
/** Repetition shows that something recurs; more copies would leave no room for anything else. */
const MAX_REPEATS = 3;
/** Terms whose document frequency is read to find what recurs. */
const MAX_TERMS = 200;
/** Members of a theme that a reflection names as shown. */
const MAX_MEMBERS = 64;
/** Reflections read to find those of the type. */
const MAX_REFLECTIONS_READ = 24;

/** The `context` in the metadata of a reflection without a focus. */
export function defaultContext(depth: ReflectionDepth, type: ReflectionType): string {
  return `${depth} ${type} reflection`;
}

/** Whether a reflection was made on `focus`, ignoring case; without a focus, at any depth. */
export function isOnFocus(
  { metadata = "{}" }: Pick<Doc<"memories">, "metadata">,
  type: ReflectionType,
  focus: string | null,
): boolean {
  const { context } = Metadata.read(metadata);
  if (focus === null) return REFLECTION_DEPTHS.some((depth) => context === defaultContext(depth, type));
  return typeof context === "string" && plainText(context) === plainText(focus);
}

/** Collects the evidence, oldest first, earlier reflections of the type and, for a deep reflection, themes. */
export async function collect(
  ctx: QueryCtx,
  { type, depth, focus }: Request,
  vectorHits: VectorHits | null,
): Promise<Infer<typeof collected>> {
  const found =
    focus === null ? await byType(ctx, type, depth) : await byFocus(ctx, focus, depth, vectorHits);
  const usable = found.filter(({ row }) => isEvidence(row));
  const candidates = atMostBy(usable, MAX_REPEATS, ({ row }) => row.normalKey).map(({ row, relevance }) => {
    const evidence = evidenceOf(row);
    return { row, relevance, evidence, parsed: parsedEvidence(evidence) };
  });
  const compared = type === "behavioral" ? candidates.map(({ parsed }) => parsed) : [];
  const idf = await DocumentFrequencies.idfFor(ctx, "memory", sharedTermsOf(compared, MAX_TERMS));
  const chosen = chosenEvidence(candidates, { type, depth }, idf);
  const rows = chosen.map(({ row }) => row);
  // The evidence decides whose the reflection is. What else it is shown must not come from anybody besides.
  const scope = scopeOf(rows.map((row) => row.scope));
  const scopes = sourcesOf(scope);
  const earlier = (await newestReflections(ctx)).filter(
    (row) => row.reflectionType === type && (scopes?.includes(row.scope) ?? true),
  );
  const ids = new Set<string>(rows.map(({ _id }) => _id));
  const previous = earlier.find(
    (row) =>
      isOnFocus(row, type, focus) &&
      row.basedOn?.length === ids.size &&
      row.basedOn.every((id) => ids.has(id)),
  );
  const shownEarlier = earlier.slice(0, SHOWN_EARLIER);
  const themes = () => (focus === null ? largestThemes(ctx, scopes) : themesFor(ctx, [focus], rows, scopes));
  const shownThemes = depth === "shallow" ? [] : await themes();
  return {
    evidence: chosen.map(({ evidence }) => evidence),
    evidenceIds: rows.map(({ _id }) => _id),
    themes: shownThemes.map(({ theme, summary }) => ({ theme, summary })),
    earlier: shownEarlier.map(({ content, createdAt }) => ({ content, createdAt })),
    shownIds: [
      ...shownEarlier.map(({ _id }) => _id),
      ...(await Promise.all(shownThemes.map((theme) => membersOf(ctx, theme)))).flat(),
    ],
    previousConclusion: previous?.content ?? null,
    scope,
  };
}

/** The newest members of a theme: its label sums them up. */
async function membersOf(
  ctx: QueryCtx,
  { clusterId }: Pick<Doc<"coreMemories">, "clusterId">,
): Promise<Id<"memories">[]> {
  const members = (await ctx.db.get("clusters", clusterId))?.members ?? [];
  return members.slice(-MAX_MEMBERS).map(({ memoryId }) => memoryId);
}

interface Candidate {
  readonly row: Doc<"memories">;
  /** To the focus, 0 to 1; 0 without one. */
  readonly relevance: number;
}

function evidenceOf({ type, content, importance, confidence, sentiment, createdAt }: Doc<"memories">) {
  const beginning = beginningOf(content, EVIDENCE_LENGTH);
  const shown = beginning.length < content.length ? `${beginning}…` : content;
  return { type, content: shown, importance, confidence, sentiment, createdAt };
}

/** Memories that search finds on the focus. */
async function byFocus(
  ctx: QueryCtx,
  query: string,
  depth: ReflectionDepth,
  vectorHits: VectorHits | null,
): Promise<Candidate[]> {
  // Twice as many, because earlier reflections on the focus are among the hits.
  const found = await recall(ctx, { query, vectorHits, max: 2 * MAX_CANDIDATES.deep });
  return found
    .filter(({ row, similarity }) => similarity >= MIN_SIMILARITY && isEvidence(row))
    .slice(0, MAX_CANDIDATES[depth])
    .map(({ row, similarity }) => ({ row, relevance: similarity }));
}

/** The types of memory that each type of reflection reads, besides the newest and the important. */
const SCOPES: { readonly [type in ReflectionType]: readonly MemoryType[] } = {
  emotional: ["emotional"],
  knowledge: ["semantic", "procedural"],
  behavioral: ["procedural", "episodic"],
  growth: [],
};

/** The newest memories, the important ones and those of the types in scope; for growth also the oldest. */
async function byType(ctx: QueryCtx, type: ReflectionType, depth: ReflectionDepth): Promise<Candidate[]> {
  const limit = MAX_CANDIDATES[depth];
  const page = { limit, offset: 0 };
  const pages = [
    { ...page, minImportance: IMPORTANT },
    ...SCOPES[type].map((scope) => ({ ...page, type: scope })),
  ];
  const lists = await Promise.all(pages.map(async (one) => (await Memories.listed(ctx, one)).ids));
  const rows = [await newestEvidence(ctx, limit, MAX_BYTES_PER_KIND)];
  for (const ids of lists) rows.push(await documentsWithin(ctx, "memories", ids, MAX_BYTES_PER_KIND));
  if (type === "growth") {
    const oldest = ctx.db.query("memories").withIndex("by_createdAt");
    rows.push((await takeWithinBudget(oldest, limit, { maxBytes: MAX_BYTES_PER_KIND })).rows);
  }
  return uniqueBy(interleaved(rows), ({ _id }) => _id).map((row) => ({ row, relevance: 0 }));
}

async function newestReflections(ctx: QueryCtx): Promise<Doc<"memories">[]> {
  const { ids } = await Memories.listed(ctx, { type: "reflection", limit: MAX_REFLECTIONS_READ, offset: 0 });
  return (await documentsById(ctx, "memories", ids)).filter(
    (row) => row.author === "self" && tellsSomething(row),
  );
}

/** The type of the agent's next spontaneous reflection: each type in turn. */
export async function nextType(ctx: QueryCtx): Promise<ReflectionType> {
  const [last] = await newestReflections(ctx);
  return typeAfter(last?.reflectionType ?? null);
}
