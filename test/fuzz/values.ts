/** Values for a JSON Schema of the document: valid ones, ones at the bounds of its rules, and arbitrary ones. */
import * as fc from "fast-check";
import { referredName, type JsonSchema, type OpenApi } from "../../scripts/openapi/read";
import { Placeholder, isIdName } from "./pool";
import { codePoint } from "../support/codePoint";

export type InputKind = "valid" | "boundary" | "wild";

/** Values for a schema. `name`: of the field or parameter, by which ids and timestamps are recognised. */
export function valueFor(
  document: OpenApi,
  schema: JsonSchema,
  manner: InputKind,
  name = "",
): fc.Arbitrary<unknown> {
  if (manner === "wild")
    return fc.oneof({ weight: 2, arbitrary: anyJson() }, within(document, schema, "boundary", name));
  return within(document, schema, manner, name);
}

function within(
  document: OpenApi,
  schema: JsonSchema,
  manner: InputKind,
  name: string,
): fc.Arbitrary<unknown> {
  const inner = (one: unknown, of = name) => valueFor(document, schemaOf(one), manner, of);
  if (typeof schema.$ref === "string") {
    return inner(document.components.schemas[referredName(schema.$ref, "schemas")]);
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...(schema.enum as unknown[]));
  const either = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(either)) return fc.oneof(...either.map((one) => inner(one)));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "string":
      if (schema.format === "date") return dayFor(manner);
      return manner === "valid"
        ? textFor(schema, name)
        : fc.oneof(textFor(schema, name), textAtBounds(schema));
    case "integer":
    case "number":
      return manner === "valid"
        ? numberFor(schema, name)
        : fc.oneof(numberFor(schema, name), numberAtBounds(schema));
    case "boolean":
      return fc.boolean();
    case "array":
      return listFor(schema, manner, inner(schema.items));
    case "object":
      return objectFor(document, schema, manner);
    default:
      return fc.jsonValue();
  }
}

const WORDS = [
  ...[
    "I like tea.",
    "I do not like tea.",
    "The harbour opened again.",
    "Ada met Grace in Paris on 3 May.",
    "42",
  ],
  ...[
    "Ünïcödé 🌊",
    "e\u0301",
    "\u202eright to left",
    "<script>alert(1)</script>",
    "'; DROP TABLE memories; --",
  ],
];

// Created once: fast-check takes 40 ms to create a string of any code points.
const GRAPHEME = fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 });
const CODE_POINT = fc.string({ unit: codePoint, minLength: 1, maxLength: 1 });

const NOT_BLANK = "\\S";

function textFor(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (isIdName(name)) {
    return fc
      .tuple(fc.nat(), fc.string())
      .map(([pick, otherwise]) => new Placeholder("id", name, pick, otherwise));
  }
  // Hardly any text has another pattern than the one for what is not blank.
  if (typeof schema.pattern === "string" && schema.pattern !== NOT_BLANK)
    return fc.stringMatching(new RegExp(schema.pattern, "u"));
  const { minLength = 0, maxLength = 400 } = lengthsOf(schema);
  const length = { minLength, maxLength: Math.min(maxLength, minLength + 400) };
  const text = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
    fc.string({ unit: GRAPHEME, ...length }),
    fc.string({ unit: CODE_POINT, ...length }),
  );
  const pattern = schema.pattern === undefined ? /(?:)/ : /\S/u;
  return text.filter((one) => pattern.test(one) && one.length >= minLength && one.length <= maxLength);
}

function dayFor(manner: InputKind): fc.Arbitrary<unknown> {
  const range = { min: new Date("2020-01-01"), max: new Date("2030-12-31"), noInvalidDate: true };
  const day = fc.date(range).map((date) => date.toISOString().slice(0, 10));
  const odd = ["0000-01-01", "9999-12-31", "2026-02-29", "2024-02-29", "2026-13-01", "2026-1-1", "", "0"];
  return manner === "valid" ? day : fc.oneof(day, fc.constantFrom(...odd));
}

function textAtBounds(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { maxLength } = lengthsOf(schema);
  const blank = fc.constantFrom("", " ", "\t\n", "\u0000", "\u00a0", "\ufeff");
  if (maxLength === undefined) return blank;
  // At the bound and one beyond it, in characters of one or two units, and with white space that does not count.
  const long = fc
    .tuple(fc.constantFrom("a", "é", "🌊", "漢"), fc.constantFrom(-1, 0, 1), fc.constantFrom("", " ", "\n\n"))
    .map(([unit, beyond, around]) => around + unit.repeat(maxLength + beyond) + around);
  return fc.oneof({ weight: 2, arbitrary: blank }, long);
}

/** The length limits of a text, from the schema's rules or its description. */
function lengthsOf(schema: JsonSchema): { minLength?: number; maxLength?: number } {
  const told = /(?:^|\s)(\d+) to (\d+) characters/.exec(String(schema.description ?? ""));
  const { minLength = told?.[1], maxLength = told?.[2] } = schema;
  return {
    ...(minLength === undefined ? {} : { minLength: Number(minLength) }),
    ...(maxLength === undefined ? {} : { maxLength: Number(maxLength) }),
  };
}

function numberFor(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const { min, max } = rangeOf(schema);
  const whole = schema.type === "integer";
  const usual = Math.min(max, min + 1_000);
  const plain = whole
    ? fc.integer({ min: Math.ceil(min), max: Math.floor(usual) })
    : fc.integer({ min: 0, max: 1_000 }).map((part) => min + ((usual - min) * part) / 1_000);
  if (!/^(since|until|remindAt)$/i.test(name)) return plain;
  return fc.oneof(
    fc.nat().map((pick) => new Placeholder("time", name, pick, 0)),
    plain,
  );
}

function numberAtBounds(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { min, max } = rangeOf(schema);
  const step = schema.type === "integer" ? 1 : 1e-9;
  return fc.constantFrom(
    ...[min, max, min - step, max + step, min + step, max - step, min + 0.5, -0, -1, 1e21, 5e-324],
    ...[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1, Number.MAX_VALUE],
  );
}

function rangeOf({ minimum = 0, maximum = 1e6 }: JsonSchema): { min: number; max: number } {
  return { min: Number(minimum), max: Number(maximum) };
}

function listFor(schema: JsonSchema, manner: InputKind, item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const min = Number(schema.minItems ?? 0);
  const told = /at most (\d+)/i.exec(String(schema.description ?? ""))?.[1];
  const max = Number(schema.maxItems ?? told ?? min + 4);
  const usual = fc.array(item, { minLength: min, maxLength: Math.min(max, min + 4) });
  if (manner === "valid") return usual;
  const repeated = fc
    .tuple(item, fc.constantFrom(max, max + 1, Math.max(0, min - 1)))
    .map(([one, length]) => Array.from({ length }, () => one));
  return fc.oneof({ weight: 3, arbitrary: usual }, repeated);
}

function objectFor(document: OpenApi, schema: JsonSchema, manner: InputKind): fc.Arbitrary<unknown> {
  const properties = Object.entries(schemaOf(schema.properties ?? {}));
  if (properties.length === 0) {
    if (schema.additionalProperties === false) return fc.constant({});
    return manner === "valid" ? freeObject() : fc.oneof(freeObject(), objectAtBounds(schema));
  }
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  // Only one field is wrong at a time, because the service reports only the first wrong one.
  const right = fieldsFor(document, properties, required, () => "valid");
  // Rules between fields forbid most mixtures of optional fields; all or none of them is often valid.
  const bare = properties.filter(([name]) => required.has(name));
  if (manner === "valid" && bare.length > 0 && bare.length < properties.length) {
    const all = new Set(properties.map(([name]) => name));
    return fc.oneof(
      { weight: 3, arbitrary: right },
      fieldsFor(document, bare, required, () => "valid"),
      fieldsFor(document, properties, all, () => "valid"),
    );
  }
  // Where all are optional, one of them may be all that is allowed.
  const alone = fc
    .constantFrom(...properties)
    .chain((one) => fieldsFor(document, [one], new Set([one[0]]), () => "valid"));
  if (manner === "valid") return required.size > 0 ? right : fc.oneof(right, { weight: 3, arbitrary: alone });
  const spoilt = fc
    .constantFrom(...properties.map(([name]) => name))
    .chain((victim) =>
      fieldsFor(document, properties, required, (name) => (name === victim ? manner : "valid"), victim),
    );
  return fc.oneof(
    { weight: 8, arbitrary: spoilt },
    fieldsFor(document, properties, required, () => manner),
    fc
      .tuple(right, fc.constantFrom(...properties.map(([name]) => name)))
      .map(([whole, name]) => without(whole, name)),
    fc.tuple(right, unusualName(), anyJson()).map(([whole, name, value]) => withField(whole, name, value)),
  );
}

function fieldsFor(
  document: OpenApi,
  properties: readonly [string, unknown][],
  required: ReadonlySet<unknown>,
  mannerOf: (name: string) => InputKind,
  present?: string,
): fc.Arbitrary<object> {
  const fields = properties.map(([name, one]) => {
    const value = valueFor(document, schemaOf(one), mannerOf(name), name).map((given) => ({ given }));
    return required.has(name) || name === present ? value : fc.option(value, { nil: null });
  });
  return fc.tuple(...fields).map((values) =>
    Object.fromEntries(
      properties.flatMap(([name], at): [string, unknown][] => {
        const value = values[at];
        return value ? [[name, value.given]] : [];
      }),
    ),
  );
}

function freeObject(): fc.Arbitrary<object> {
  return fc.dictionary(unusualName(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
}

/** Objects at the limits of depth and size in the description, and a little beyond. */
function objectAtBounds(schema: JsonSchema): fc.Arbitrary<object> {
  const description = String(schema.description ?? "");
  const levels = Number(/at most (\d+) levels/.exec(description)?.[1] ?? 8);
  const bytes = Number(/at most (\d+) bytes/i.exec(description)?.[1] ?? 1_024);
  const deep = fc.constantFrom(levels - 1, levels, levels + 1, 500).map(nested);
  // `{"a":""}` adds eight bytes to the text.
  const large = fc.constantFrom(-9, -8, -7).map((beyond) => ({ a: "x".repeat(bytes + beyond) }));
  return fc.oneof(deep, large);
}

function nested(levels: number): object {
  let inner: object = {};
  for (let level = 1; level < levels; level++) inner = { a: inner };
  return inner;
}

/** An unusual field name. */
export function unusualName(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      "__proto__",
      "constructor",
      "toString",
      "$ref",
      "_id",
      "",
      "a.b",
      "🌊",
      "success",
      "claim",
    ),
    fc.string({ maxLength: 20 }),
  );
}

/** Any JSON value, unusual ones first. */
export function anyJson(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(null, true, 0, -1, 1e308, "", "null", "NaN", [], {}, [[]], "0x10", " 1 "),
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      maxLength: 30,
    }),
    fc.constantFrom("\ud800", "a\udc00b", "\u0000", "\u2028", "%s%n", "../../etc/passwd", "x".repeat(20_000)),
  );
}

function withField(whole: object, name: string, value: unknown): object {
  // defineProperty, because an assignment to `__proto__` creates no field.
  return Object.defineProperty({ ...whole }, name, { value, enumerable: true, configurable: true });
}

function without(whole: object, left: string): object {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => name !== left));
}

function schemaOf(value: unknown): JsonSchema {
  if (typeof value !== "object" || value === null) throw new Error(`${JSON.stringify(value)} is no schema`);
  return Object.fromEntries(Object.entries(value));
}
