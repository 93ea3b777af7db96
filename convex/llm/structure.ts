/** Converts zod schemas to the JSON Schema of OpenAI's strict mode, and answers back to the zod schema's form. */
import * as z from "zod";

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export interface Structure {
  /** Every property required, nothing additional. */
  readonly schema: JsonSchema;
  /** Drops unknown properties, parses numbers given as text, and corrects the case of enum values. */
  readonly restore: (answer: unknown) => unknown;
}

/** Keywords of strict mode that our schemas use. Other servers ignore keywords that they don't know. */
const STRICT_KEYWORDS =
  "type enum description minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems properties required items anyOf additionalProperties".split(
    " ",
  );
/** Keywords of zod that strict mode refuses. Zod still checks them. */
const DROPPED_KEYWORDS = "$schema minLength maxLength pattern format".split(" ");

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/**
 * The structure of a zod object schema: objects of required properties, arrays, enums, numbers, strings and nullable types.
 * Descriptions should name the length limits of strings.
 * @throws {Error} for any other type
 */
export function structureOf(schema: z.ZodType): Structure {
  const source: JsonSchema = { ...z.toJSONSchema(schema, { io: "input" }) };
  if (source["type"] !== "object") throw new Error("A structured answer must be an object.");
  return { schema: toStrict(source), restore: (answer) => restore(answer, source) };
}

function toStrict(node: JsonSchema): JsonSchema {
  const unknown = Object.keys(node).find(
    (keyword) => !STRICT_KEYWORDS.includes(keyword) && !DROPPED_KEYWORDS.includes(keyword),
  );
  if (unknown !== undefined) throw new Error(`Strict output can't express "${unknown}".`);
  if (!("type" in node) && !("anyOf" in node))
    throw new Error("Strict output can't express an untyped value.");
  const out = Object.fromEntries(
    // Zod bounds every integer by what a double holds, which helps no provider.
    Object.entries(node).filter(
      ([keyword, value]) => STRICT_KEYWORDS.includes(keyword) && !isUnbounded(value),
    ),
  );
  if (isRecord(node["items"])) out["items"] = toStrict(node["items"]);
  if ("anyOf" in node) out["anyOf"] = alternativesOf(node).map(toStrict);
  if (node["type"] !== "object") return out;
  const properties = Object.entries(propertiesOf(node));
  const required: unknown = node["required"] ?? [];
  const optional = properties.find(([name]) => !Array.isArray(required) || !required.includes(name));
  if (optional !== undefined) throw new Error(`Strict output requires "${optional[0]}": make it nullable.`);
  return {
    ...out,
    properties: Object.fromEntries(
      properties.map(([name, child]) => [name, toStrict(isRecord(child) ? child : {})]),
    ),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

function isUnbounded(value: unknown): boolean {
  return value === Number.MIN_SAFE_INTEGER || value === Number.MAX_SAFE_INTEGER;
}

/** Leaves what does not fit unchanged, for zod to report. */
function restore(answer: unknown, schema: JsonSchema): unknown {
  const own = alternativesOf(schema).find((one) => one["type"] !== "null") ?? schema;
  const { type, items, enum: words } = own;
  if (Array.isArray(answer))
    return isRecord(items) ? answer.map((item: unknown) => restore(item, items)) : answer;
  if (isRecord(answer) && type === "object") {
    const properties = Object.entries(propertiesOf(own));
    // Without enforcement models add properties such as "reasoning", which are harmless.
    return Object.fromEntries(
      properties.flatMap(([name, child]) => {
        const known = isRecord(child) ? child : {};
        if (Object.hasOwn(answer, name)) return [[name, restore(answer[name], known)]];
        // Servers that don't enforce the schema let models leave out what is empty.
        if (known["type"] === "array") return [[name, []]];
        return alternativesOf(known).some(({ type }) => type === "null") ? [[name, null]] : [];
      }),
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
