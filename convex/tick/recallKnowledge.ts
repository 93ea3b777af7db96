/** Finds the passages of knowledge that a tick is shown. */
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { Recall, SituationPassage } from "../../mind/tick/situation";
import { bestFound, foundFor } from "../../mind/tick/recallQueries";
import * as KnowledgeSearch from "../knowledge/search";
import { MIN_SIMILARITY } from "../memories/recall";
import type { RecallQuery } from "./situation";
import { hitsOf, type QueryHits } from "../search/vectorHits";

/** The most passages for a query, each of another item. A tick is shown this many, or one per query if it has more queries. */
const MAX_PASSAGES = 2;

export interface Consulted {
  readonly knowledgeId: Id<"knowledge">;
  readonly passage: SituationPassage;
}

type Found = KnowledgeSearch.Reference & { readonly recalledBy: Recall[] };

/** The best passages of these scopes for the queries, the most similar first. */
export async function knowledgeFor(
  ctx: QueryCtx,
  recalling: readonly RecallQuery[],
  scopes: readonly string[],
  hits: readonly QueryHits[],
): Promise<Consulted[]> {
  const found: Found[][] = [];
  for (const { query, events } of recalling) {
    const vectorHits = hitsOf(hits, query, "knowledge");
    const options = { max: MAX_PASSAGES, minSimilarity: MIN_SIMILARITY };
    const passages = await KnowledgeSearch.passagesFor(ctx, { query, scopes, vectorHits }, options);
    found.push(foundFor(passages, events));
  }
  const most = Math.max(MAX_PASSAGES, recalling.length);
  return bestFound(found, most, ({ knowledgeId, start }) => `${knowledgeId} ${start}`).map((reference) => ({
    knowledgeId: reference.knowledgeId,
    passage: asSituationPassage(reference),
  }));
}

function asSituationPassage(reference: Found): SituationPassage {
  const { title, source, heading, columns, text, updatedAt, similarity, recalledBy } = reference;
  return {
    ...{ title, heading, columns, text, updatedAt, similarity, recalledBy },
    source: source ?? undefined,
  };
}
