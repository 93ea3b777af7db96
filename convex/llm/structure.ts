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
const DROPPED_KEYWORDS = "minLength maxLength pattern format".split(" ");

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/**
 * The structure of a zod object schema: objects of required properties, arrays, enums, numbers, strings and nullable types.
 * Descriptions should name the length limits of strings.
 * @throws {Error} for any other type
 */
export function structureOf(source: z.ZodType): Structure {
  const override = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => makeStrict(jsonSchema);
  const { $schema: _, ...schema } = z.toJSONSchema(source, { io: "input", override });
  if (schema.type !== "object") throw new Error("A structured answer must be an object.");
  return { schema, restore: (answer) => restore(answer, schema) };
}

/** Makes one node of a schema strict, in place. */
function makeStrict(node: z.core.JSONSchema.BaseSchema): void {
  for (const [keyword, value] of Object.entries(node)) {
    // Zod bounds every integer by what a double holds, which helps no provider.
    const isUnbounded = value === Number.MIN_SAFE_INTEGER || value === Number.MAX_SAFE_INTEGER;
    if (isUnbounded || DROPPED_KEYWORDS.includes(keyword)) delete node[keyword];
    else if (!STRICT_KEYWORDS.includes(keyword)) throw new Error(`Strict output can't express "${keyword}".`);
  }
  if (!("type" in node) && !("anyOf" in node))
    throw new Error("Strict output can't express an untyped value.");
  if (node.type !== "object") return;
  const { properties = {}, required = [] } = node;
  const optional = Object.keys(properties).find((name) => !required.includes(name));
  if (optional !== undefined) throw new Error(`Strict output requires "${optional}": make it nullable.`);
  Object.assign(node, { required, additionalProperties: false });
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
