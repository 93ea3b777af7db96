/** Schemas of answers against the validators that they are derived from. */
import { literals, validate } from "convex-helpers/validators";
import { v, type GenericValidator, type Value } from "convex/values";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { MOODS } from "../../../mind/enums";
import { pageOf, responseOf } from "./shape";

const { validator } = fc.letrec<{ validator: GenericValidator; fields: Record<string, GenericValidator> }>(
  (tie) => ({
    validator: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      fc.constantFrom(v.string(), v.number(), v.boolean(), v.null(), v.literal("a"), v.literal(1)),
      fc.constant(literals("a", "b")),
      tie("validator").map((element) => v.array(element)),
      tie("validator").map((value) => v.record(v.string(), value)),
      fc.tuple(tie("validator"), tie("validator")).map((members) => v.union(...members)),
      tie("fields").map((fields) => v.object(fields)),
    ),
    fields: fc.dictionary(
      fc.constantFrom("p", "q", "r"),
      fc
        .tuple(tie("validator"), fc.boolean())
        .map(([inner, isOptional]) => (isOptional ? v.optional(inner) : inner)),
    ),
  }),
);

/** A value that the validator describes, unless one is put in its place somewhere. */
function valueOf(validator: GenericValidator): fc.Arbitrary<Value> {
  const fitting = (): fc.Arbitrary<Value> => {
    switch (validator.kind) {
      case "string":
        return fc.constantFrom("a", "b", "c");
      case "float64":
        return fc.constantFrom(0, 1, -0.5);
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "literal":
        return fc.constant(validator.value);
      case "array":
        return fc.array(valueOf(validator.element), { maxLength: 2 });
      case "record":
        return fc.dictionary(fc.constantFrom("p", "s"), valueOf(validator.value));
      case "union":
        return fc.oneof(...validator.members.map(valueOf));
      case "object": {
        const fields = Object.entries<GenericValidator>(validator.fields);
        const required = fields.filter(([, field]) => field.isOptional === "required").map(([name]) => name);
        const arbitraries = Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field)]));
        return fc.record(arbitraries, { requiredKeys: required });
      }
      default:
        throw new Error(validator.kind);
    }
  };
  return fc.oneof(
    { weight: 12, arbitrary: fitting() },
    { weight: 1, arbitrary: fc.constantFrom(null, "c", 7, {}, { s: 1 }) },
  );
}

describe("a derived schema", () => {
  test("accepts exactly what its validator does", () => {
    const described = validator.chain((inner) => fc.tuple(fc.constant(inner), valueOf(inner)));
    fc.assert(
      fc.property(described, ([inner, value]) => {
        const schema = responseOf("Any", "Anything", v.object({ inner }));
        z.globalRegistry.remove(schema);
        expect(schema.safeParse({ inner: value }).success).toBe(
          validate(v.object({ inner }), { inner: value }),
        );
      }),
      { numRuns: 500 },
    );
  });

  const shape = v.object({
    _id: v.id("memories"),
    mood: literals(...MOODS),
    health: v.number(),
    at: v.optional(v.number()),
  });
  const schema = responseOf("Shape", "A shape", shape, { health: z.int() });

  test("refuses unknown fields, and undefined in place of an optional one", () => {
    const value = { _id: "m1", mood: "curious", health: 50 };
    expect(schema.safeParse(value).success).toBe(true);
    expect(schema.safeParse({ ...value, at: 0 }).success).toBe(true);
    expect(schema.safeParse({ ...value, at: undefined }).success).toBe(false);
    expect(schema.safeParse({ ...value, other: 1 }).success).toBe(false);
  });

  test("has the ranges of common names and of its notes, and references to enumerations", () => {
    const { properties, $defs } = z.toJSONSchema(z.strictObject({ one: schema }));
    expect(properties).toEqual({ one: { $ref: "#/$defs/Shape" } });
    expect($defs?.["Shape"]?.properties).toMatchObject({
      mood: { $ref: "#/$defs/Mood" },
      health: { type: "integer" },
      at: { $ref: "#/$defs/Timestamp" },
    });
  });

  test("of a page has the items and the figures of the list", () => {
    const page = pageOf("Shapes", "Shapes", "shapes", schema);
    expect(page.safeParse({ shapes: [], total: 0, hasMore: false }).success).toBe(true);
    expect(page.safeParse({ shapes: [{}], total: 1, hasMore: false }).success).toBe(false);
    expect(page.safeParse({ shapes: [], total: -1, hasMore: false }).success).toBe(false);
  });
});
