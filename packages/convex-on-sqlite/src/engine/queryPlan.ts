/** Plans a query: turns its serialized source into a range of an index. */
import { textQuery, type SearchExpression, type TextQuery } from "../search/textQuery";

import { AFTER_ALL, BEFORE_ALL, type DocumentText, type KeyRange } from "../store/documents";
import {
  BY_CREATION_TIME,
  BY_ID,
  missingIndex,
  splitIndexName,
  type Index,
  type Tablet,
  type TextIndex,
} from "../store/tablets";
import type { ConvexJson } from "../types";
import { afterPrefix, encodeKey } from "../values/keys";
import { isUndefined } from "../values/classify";
import type { Transaction } from "./transaction";

/** One condition of `withIndex`. */
interface RangeExpression {
  readonly type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  readonly fieldPath: string;
  readonly value: ConvexJson;
}

export type Order = "asc" | "desc";

/** The source of a query. */
type QuerySource =
  | { readonly type: "FullTableScan"; readonly tableName: string; readonly order: Order | null }
  | {
      readonly type: "IndexRange";
      readonly indexName: string;
      readonly range: readonly RangeExpression[];
      readonly order: Order | null;
    }
  | {
      readonly type: "Search";
      readonly indexName: string;
      readonly filters: readonly SearchExpression[];
    };

export type QueryOperator = { readonly filter: ConvexJson } | { readonly limit: number };

/** A query as `1.0/queryStream` and `1.0/queryPage` carry it. */
export interface SerializedQuery {
  readonly source: QuerySource;
  readonly operators: readonly QueryOperator[];
}

/** A range of an index. */
export interface RangePlan {
  readonly kind: "range";
  readonly tablet: Tablet;
  readonly index: Index;
  readonly range: KeyRange;
  readonly order: Order;
}

/** A range of the matches of a text search, in the order of relevance. */
export interface SearchPlan {
  readonly kind: "search";
  readonly tablet: Tablet;
  readonly index: TextIndex;
  readonly query: TextQuery;
  readonly range: KeyRange;
  readonly order: "asc";
}

export type QueryPlan = RangePlan | SearchPlan;

/** Reads the documents of a plan, before the query's operators. */
export interface RowSource {
  /** The next document, or `null` at the end. */
  next(): DocumentText | null;
  /** The key of the last returned document, which is its position in the plan's range; `null` before the first. */
  lastKey(): Buffer | null;
}

/** Plans what to read. Throws Convex's messages for an invalid index, range or search. */
export function planQuery(transaction: Transaction, componentPath: string, source: QuerySource): QueryPlan {
  if (source.type === "Search") return planSearch(transaction, componentPath, source);
  const [table, indexName] =
    source.type === "FullTableScan" ? [source.tableName, BY_CREATION_TIME] : splitIndexName(source.indexName);
  const tablet = transaction.table(componentPath, table);
  const index = tablet.indexes.get(indexName);
  if (index === undefined) throw missingIndex(tablet, `${table}.${indexName}`);
  const range =
    source.type === "FullTableScan"
      ? { start: BEFORE_ALL, end: AFTER_ALL }
      : keyRange(
          table,
          index,
          source.range.map((expression) => resolvePlaceholder(transaction, expression)),
        );
  return { kind: "range", tablet, index, range, order: source.order ?? "asc" };
}

function planSearch(
  transaction: Transaction,
  componentPath: string,
  source: QuerySource & { readonly type: "Search" },
): SearchPlan {
  const [table, name] = splitIndexName(source.indexName);
  const tablet = transaction.table(componentPath, table);
  const index = tablet.search.text.get(name);
  if (index === undefined) throw missingIndex(tablet, source.indexName);
  const query = textQuery(index, source.indexName, source.filters);
  return {
    kind: "search",
    tablet,
    index,
    query,
    range: { start: BEFORE_ALL, end: AFTER_ALL },
    order: "asc",
  };
}

/** Replaces the placeholder of the commit timestamp in a condition, as in the documents of this transaction. */
function resolvePlaceholder(transaction: Transaction, expression: RangeExpression): RangeExpression {
  const text = JSON.stringify(expression.value);
  const json = transaction.resolvePlaceholders(text);
  return json === text ? expression : { ...expression, value: JSON.parse(json) as ConvexJson };
}

/** Equality conditions in any order, then bounds on at most one field; together they must cover the first fields of the key. */
function keyRange(table: string, index: Index, expressions: readonly RangeExpression[]): KeyRange {
  const rank = ({ fieldPath }: RangeExpression): number => index.keyPaths.indexOf(fieldPath);
  const equalities = expressions.filter(({ type }) => type === "Eq").sort((a, b) => rank(a) - rank(b));
  let lower: RangeExpression | null = null;
  let upper: RangeExpression | null = null;
  for (const expression of expressions) {
    if (expression.type === "Eq") continue;
    const isLower = expression.type === "Gt" || expression.type === "Gte";
    if ((isLower ? lower : upper) !== null || rank(expression) !== equalities.length)
      throw wrongRange(table, index, expressions);
    if (isLower) lower = expression;
    else upper = expression;
  }
  if (equalities.some((equality, position) => rank(equality) !== position))
    throw wrongRange(table, index, expressions);
  const prefix = equalities.map(valueOf);
  const equal = encodeKey(prefix);
  const edge = (bound: RangeExpression, past: boolean) => {
    const key = encodeKey([...prefix, valueOf(bound)]);
    return past ? afterPrefix(key) : key;
  };
  return {
    start: lower === null ? equal : edge(lower, lower.type === "Gt"),
    end: upper === null ? afterPrefix(equal) : edge(upper, upper.type === "Lte"),
  };
}

function valueOf({ value }: RangeExpression): ConvexJson | undefined {
  return isUndefined(value) ? undefined : value;
}

function wrongRange(table: string, index: Index, expressions: readonly RangeExpression[]): Error {
  // The id at the end of a key is allowed, too, but seldom intended.
  const paths = index.name === BY_ID ? index.keyPaths : index.keyPaths.slice(0, -1);
  const used = expressions.map(({ fieldPath }) => fieldPath);
  return new Error(
    `Tried to query index ${table}.${index.name} but the query didn't use the index fields in order.\n` +
      `Index fields: ${JSON.stringify(paths)}\nQuery fields: ${JSON.stringify(used)}\n` +
      "For more information see https://docs.convex.dev/using/indexes.",
  );
}
