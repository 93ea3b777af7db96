/** A search as `withSearchIndex` sends it, checked and turned into what the text index is asked. */
import type { ConvexJson } from "../types";
import { isUndefined } from "../values/scalars";
import { searchTerms, type Term } from "./terms";
import type { TextIndex } from "../store/tablets";
import { filterToken } from "./textIndex";

/** One part of `withSearchIndex`. */
export type SearchExpression =
  | { readonly type: "Search"; readonly fieldPath: string; readonly value: string }
  | { readonly type: "Eq"; readonly fieldPath: string; readonly value: ConvexJson };

export interface TextQuery {
  readonly terms: readonly Term[];
  /** The words that a row's filter column must have. */
  readonly filterTokens: readonly string[];
}

/** Convex's limit on the filters of one search. */
const MAX_FILTERS = 8;

/** Reads the parts of a search of `name` (`table.index`). Throws with Convex's messages where they don't fit the index. */
export function textQuery(
  index: TextIndex,
  name: string,
  expressions: readonly SearchExpression[],
): TextQuery {
  const query = `Search query against ${name}`;
  let text: string | null = null;
  const filterTokens: string[] = [];
  for (const expression of expressions) {
    const field = JSON.stringify(expression.fieldPath);
    if (expression.type === "Search") {
      if (expression.fieldPath !== index.searchField) {
        throw new Error(
          `${query} contains a search filter against ${field}, which doesn't match the indexed \`searchField\` ${JSON.stringify(index.searchField)}.`,
        );
      }
      if (text !== null) {
        throw new Error(`${query} contains multiple search filters against ${field}. Only one is allowed.`);
      }
      text = expression.value;
    } else {
      const at = index.filterFields.indexOf(expression.fieldPath);
      if (at < 0) {
        throw new Error(
          `${query} contains an equality filter on ${field} but that field isn't indexed for filtering in \`filterFields\`.`,
        );
      }
      const { value } = expression;
      filterTokens.push(filterToken(at, isUndefined(value) ? undefined : value));
    }
  }
  if (text === null) {
    throw new Error(
      `${query} does not contain any search filters. You must include a search filter like \`q.search(${JSON.stringify(index.searchField)}, searchText)\`.`,
    );
  }
  if (filterTokens.length > MAX_FILTERS) {
    throw new Error(
      `${query} has too many filter conditions. Max: ${MAX_FILTERS} Actual: ${filterTokens.length}`,
    );
  }
  return { terms: searchTerms(text), filterTokens };
}
