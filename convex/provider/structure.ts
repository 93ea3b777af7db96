/** JSON Schemas for structured output: what zod says, in the dialect that OpenAI's strict mode accepts, and the way back. */
import * as z from "zod";

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** A schema as a provider gets it, and what turns an answer to it into what zod expects. */
export interface Structure {
  /** Every property required, nothing additional, optional ones nullable. */
  readonly schema: JsonSchema;
  /**
   * Takes out the nulls that stand for "left out", and properties that the schema has no place for; reads numbers that were
   * given as text, and words of a closed set in other capitals.
   */
  readonly restore: (answer: unknown) => unknown;
}

// What OpenAI documents for strict mode; other servers ignore what they don't know.
const KEPT = [
  "type",
  "enum",
  "$ref",
  "description",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
] as const;

// Nothing in strict mode can stand for these, and leaving them out would change what the schema allows.
const INEXPRESSIBLE = [
  "allOf",
  "not",
  "if",
  "prefixItems",
  "patternProperties",
  "propertyNames",
  "contains",
] as const;

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

const UNBOUNDED: readonly unknown[] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/**
 * The strict structure of a zod object schema. String lengths, patterns and formats, which strict mode refuses,
 * become words in the description; zod still checks them.
 * @throws for a schema that strict mode can't express: a record, a tuple, an intersection, an untyped value, a root
 * that is no object.
 */
export function structureOf(schema: z.ZodType): Structure {
  const source: JsonSchema = { ...z.toJSONSchema(schema, { io: "input" }) };
  if (source["type"] !== "object") throw new Error("A structured answer must be an object.");
  return { schema: strict(source), restore: (answer) => restore(answer, [source], source) };
}

function strict(node: JsonSchema): JsonSchema {
  const inexpressible = INEXPRESSIBLE.find((keyword) => keyword in node);
  if (inexpressible !== undefined) throw new Error(`Strict output can't express "${inexpressible}".`);

  const out: Record<string, unknown> = {};
  for (const keyword of KEPT) {
    // Zod bounds every integer by what a double holds; a provider gains nothing from that.
    if (keyword in node && !UNBOUNDED.includes(node[keyword])) out[keyword] = node[keyword];
  }
  if ("const" in node) out["enum"] = [node["const"]];
  const alternatives = alternativesOf(node);
  if (alternatives.length > 0) out["anyOf"] = alternatives.map(strict);
  if (isRecord(node["items"])) out["items"] = strict(node["items"]);
  if (node["type"] === "object") Object.assign(out, strictObject(node));
  if (isRecord(node["$defs"])) out["$defs"] = mapValues(node["$defs"], (child) => strict(schemaIn(child)));
  if (!["type", "enum", "anyOf", "$ref"].some((keyword) => keyword in out)) {
    throw new Error("Strict output can't express an untyped value.");
  }
  const notes = notesOf(node);
  if (notes.length > 0) out["description"] = [node["description"], ...notes].filter(Boolean).join("; ");
  return out;
}

function strictObject(node: JsonSchema): JsonSchema {
  if (isRecord(node["additionalProperties"])) throw new Error("Strict output can't express a record.");
  const required = requiredOf(node);
  const properties = mapValues(propertiesOf(node), (child, name) => {
    const schema = strict(schemaIn(child));
    const nullable = required.has(name) || acceptsNull(schemaIn(child));
    return nullable ? schema : { anyOf: [schema, { type: "null" }] };
  });
  return { properties, required: Object.keys(properties), additionalProperties: false };
}

/** Rules that strict mode refuses as keywords, in words a model can follow. */
function notesOf(node: JsonSchema): string[] {
  const { minLength: least, maxLength: most, pattern, format } = node;
  const notes: string[] = [];
  if (typeof least === "number" && typeof most === "number") notes.push(`${least} to ${most} characters`);
  else if (typeof most === "number") notes.push(`at most ${most} characters`);
  else if (typeof least === "number") notes.push(`at least ${least} characters`);
  if (typeof format === "string") notes.push(`in the format ${format}`);
  else if (typeof pattern === "string") notes.push(`matching ${pattern}`);
  return notes;
}

/** Walks an answer along the schemas that may describe it. */
function restore(answer: unknown, candidates: readonly JsonSchema[], root: JsonSchema): unknown {
  const schemas = candidates.flatMap((candidate) => branchesOf(candidate, root));
  if (Array.isArray(answer)) {
    const items = schemas.map((schema) => schema["items"]).filter(isRecord);
    return answer.map((item: unknown) => restore(item, items, root));
  }
  if (typeof answer === "string") return meantBy(answer, schemas);
  // Not an object where one is due, or an object where none is: for zod to judge.
  if (!isRecord(answer) || !schemas.some((schema) => schema["type"] === "object")) return answer;
  const entries = Object.entries(answer).flatMap(([name, value]): [string, unknown][] => {
    const owners = schemas.filter((schema) => Object.hasOwn(propertiesOf(schema), name));
    // Servers that don't enforce the schema let models add a "reasoning" or the like: no reason to refuse the rest.
    if (owners.length === 0) return [];
    const described = owners.map((owner) => schemaIn(propertiesOf(owner)[name]));
    const leftOut =
      value === null &&
      owners.every((owner) => !requiredOf(owner).has(name)) &&
      !described.some((schema) => branchesOf(schema, root).some(acceptsNull));
    return leftOut ? [] : [[name, restore(value, described, root)]];
  });
  return Object.fromEntries(entries);
}

/** A text as the schemas want it, where none of them takes it as it is and what it means is plain: "0.5", "Curious". */
function meantBy(text: string, schemas: readonly JsonSchema[]): unknown {
  const words = schemas.flatMap(({ enum: values }) => (Array.isArray(values) ? values : []));
  if (words.length > 0) {
    const lowered = text.trim().toLowerCase();
    return words.includes(text) || !words.includes(lowered) ? text : lowered;
  }
  const isNumber = schemas.every(({ type }) => type === "number" || type === "integer" || type === "null");
  return isNumber && schemas.length > 0 && DECIMAL.test(text.trim()) ? Number(text) : text;
}

/** The schema itself, or what it refers to, or all of its alternatives. */
function branchesOf(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const reference = schema["$ref"];
  if (reference === "#") return [root];
  if (typeof reference === "string") {
    const definitions = isRecord(root["$defs"]) ? root["$defs"] : {};
    return branchesOf(schemaIn(definitions[reference.replace("#/$defs/", "")]), root);
  }
  const alternatives = alternativesOf(schema);
  return alternatives.length === 0
    ? [schema]
    : alternatives.flatMap((alternative) => branchesOf(alternative, root));
}

function acceptsNull(schema: JsonSchema): boolean {
  const { type } = schema;
  return (
    type === "null" ||
    (Array.isArray(type) && type.includes("null")) ||
    alternativesOf(schema).some(acceptsNull)
  );
}

function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const alternatives = schema["anyOf"] ?? schema["oneOf"];
  return Array.isArray(alternatives) ? alternatives.filter(isRecord) : [];
}

function propertiesOf(schema: JsonSchema): JsonSchema {
  return isRecord(schema["properties"]) ? schema["properties"] : {};
}

function requiredOf(schema: JsonSchema): ReadonlySet<unknown> {
  return new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
}

function schemaIn(value: unknown): JsonSchema {
  return isRecord(value) ? value : {};
}

function mapValues(record: JsonSchema, map: (value: unknown, key: string) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
