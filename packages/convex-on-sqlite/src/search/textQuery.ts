/** Validates a search from `withSearchIndex` and translates it for the text index. */
import type { ConvexJson } from "../types";
import { isUndefined } from "../values/classify";
import { searchTerms } from "./terms";
import type { TextIndex } from "../store/tablets";
import { filterToken } from "./textIndex";

/** One condition of `withSearchIndex`. */
export type SearchExpression =
  | { readonly type: "Search"; readonly fieldPath: string; readonly value: string }
  | { readonly type: "Eq"; readonly fieldPath: string; readonly value: ConvexJson };

export interface TextQuery {
  /** FTS5 expressions, one per word. */
  readonly terms: readonly string[];
  /** Words that a row's filter column must contain. */
  readonly filterTokens: readonly string[];
}

/** Convex's limit on the filters of one search. */
const MAX_FILTERS = 8;

/** Translates the conditions of a search of `name` (`table.index`). Throws Convex's messages if they don't fit the index. */
export function textQuery(
  index: TextIndex,
  name: string,
  expressions: readonly SearchExpression[],
): TextQuery {
  const refusal = (why: string): Error => new Error(`Search query against ${name} ${why}`);
  const searches = expressions.filter((expression) => expression.type === "Search");
  const equalities = expressions.filter((expression) => expression.type === "Eq");
  const [search] = searches;
  if (search === undefined) {
    throw refusal(
      `does not contain any search filters. You must include a search filter like \`q.search(${JSON.stringify(index.searchField)}, searchText)\`.`,
    );
  }
  const field = JSON.stringify(search.fieldPath);
  if (search.fieldPath !== index.searchField) {
    throw refusal(
      `contains a search filter against ${field}, which doesn't match the indexed \`searchField\` ${JSON.stringify(index.searchField)}.`,
    );
  }
  if (searches.length > 1)
    throw refusal(`contains multiple search filters against ${field}. Only one is allowed.`);
  if (equalities.length > MAX_FILTERS)
    throw refusal(`has too many filter conditions. Max: ${MAX_FILTERS} Actual: ${equalities.length}`);
  const filterTokens = equalities.map(({ fieldPath, value }) => {
    const at = index.filterFields.indexOf(fieldPath);
    if (at >= 0) return filterToken(at, isUndefined(value) ? undefined : value);
    throw refusal(
      `contains an equality filter on ${JSON.stringify(fieldPath)} but that field isn't indexed for filtering in \`filterFields\`.`,
    );
  });
  return { terms: searchTerms(search.value), filterTokens };
}
