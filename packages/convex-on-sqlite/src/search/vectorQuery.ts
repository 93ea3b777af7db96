/** Parses and validates the query that `ctx.vectorSearch` sends. */
import type { ConvexJson } from "../types";
import { isUndefined } from "../values/classify";
import { filterHash } from "./filterHash";
import type { VectorIndex } from "../store/tablets";
import { unitVector } from "./vectorIndex";

/** The arguments of `1.0/actions/vectorSearch`. */
export interface SerializedVectorQuery {
  /** `table.index` */
  readonly indexName: string;
  readonly limit?: number | null;
  readonly vector: readonly ConvexJson[];
  readonly expressions?: FilterExpression | null;
}

/** The only expressions that the filter builder of convex/server produces. */
type FilterExpression =
  | { readonly $or: readonly FilterExpression[] }
  | { readonly $eq: readonly [{ readonly $field: string }, { readonly $literal: ConvexJson }] };

/** Requires that a filter field has a value. */
export interface FilterCondition {
  /** The position of the field in the index's `filterFields`. */
  readonly field: number;
  /** `filterHash` of the value. */
  readonly hash: Uint8Array;
}

export interface VectorQuery {
  /** A unit vector, or zero. */
  readonly vector: Float32Array;
  readonly limit: number;
  /** A document must meet at least one condition. `null`: no filter. */
  readonly anyOf: readonly FilterCondition[] | null;
}

// These limits are Convex's.
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 256;
const MAX_CONDITIONS = 64;

/** Throws with Convex's messages when the query doesn't fit the index. */
export function parseVectorQuery(index: VectorIndex, query: SerializedVectorQuery): VectorQuery {
  const limit = query.limit ?? DEFAULT_LIMIT;
  if (limit > MAX_LIMIT)
    throw new Error(`Vector queries can fetch at most ${MAX_LIMIT} results, requested ${limit}.`);
  if (!Number.isInteger(limit) || limit < 1)
    throw new Error(`The limit of a vector query must be a positive integer, got ${limit}.`);
  const asked = query.expressions ? conditions(index, query.indexName, query.expressions) : [];
  if (asked.length > MAX_CONDITIONS) {
    throw new Error(
      `Vector query against ${query.indexName} has too many conditions. Max: ${MAX_CONDITIONS} Actual: ${asked.length}`,
    );
  }
  // Convex treats an empty "or" as no filter, too.
  const anyOf = asked.length === 0 ? null : asked;
  if (query.vector.length !== index.dimensions) {
    throw new Error(
      `Expected a vector with dimensions ${index.dimensions}, received ${query.vector.length}.`,
    );
  }
  const vector = unitVector(query.vector);
  if (vector === null)
    throw new Error(
      `Vector query against ${query.indexName} has a vector with elements that are not finite numbers.`,
    );
  return { vector, limit, anyOf };
}

function conditions(index: VectorIndex, name: string, expression: FilterExpression): FilterCondition[] {
  if ("$or" in expression) return expression.$or.flatMap((operand) => conditions(index, name, operand));
  const [{ $field: path }, { $literal: value }] = expression.$eq;
  const field = index.filterFields.indexOf(path);
  if (field >= 0) return [{ field, hash: filterHash(isUndefined(value) ? undefined : value) }];
  throw new Error(
    `Vector query against ${name} contains a filter on ${JSON.stringify(path)} but that field isn't indexed for filtering in \`filterFields\`.`,
  );
}
