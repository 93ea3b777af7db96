/** TypeScript types for JSON Schemas of the OpenAPI document. */
import { referredName, type JsonSchema } from "../openapi/read";

/** Keywords without a type: annotations, and rules that the service checks. */
const RULES = new Set([
  ...[
    "description",
    "default",
    "examples",
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
  ],
  ...["exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems"],
  ...["minProperties", "maxProperties", "propertyNames", "title", "deprecated"],
  ...["if", "then", "else"],
]);

/**
 * The type of the values that a schema allows.
 * @throws Error for an unknown keyword, because the type would be wrong
 */
export function typeOf(schema: JsonSchema): string {
  const { type, $ref, const: only, enum: words, anyOf, oneOf, allOf, ...rest } = schema;
  const { properties, required, additionalProperties, items, ...others } = rest;
  const unknown = Object.keys(others).filter((keyword) => !RULES.has(keyword));
  if (unknown.length > 0) throw new Error(`no type for a schema with ${unknown.join(", ")}`);
  if (typeof $ref === "string") return referredName($ref, "schemas");
  if (only !== undefined) return JSON.stringify(only);
  if (words !== undefined) return union(list(words).map((word) => JSON.stringify(word)));
  const either = anyOf ?? oneOf;
  if (either !== undefined) return union(list(either).map((one) => typeOf(object(one))));
  if (allOf !== undefined)
    return list(allOf)
      .map((one) => `(${typeOf(object(one))})`)
      .join(" & ");
  const kinds = Array.isArray(type) ? type : [type];
  return union(kinds.map((kind) => typeOfKind(kind, { properties, required, additionalProperties, items })));
}

type Parts = Readonly<Record<"properties" | "required" | "additionalProperties" | "items", unknown>>;

function typeOfKind(kind: unknown, { properties, required, additionalProperties, items }: Parts): string {
  switch (kind) {
    case "string":
    case "boolean":
    case "null":
      return kind;
    case "number":
    case "integer":
      return "number";
    case "array":
      return items === undefined ? "readonly unknown[]" : `readonly (${typeOf(object(items))})[]`;
    case "object":
      return fieldsOf(object(properties ?? {}), list(required ?? []), additionalProperties);
    case undefined:
      return "unknown";
    default:
      throw new Error(`no type for a schema of the kind ${JSON.stringify(kind)}`);
  }
}

function fieldsOf(properties: JsonSchema, required: readonly unknown[], others: unknown): string {
  const fields = Object.entries(properties).map(([name, one]) =>
    field(name, object(one), required.includes(name)),
  );
  if (others !== undefined && others !== false) {
    const own = others === true || fields.length > 0 ? "unknown" : typeOf(object(others));
    fields.push(`readonly [name: string]: ${own};`);
  }
  return fields.length === 0 ? "Readonly<Record<string, never>>" : `{ ${fields.join("\n")} }`;
}

/** A field with its doc comment. */
export function field(name: string, schema: JsonSchema, required: boolean): string {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
  // Allows undefined explicitly, for callers with exactOptionalPropertyTypes.
  const [mark, orNone] = required ? ["", ""] : ["?", " | undefined"];
  return `${docOf(schema)}readonly ${key}${mark}: ${typeOf(schema)}${orNone};`;
}

/** A schema's description as a doc comment, with its default. */
export function docOf({ description, default: usual }: JsonSchema): string {
  const text = typeof description === "string" ? [description] : [];
  if (usual !== undefined) text.push(`Default: ${JSON.stringify(usual)}.`);
  return docComment(text.join(text[0]?.endsWith(".") === true ? " " : ". "));
}

/** Text as a doc comment; empty for an empty text. */
export function docComment(text: string): string {
  return text === "" ? "" : `\n/** ${text.replaceAll("*/", "*\\/").replaceAll("\n", "\n * ")} */\n`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`a schema has ${JSON.stringify(value)} for a list`);
  return value;
}

function object(value: unknown): JsonSchema {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error(`a schema has ${JSON.stringify(value)} for an object`);
  }
  return Object.fromEntries(Object.entries(value));
}
