/** Texts that share the query's rarest words, from the text index. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { rarestTerms, type Idf } from "../../mind/ranking/idf";
import { ReadBudget } from "./readBudget";
import { isInScope, type Scope, type TimeSlice } from "./scope";
import { indexQuery, matchesOf, MAX_WORDS } from "./textIndex";

/** What to ask the text index for: a query's rarest terms; null where it has none. */
export function rarestWords(terms: readonly string[], idf: Idf): string | null {
  return indexQuery(rarestTerms(new Set(terms), idf, MAX_WORDS));
}

/**
 * The best `most` texts of the scope for the `words` of an `indexQuery`, of each stretch of time. Null stretches: one of
 * all time. They are to be ranked anew, for the index weighs words otherwise than `mind/ranking/bm25`.
 */
export async function textHits(
  ctx: QueryCtx,
  words: string,
  scope: Scope,
  stretches: readonly TimeSlice[] | null,
  most: number,
): Promise<Doc<"searchDocuments">[]> {
  const allowance = new ReadBudget();
  const hits: Doc<"searchDocuments">[] = [];
  for (const stretch of stretches ?? [null]) {
    const atEnd = hits.length + most;
    for await (const text of matchesOf(ctx, words, scope, stretch)) {
      allowance.count([text]);
      if (isInScope(text, scope)) hits.push(text);
      if (hits.length === atEnd || allowance.spent) break;
    }
  }
  return hits;
}
