/** Where the document's JSON Schemas differ from zod's. */
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { SharedComponents } from "./schemas";

describe("null", () => {
  const schemaOf = (field: z.ZodType) => new SharedComponents().schema(field, "output");

  test("alone is a type whose only value is null, which every generator understands", () => {
    expect(schemaOf(z.strictObject({ thought: z.null() }))).toMatchObject({
      properties: { thought: { type: ["string", "null"], enum: [null] } },
    });
    expect(z.fromJSONSchema({ type: ["string", "null"], enum: [null] }).safeParse(null).success).toBe(true);
    expect(z.fromJSONSchema({ type: ["string", "null"], enum: [null] }).safeParse("").success).toBe(false);
  });

  test("in a union is the type null", () => {
    const named = z.strictObject({}).meta({ id: "Named" });
    const orNull = [{ $ref: "#/components/schemas/Named" }, { type: "null" }];
    expect(schemaOf(z.nullable(named))).toEqual({ anyOf: orNull });
    expect(schemaOf(z.union([named, z.null()]))).toEqual({ anyOf: orNull });
  });
});
