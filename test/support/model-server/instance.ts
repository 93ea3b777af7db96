/** Deterministic instances of a JSON Schema, with words of the prompt. */
import { createHash } from "node:crypto";

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

const OWN_WORDS = ["morning", "harbour", "notices", "slowly", "between", "letters", "window", "again"];
// Longest string without a bound in the schema, and greatest depth of recursive schemas.
const USUAL_LENGTH = 60;
const MAX_DEPTH = 6;

/**
 * An instance of `schema`, chosen by the hash of `prompt`, with words of the prompt in its strings. They are in lower case,
 * so that two of them never form an ungrounded name.
 */
export function instanceOf(schema: JsonSchema, prompt: string): unknown {
  const random = randomOf(JSON.stringify(schema) + prompt);
  const words = [...new Set(prompt.toLowerCase().match(/\p{L}{4,}/gu) ?? [])];
  return new Generator(schema, words.length > 0 ? words : OWN_WORDS, random).value(schema, 0);
}

/** A short text about the prompt, for requests without JSON. */
export function proseOf(prompt: string): string {
  const words = prompt.match(/\p{L}{4,}/gu) ?? OWN_WORDS;
  return `It is about ${words.slice(0, 6).join(", ")}.`;
}

class Generator {
  readonly #root: JsonSchema;
  readonly #words: readonly string[];
  readonly #random: () => number;

  constructor(root: JsonSchema, words: readonly string[], random: () => number) {
    this.#root = root;
    this.#words = words;
    this.#random = random;
  }

  value(schema: JsonSchema, depth: number): unknown {
    if (typeof schema["$ref"] === "string") return this.value(this.#resolve(schema["$ref"]), depth + 1);
    if ("const" in schema) return schema["const"];
    if (Array.isArray(schema["enum"])) return this.#pick<unknown>(schema["enum"]);
    const alternatives = schema["anyOf"] ?? schema["oneOf"];
    if (Array.isArray(alternatives)) {
      return this.value(this.#alternative(alternatives.filter(isSchema), depth), depth);
    }
    const { type } = schema;
    if (Array.isArray(type)) {
      const kinds = type.map((kind: unknown) => ({ ...schema, type: kind }));
      return this.value(this.#alternative(kinds, depth), depth);
    }
    switch (type) {
      case "object":
        return this.#object(schema, depth);
      case "array":
        return this.#array(schema, depth);
      case "string":
        return this.#text(schema);
      case "integer":
        return this.#integer(schema);
      case "number":
        return this.#number(schema);
      case "boolean":
        return this.#random() < 0.5;
      case "null":
        return null;
      default:
        throw new Error(`No instance of a schema of type ${JSON.stringify(type)}.`);
    }
  }

  /** Null one time in five, so that tests cover it, and always at the greatest depth. */
  #alternative(alternatives: readonly JsonSchema[], depth: number): JsonSchema {
    const isNull = (schema: JsonSchema): boolean => schema["type"] === "null";
    const nothing = alternatives.find(isNull);
    if (nothing !== undefined && (depth > MAX_DEPTH || this.#random() < 0.2)) return nothing;
    const others = alternatives.filter((schema) => !isNull(schema));
    return this.#pick(others.length > 0 ? others : alternatives);
  }

  #object(schema: JsonSchema, depth: number): object {
    const properties = Object.entries(isSchema(schema["properties"]) ? schema["properties"] : {});
    return Object.fromEntries(
      properties.map(([name, child]) => [name, this.value(isSchema(child) ? child : {}, depth + 1)]),
    );
  }

  #array(schema: JsonSchema, depth: number): unknown[] {
    const least = numberOr(schema["minItems"], 0);
    const most = Math.max(least, Math.min(numberOr(schema["maxItems"], 3), depth > MAX_DEPTH ? 0 : 3));
    const items = isSchema(schema["items"]) ? schema["items"] : { type: "string" };
    const length = Math.max(least, Math.min(most, 1 + this.#below(most)));
    const values = Array.from({ length }, () => this.value(items, depth + 1));
    // Lists of references and of words are sets in effect.
    const distinct = values.filter((value, at) => typeof value === "object" || values.indexOf(value) === at);
    return distinct.length >= least ? distinct : values;
  }

  #text(schema: JsonSchema): string {
    // Strict mode has no keywords for lengths, so prompts state them in the description.
    const stated = /(?:(\d+) to |at most )(\d+) characters/.exec(String(schema["description"] ?? ""));
    const least = numberOr(schema["minLength"], Number(stated?.[1] ?? 0));
    const most = numberOr(schema["maxLength"], Number(stated?.[2] ?? Math.max(USUAL_LENGTH, least)));
    let text = this.#pick(this.#words);
    while (text.length < Math.max(least, Math.min(most, USUAL_LENGTH) / 2)) {
      text += ` ${this.#pick(this.#random() < 0.7 ? this.#words : OWN_WORDS)}`;
    }
    return text.slice(0, most).trim().padEnd(least, ".");
  }

  #integer(schema: JsonSchema): number {
    const [least, most] = boundsOf(schema, 1, 10);
    return least + this.#below(most - least + 1);
  }

  #number(schema: JsonSchema): number {
    const [least, most] = boundsOf(schema, 1e-3, 1);
    return least + this.#random() * (most - least);
  }

  #resolve(reference: string): JsonSchema {
    const path = reference.replace(/^#\/?/, "").split("/").filter(Boolean);
    const found = path.reduce<unknown>((at, name) => (isSchema(at) ? at[name] : undefined), this.#root);
    if (!isSchema(found)) throw new Error(`The schema refers to ${reference}, which is not there.`);
    return found;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#below(items.length)];
    if (item === undefined) throw new Error("Nothing to pick from.");
    return item;
  }
}

/** Inclusive bounds. Exclusive ones are moved inwards by `step`. */
function boundsOf(schema: JsonSchema, step: number, span: number): [number, number] {
  const above = numberOr(schema["exclusiveMinimum"], Number.NaN) + step;
  const below = numberOr(schema["exclusiveMaximum"], Number.NaN) - step;
  const least = numberOr(schema["minimum"], above);
  const most = numberOr(schema["maximum"], below);
  if (Number.isNaN(least)) return Number.isNaN(most) ? [0, span] : [most - span, most];
  return [least, Number.isNaN(most) ? least + span : most];
}

/** Mulberry32 over the first bytes of the text's SHA-256. */
function randomOf(text: string): () => number {
  let state = createHash("sha256").update(text).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function numberOr(value: unknown, other: number): number {
  return typeof value === "number" ? value : other;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
