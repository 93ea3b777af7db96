/** What a text recalls: the memories that search finds for it. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { uniqueBy } from "../../mind/lists/uniqueBy";
import { cut } from "../../mind/prompts/sections";
import { documentsById } from "../lib/documentsById";
import { candidates, type RetrievalQuery } from "./retrieval";

/**
 * Least similarity of what is recalled: a text below it shares a common word by chance. A model is shown more than a search
 * returns by default (0.6), since it can tell what bears on an event.
 */
export const LEAST_SIMILAR = 0.35;
/** A query is the beginning of a text, which says what the text is about. */
const QUERY_LENGTH = 400;
/** Hits looked through, since many may say the same. */
const MAX_HITS = 96;

/** The query by which memories and passages are looked up for `text`. */
export function recallQuery(text: string): string {
  return cut(text, QUERY_LENGTH);
}

export interface Recalled {
  readonly row: Doc<"memories">;
  /** 0 to 1, as a search tells it. */
  readonly similarity: number;
}

/** The `most` memories that answer best to the query, of equal texts one. */
export async function recall(
  ctx: QueryCtx,
  { most, ...query }: Pick<RetrievalQuery, "query" | "vectorHits"> & { readonly most: number },
): Promise<Recalled[]> {
  const found = await candidates(ctx, { ...query, space: "memory", most: MAX_HITS });
  const hits = found.filter(({ similarity }) => similarity >= LEAST_SIMILAR);
  let recalled: Recalled[] = [];
  // One read for all, unless several say the same.
  for (let at = 0; at < hits.length && recalled.length < most; at += most) {
    const next = hits.slice(at, at + most);
    const owners = next.map(({ document: text }) => text.owner);
    const rows = await documentsById(ctx, "memories", owners);
    const read = rows.map((row, i) => ({ row, similarity: next[i]?.similarity ?? 0 }));
    recalled = uniqueBy([...recalled, ...read], ({ row }) => row.normalKey);
  }
  return recalled.slice(0, most);
}
