/** JSON Schemas for structured output: what zod says, in the dialect that OpenAI's strict mode accepts, and the way back. */
import * as z from "zod";

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** A schema as a provider gets it, and what turns an answer to it into what zod expects. */
export interface Structure {
  /** Every property required, nothing additional. */
  readonly schema: JsonSchema;
  /** Drops properties that the schema does not have; reads numbers given as text, and words of a closed set in other capitals. */
  readonly restore: (answer: unknown) => unknown;
}

/** What OpenAI documents for strict mode and our schemas use; other servers ignore what they don't know. */
const KEPT =
  "type enum description minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems properties required items anyOf additionalProperties".split(
    " ",
  );
/** Zod says these of its own, and strict mode refuses them: zod still checks what they mean. */
const DROPPED = "$schema minLength maxLength pattern format".split(" ");

/** A decimal number, as models write one. */
const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/**
 * The strict structure of a zod object schema: objects of required properties, lists, closed sets, numbers, texts, and what is
 * nullable. Lengths of texts stand in their descriptions.
 * @throws for anything else, since strict mode can't express it or we have no use for it.
 */
export function structureOf(schema: z.ZodType): Structure {
  const source: JsonSchema = { ...z.toJSONSchema(schema, { io: "input" }) };
  if (source["type"] !== "object") throw new Error("A structured answer must be an object.");
  return { schema: strict(source), restore: (answer) => restore(answer, source) };
}

function strict(node: JsonSchema): JsonSchema {
  const unknown = Object.keys(node).find((keyword) => !KEPT.includes(keyword) && !DROPPED.includes(keyword));
  if (unknown !== undefined) throw new Error(`Strict output can't express "${unknown}".`);
  if (!("type" in node) && !("anyOf" in node))
    throw new Error("Strict output can't express an untyped value.");
  const out = Object.fromEntries(
    // Zod bounds every integer by what a double holds; a provider gains nothing from that.
    Object.entries(node).filter(([keyword, value]) => KEPT.includes(keyword) && !isUnbounded(value)),
  );
  if (isRecord(node["items"])) out["items"] = strict(node["items"]);
  if ("anyOf" in node) out["anyOf"] = alternativesOf(node).map(strict);
  if (node["type"] !== "object") return out;
  const properties = Object.entries(propertiesOf(node));
  const required: unknown = node["required"] ?? [];
  const optional = properties.find(([name]) => !Array.isArray(required) || !required.includes(name));
  if (optional !== undefined) throw new Error(`Strict output requires "${optional[0]}": make it nullable.`);
  return {
    ...out,
    properties: Object.fromEntries(
      properties.map(([name, child]) => [name, strict(isRecord(child) ? child : {})]),
    ),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

function isUnbounded(value: unknown): boolean {
  return value === Number.MIN_SAFE_INTEGER || value === Number.MAX_SAFE_INTEGER;
}

/** The answer along its schema. What does not fit stays as it is, for zod to judge. */
function restore(answer: unknown, schema: JsonSchema): unknown {
  const own = alternativesOf(schema).find((one) => one["type"] !== "null") ?? schema;
  const { type, items, enum: words } = own;
  if (Array.isArray(answer))
    return isRecord(items) ? answer.map((item: unknown) => restore(item, items)) : answer;
  if (isRecord(answer) && type === "object") {
    const properties = Object.entries(propertiesOf(own));
    // Servers that don't enforce the schema let models add a "reasoning" or the like: no reason to refuse the rest.
    return Object.fromEntries(
      properties.flatMap(([name, child]) =>
        Object.hasOwn(answer, name) ? [[name, restore(answer[name], isRecord(child) ? child : {})]] : [],
      ),
    );
  }
  if (typeof answer !== "string") return answer;
  const plain = answer.trim().toLowerCase();
  if (Array.isArray(words)) return words.includes(plain) ? plain : answer;
  return (type === "number" || type === "integer") && DECIMAL.test(plain) ? Number(plain) : answer;
}

function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? anyOf.filter(isRecord) : [];
}

function propertiesOf(schema: JsonSchema): JsonSchema {
  const { properties } = schema;
  return isRecord(properties) ? properties : {};
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
