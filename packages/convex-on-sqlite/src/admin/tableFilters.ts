/** The dashboard's filters of a table: an index or a search, conditions on fields, and types of values. */
import type {
  Expression,
  FilterBuilder,
  GenericDatabaseReader,
  GenericDataModel,
  GenericDocument,
  GenericTableInfo,
  OrderedQuery,
} from "convex/server";
import { jsonToConvex, type JSONValue, type Value } from "convex/values";
import * as z from "zod";
import type { Tablet } from "../store/tablets";

const json = z.custom<JSONValue>((value) => value !== undefined);
const clause = z.object({
  op: z.enum(["eq", "neq", "gte", "lte", "gt", "lt", "anyOf", "noneOf", "type", "notype"]),
  field: z.string().optional(),
  value: json.optional(),
  enabled: z.boolean().optional(),
});
const indexClause = z.object({
  type: z.enum(["indexEq", "indexRange"]).optional(),
  field: z.string().optional(),
  enabled: z.boolean(),
  value: json.optional(),
  lowerOp: z.enum(["gte", "gt"]).optional(),
  lowerValue: json.optional(),
  upperOp: z.enum(["lte", "lt"]).optional(),
  upperValue: json.optional(),
});
const tableFilters = z.object({
  clauses: z.array(clause).default([]),
  order: z.enum(["asc", "desc"]).default("desc"),
  index: z
    .object({ name: z.string(), search: z.string().optional(), clauses: z.array(indexClause) })
    .optional(),
});

export type TableFilters = z.infer<typeof tableFilters>;
type Clause = z.infer<typeof clause>;
type IndexClause = z.infer<typeof indexClause>;

/** Parses filters, which arrive as base64 of JSON, because field names with a dollar sign are no Convex value. */
export function parseFilters(encoded: string | null): TableFilters {
  return tableFilters.parse(encoded === null ? {} : JSON.parse(Buffer.from(encoded, "base64").toString()));
}

/** Stands for `undefined`, which no client can send: this beginning, and random letters. */
const UNDEFINED = "__CONVEX_PLACEHOLDER_undefined_";

function valueOf(value: JSONValue): Value | undefined {
  return typeof value === "string" && value.startsWith(UNDEFINED) ? undefined : jsonToConvex(value);
}

/** The query of a table under its filters; `typeClauses` remain for its pages. */
export function filteredQuery(
  db: GenericDatabaseReader<GenericDataModel>,
  tablet: Tablet,
  { clauses, order, index }: TableFilters,
): OrderedQuery<GenericTableInfo> {
  const table = db.query(tablet.name);
  const base = index === undefined ? table.order(order) : indexedQuery(table, tablet, index, order);
  return clauses
    .filter((one) => one.enabled !== false && !isTypeClause(one))
    .reduce((query, one) => query.filter((q) => condition(q, one)), base);
}

type Table = ReturnType<GenericDatabaseReader<GenericDataModel>["query"]>;

function indexedQuery(
  table: Table,
  tablet: Tablet,
  { name, search, clauses }: NonNullable<TableFilters["index"]>,
  order: "asc" | "desc",
): OrderedQuery<GenericTableInfo> {
  const enabled = clauses.filter((one) => one.enabled);
  if (search !== undefined) {
    const searchField = tablet.search.text.get(name)?.searchField ?? "";
    return table.withSearchIndex(name, (q) =>
      enabled.reduce(
        (filtered, { field = "", value }) => filtered.eq(field, valueOf(value ?? null) as never),
        q.search(searchField, search),
      ),
    );
  }
  const fields = tablet.indexes.get(name)?.keyPaths ?? [];
  return table.withIndex(name, (q) => indexRange(q as never, fields, enabled) as never).order(order);
}

/** The part of an index range's builder that the filters use, without the types of one table. */
interface RangeBuilder {
  eq(field: string, value: Value | undefined): RangeBuilder;
  gt(field: string, value: Value | undefined): RangeBuilder;
  gte(field: string, value: Value | undefined): RangeBuilder;
  lt(field: string, value: Value | undefined): RangeBuilder;
  lte(field: string, value: Value | undefined): RangeBuilder;
}

/** The n-th clause is about the n-th field of the index; a range can only be the last. */
function indexRange(
  q: RangeBuilder,
  fields: readonly string[],
  clauses: readonly IndexClause[],
): RangeBuilder {
  return clauses.reduce((range, one, at) => {
    const field = fields[at] ?? "";
    if (one.type !== "indexRange") return range.eq(field, valueOf(one.value ?? null));
    const { lowerOp, lowerValue = null, upperOp, upperValue = null } = one;
    const above = lowerOp === undefined ? range : range[lowerOp](field, valueOf(lowerValue));
    return upperOp === undefined ? above : above[upperOp](field, valueOf(upperValue));
  }, q);
}

function condition(q: FilterBuilder<GenericTableInfo>, { op, field = "", value }: Clause) {
  const at = q.field(field);
  // A clause that is still being written has no value.
  if (value === undefined) return true;
  if (op === "anyOf" || op === "noneOf") {
    const values = (Array.isArray(value) ? value : [value]).map((one) => valueOf(one) as Value);
    if (values.length === 0) return true;
    return op === "anyOf"
      ? q.or(...values.map((one) => q.eq(at, one)))
      : q.and(...values.map((one) => q.neq(at, one)));
  }
  if (op === "type" || op === "notype") return true;
  // Each has the same parameters; as a union they can't be called.
  const compare = q[op] as (left: Expression<Value>, right: Value | undefined) => Expression<boolean>;
  return compare(at as Expression<Value>, valueOf(value));
}

function isTypeClause({ op }: Clause): boolean {
  return op === "type" || op === "notype";
}

/** Keeps the documents of a page whose values have the wanted types, which no index knows. */
export function ofTypes(
  { clauses }: TableFilters,
  page: readonly GenericDocument[],
  isId: (text: string) => boolean,
): GenericDocument[] {
  const enabled = clauses.filter(
    (one) => one.enabled !== false && isTypeClause(one) && one.value !== undefined,
  );
  return page.filter((document) =>
    enabled.every(({ op, field = "", value }) => {
      const found = typesOf(fieldOf(document, field), isId).includes(String(value));
      return found === (op === "type");
    }),
  );
}

function fieldOf(document: GenericDocument, path: string): Value | undefined {
  return path
    .split(".")
    .reduce<Value | undefined>(
      (value, field) =>
        value !== null &&
        typeof value === "object" &&
        !Array.isArray(value) &&
        !(value instanceof ArrayBuffer)
          ? (value as Record<string, Value | undefined>)[field]
          : undefined,
      document as Value,
    );
}

/** The dashboard's names of a value's type; an id is a string as well. */
function typesOf(value: Value | undefined, isId: (text: string) => boolean): string[] {
  if (value === undefined) return ["unset"];
  if (value === null) return ["null"];
  if (typeof value === "string") return isId(value) ? ["string", "id"] : ["string"];
  if (Array.isArray(value)) return ["array"];
  if (value instanceof ArrayBuffer) return ["bytes"];
  return [typeof value];
}
