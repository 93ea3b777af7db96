/** Finds the memory of which a new one is a duplicate. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { comparedProfile, duplicateSimilarity, mostSimilarity } from "../../mind/duplicates/duplicate";
import { uniqueBy } from "../../mind/lists/uniqueBy";
import { parsedText } from "../../mind/text/parsedText";
import type { Settings } from "../lib/settings";
import * as Documents from "../search/documents";
import { memoryWithText, isSearchable } from "./equalTexts";
import { ReadBudget } from "../search/readBudget";
import { meaningTo, type SemanticNeighbors } from "../search/semanticNeighbors";
import { textHits } from "../search/textIndex";
import { analyzedText, type AnalyzedText, type NewMemory } from "./newMemory";
import { memoryOf } from "./memoryOf";

/** Candidates found by words. A duplicate shares the rarest words, so it is the first or second of them. */
const MAX_HITS = 8;
/** The most that is read of them: eight of the longest texts, or two in a script without spaces. A tick stores sixteen memories. */
const MAX_HIT_BYTES = 256 * 1024;
/** The likeliest candidates are compared in full, up to so many UTF-16 units: two of the longest texts. */
const MAX_COMPARED = 8;
const MAX_UNITS = 32_768;

export interface Duplicate {
  readonly memory: Doc<"memories">;
  /** 0 to 1; 1 for equal texts. */
  readonly similarity: number;
}

/**
 * The duplicate of a memory in its scope: the oldest of equal text, of any type; otherwise the most similar one of the same
 * type, the oldest if several are as similar. Null without one. `analyze` is called only if no text is equal.
 */
export async function duplicateOf(
  ctx: QueryCtx,
  { dedupThreshold: threshold }: Settings,
  {
    scope = "",
    type,
    content,
    contradicts = [],
  }: Pick<NewMemory, "scope" | "type" | "content"> & { readonly contradicts?: readonly string[] },
  { embedding, nearest }: SemanticNeighbors,
  analyze: () => Promise<AnalyzedText> = () => analyzedText(ctx, content),
): Promise<Duplicate | null> {
  const equal = await memoryWithText(ctx, content, scope, isSearchable);
  if (equal !== null) return { memory: equal, similarity: 1 };

  const { parsed: text, counted, idf } = await analyze();
  const meaningOf = await meaningTo(ctx, embedding);
  const byWords = await textHits(
    ctx,
    counted,
    idf,
    { space: "memory", scopes: [scope], facet: type },
    MAX_HITS,
    { budget: new ReadBudget(MAX_HIT_BYTES) },
  );
  const candidates = [...(await Documents.ofVectors(ctx, nearest)), ...byWords].filter(
    ({ owner }) => !contradicts.includes(owner),
  );
  const own = comparedProfile(text);
  const likeliest = uniqueBy(candidates, ({ _id }) => _id)
    .map((row) => ({ row, max: mostSimilarity(own, Documents.profileOf(row), meaningOf(row)) }))
    .filter(({ max }) => max >= threshold)
    .sort((a, b) => b.max - a.max || a.row.place - b.row.place)
    .slice(0, MAX_COMPARED);
  const duplicates: Duplicate[] = [];
  let units = 0;
  for (const { row } of likeliest) {
    const memory = await memoryOf(ctx, row);
    units += memory.content.length;
    if (units > MAX_UNITS) break;
    const options = { threshold, meaning: meaningOf(row) };
    const similarity = duplicateSimilarity(parsedText(memory.content), text, options);
    if (similarity !== null) duplicates.push({ memory, similarity });
  }
  duplicates.sort((a, b) => b.similarity - a.similarity || a.memory.place - b.memory.place);
  return duplicates[0] ?? null;
}
