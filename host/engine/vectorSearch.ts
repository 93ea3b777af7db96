/** `ctx.vectorSearch` of actions: from the name of an index to the documents nearest to a vector. */
import type { VectorSearcher } from "../search/vectorSearcher";
import { vectorQuery, type SerializedVectorQuery } from "../search/vectorQuery";
import type { Tablets } from "../store/tablets";
import { splitIndexName } from "./queryPlan";

/** The answer of `1.0/actions/vectorSearch`. */
export interface VectorSearchAnswer {
  readonly results: readonly { readonly _id: string; readonly _score: number }[];
}

/** Searches an index of a component. Rejects with Convex's messages where there is no such index or the query is wrong. */
export async function vectorSearch(
  tablets: Tablets,
  searcher: VectorSearcher,
  componentPath: string,
  query: SerializedVectorQuery,
): Promise<VectorSearchAnswer> {
  const [table, name] = splitIndexName(query.indexName);
  const index = tablets.named(componentPath, table)?.search.vector.get(name);
  if (index === undefined) throw new Error(`Index ${query.indexName} not found.`);
  const matches = await searcher.search(index, vectorQuery(index, query));
  return { results: matches.map(({ documentId, score }) => ({ _id: documentId, _score: score })) };
}
