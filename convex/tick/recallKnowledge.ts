/** The knowledge that a tick consults: passages that answer to its queries. */
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { SituationPassage } from "../../mind/tick/situation";
import { uniqueBy } from "../../mind/lists/uniqueBy";
import * as KnowledgeSearch from "../knowledge/search";
import { MIN_SIMILARITY } from "../search/recall";
import type { RecallQuery } from "./situation";
import { hitsOf, type QueryHits } from "../search/vectorHits";

/** Items that a tick consults. */
const MAX_PASSAGES = 2;

export interface Consulted {
  readonly knowledgeId: Id<"knowledge">;
  readonly passage: SituationPassage;
}

/** The passages that answer best to the queries, each of another item, the most similar first. */
export async function knowledgeFor(
  ctx: QueryCtx,
  recalling: readonly RecallQuery[],
  hits: readonly QueryHits[],
): Promise<Consulted[]> {
  const found: (KnowledgeSearch.Reference & { recalledBy: number[] })[] = [];
  for (const { query, events } of recalling) {
    const vectorHits = hitsOf(hits, query, "knowledge");
    const options = { max: MAX_PASSAGES, minSimilarity: MIN_SIMILARITY };
    const passages = await KnowledgeSearch.passagesFor(ctx, { query, vectorHits }, options);
    found.push(...passages.map((one) => ({ ...one, recalledBy: [...events] })));
  }
  const best = found.sort((a, b) => b.similarity - a.similarity);
  return uniqueBy(best, ({ knowledgeId }) => knowledgeId)
    .slice(0, MAX_PASSAGES)
    .map((reference) => ({ knowledgeId: reference.knowledgeId, passage: asSituationPassage(reference) }));
}

function asSituationPassage(
  reference: KnowledgeSearch.Reference & { recalledBy: number[] },
): SituationPassage {
  const { title, source, heading, columns, text, updatedAt, similarity, recalledBy } = reference;
  return {
    title,
    ...(source === null ? {} : { source }),
    ...(heading === undefined ? {} : { heading }),
    ...(columns === undefined ? {} : { columns }),
    text,
    updatedAt,
    similarity,
    recalledBy,
  };
}
