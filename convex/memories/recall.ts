/** Recall: the memories that a text brings to mind. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { toldFirst } from "../../mind/ranking/told";
import { uniqueBy } from "../../mind/lists/uniqueBy";
import { cut } from "../../mind/promptText/sections";
import { documentsById } from "../lib/documentsById";
import type { RetrievalQuery } from "../search/retrieval";
import type { SearchFilter } from "../search/searchFilter";
import { memoryHits } from "./retrieval";

/**
 * The least similarity of a recalled text: below it texts share words only by chance. It is lower than a search's default
 * (0.6), because a model can tell what is relevant to an event.
 */
export const MIN_SIMILARITY = 0.5;
/** Characters of a query. The beginning of a text shows its subject. */
const QUERY_LENGTH = 400;
/**
 * The least number of candidates that words find, and of hits to choose from, as for the first pages of a search: a tick recalls
 * for several texts in one transaction. Recall@10 with 64 and 256: LoCoMo 74.6 / 75.1, REALTALK 60.4 / 59.2, BEAM 67.1 / 67.1.
 */
const MIN_HITS = 64;

/** The query that recalls memories and passages for `text`. */
export function recallQuery(text: string): string {
  return cut(text, QUERY_LENGTH);
}

export interface Recalled {
  readonly row: Doc<"memories">;
  /** 0 to 1, as in a search. */
  readonly similarity: number;
}

/** The `max` memories that answer a query best, of these scopes or of all. Of equal texts only one is returned. */
export async function recall(
  ctx: QueryCtx,
  { max, ...query }: RetrievalQuery & Pick<SearchFilter, "scopes"> & { readonly max: number },
): Promise<Recalled[]> {
  const candidates = Math.max(MIN_HITS, max);
  const hits = toldFirst(
    (await memoryHits(ctx, { ...query, max: candidates })).filter(
      ({ similarity }) => similarity >= MIN_SIMILARITY,
    ),
  ).slice(0, candidates);
  let recalled: Recalled[] = [];
  // One round reads enough, unless several hits have the same text.
  for (let at = 0; at < hits.length && recalled.length < max; at += max) {
    const next = hits.slice(at, at + max);
    const owners = next.map(({ document }) => document.owner);
    const rows = await documentsById(ctx, "memories", owners);
    const read = rows.map((row, i) => ({ row, similarity: next[i]?.similarity ?? 0 }));
    recalled = uniqueBy([...recalled, ...read], ({ row }) => row.normalKey);
  }
  return recalled.slice(0, max);
}
