/** Finding the memory that says already what a new one would say. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { duplicateSimilarity, mostSimilarity } from "../../mind/duplicates/duplicate";
import type { MemoryType } from "../../mind/enums";
import { rarestTerms } from "../../mind/ranking/idf";
import { meaningSimilarity } from "../../mind/ranking/meaning";
import { parsedText } from "../../mind/text/parsedText";
import type { Settings } from "../lib/settings";
import { memoryWithText, isSearchable } from "../search/equalTexts";
import { baselineCosineOf } from "../embeddings/providerHealth";
import { cosinesTo, type SemanticNeighbors } from "../search/semanticNeighbors";
import { analyzedText, type AnalyzedText } from "./newMemory";
import { documentsWithTerms, MAX_WORDS } from "../search/textIndex";
import * as Documents from "../search/documents";

/** Texts found by words: a duplicate shares the rarest of them, so it is among the first. */
const MAX_HITS = 32;
/** Of these the likeliest are compared in full, as long as so many UTF-16 units are not used up: two of the longest texts. */
const MAX_COMPARED = 8;
const MAX_UNITS = 32_768;

/**
 * The memory that says the same: the oldest of equal text, of any type; else the most similar duplicate of the same type, the oldest of
 * several. Null where there is none. `read` reads the content, if only equality does not decide.
 */
export async function duplicateOf(
  ctx: QueryCtx,
  { dedupThreshold: threshold }: Settings,
  { type, content }: { readonly type: MemoryType; readonly content: string },
  { embedding, nearest }: SemanticNeighbors,
  read: () => Promise<AnalyzedText> = () => analyzedText(ctx, content),
): Promise<{ memory: Doc<"memories">; similarity: number } | null> {
  const equal = await memoryWithText(ctx, content, isSearchable);
  if (equal !== null) return { memory: equal, similarity: 1 };

  const reading = await read();
  const text = reading.parsed;
  const cosineTo = cosinesTo(embedding);
  const baseline = embedding === null ? 0 : await baselineCosineOf(ctx, embedding.model);
  const meaningOf = (row: Doc<"searchDocuments">): number | null => {
    const cosine = cosineTo(row);
    return cosine === null ? null : meaningSimilarity(cosine, baseline);
  };
  const candidates = [...(await Documents.ofVectors(ctx, nearest)), ...(await byWords(ctx, type, reading))];
  const likeliest = [...new Map(candidates.map((row) => [row._id, row])).values()]
    .map((row) => ({ row, most: mostSimilarity(text, Documents.profileOf(row), meaningOf(row)) }))
    .filter(({ most }) => most >= threshold)
    .sort((a, b) => b.most - a.most || a.row.place - b.row.place)
    .slice(0, MAX_COMPARED);
  let best: { memory: Doc<"memories">; similarity: number } | null = null;
  let units = 0;
  for (const { row } of likeliest) {
    const memory = await Documents.memoryOf(ctx, row);
    units += memory.content.length;
    if (units > MAX_UNITS) break;
    const options = { threshold, meaning: meaningOf(row) };
    const similarity = duplicateSimilarity(parsedText(memory.content), text, options);
    if (similarity === null) continue;
    const better =
      best === null ||
      similarity > best.similarity ||
      (similarity === best.similarity && memory.place < best.memory.place);
    if (better) best = { memory, similarity };
  }
  return best;
}

/** Memories of the type that share the rarest of the text's terms. */
async function byWords(ctx: QueryCtx, type: MemoryType, { counted, idf }: AnalyzedText) {
  return await documentsWithTerms(
    ctx,
    rarestTerms(counted, idf, MAX_WORDS),
    { space: "memory", facet: type },
    MAX_HITS,
  );
}
