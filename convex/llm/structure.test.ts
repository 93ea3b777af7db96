import { describe, expect, test } from "vitest";
import * as z from "zod";
import { tickAnswerSchema } from "../../mind/tick/answer";
import { structureOf, type JsonSchema } from "./structure";

const item = z.object({ ref: z.int().min(1).max(4), why: z.string().max(80).nullable() });
const schema = z.object({
  mood: z.enum(["calm", "excited"]).describe("How it feels"),
  summary: z.string().trim().min(1).max(280).describe("What happened"),
  count: z.int(),
  weight: z.number().gt(0).max(1),
  remark: z.string().nullable(),
  loud: z.boolean(),
  items: z.array(item).max(3),
  part: item.nullable(),
});

const full = {
  mood: "calm",
  summary: "Quiet",
  count: 2,
  weight: 0.5,
  remark: null,
  loud: true,
  items: [{ ref: 1, why: null }],
  part: { ref: 2, why: "x" },
};

function everyNode(node: unknown, visit: (node: JsonSchema) => void): void {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) visit(node as JsonSchema);
  for (const child of Object.values(node)) everyNode(child, visit);
}

describe("the strict schema", () => {
  const { schema: strict } = structureOf(schema);

  test("requires every property of every object and allows no other", () => {
    let objects = 0;
    everyNode(strict, (node) => {
      if (node["type"] !== "object") return;
      objects += 1;
      expect(node["additionalProperties"]).toBe(false);
      expect(node["required"]).toEqual(Object.keys(node["properties"] as object));
    });
    expect(objects).toBe(3);
  });

  test("has no keyword that strict mode refuses", () => {
    const refused = /"(\$schema|const|oneOf|default|minLength|maxLength|pattern|format)":/;
    expect(JSON.stringify(strict)).not.toMatch(refused);
  });

  test("keeps descriptions, ranges and list lengths", () => {
    expect(strict["properties"]).toMatchObject({
      mood: { enum: ["calm", "excited"], description: "How it feels" },
      summary: { type: "string", description: "What happened" },
      weight: { exclusiveMinimum: 0, maximum: 1 },
      items: { maxItems: 3, items: { properties: { ref: { type: "integer", minimum: 1, maximum: 4 } } } },
    });
  });

  test("does not bound integers that have no bounds", () => {
    expect(strict["properties"]).toHaveProperty("count", { type: "integer" });
  });

  test("of a tick has the bounds of its fields", () => {
    expect(structureOf(tickAnswerSchema({ events: 2, memories: 1, passages: 1 })).schema).toMatchObject({
      properties: {
        mood: { enum: expect.arrayContaining(["curious"]) as string[] },
        valence: { minimum: -1, maximum: 1 },
        basedOn: { items: { type: "integer", minimum: 1, maximum: 2 } },
        artifacts: { maxItems: 4, items: { properties: { type: { enum: expect.any(Array) as string[] } } } },
        memories: { maxItems: 4, items: { properties: { basedOn: { items: { maximum: 2 } } } } },
        summary: { description: expect.stringContaining("1 to 280 characters") as string },
      },
    });
  });

  test.each([
    ["a record", z.object({ map: z.record(z.string(), z.number()) })],
    ["a tuple", z.object({ pair: z.tuple([z.string(), z.number()]) })],
    ["anything", z.object({ any: z.unknown() })],
    ["what may be left out", z.object({ aside: z.string().optional() })],
    ["a root that is no object", z.array(z.string())],
  ])("refuses %s", (_, inexpressible) => {
    expect(() => structureOf(inexpressible)).toThrow();
  });
});

describe("restoring an answer", () => {
  const { restore } = structureOf(schema);

  test("leaves a valid one unchanged", () => {
    expect(restore(full)).toEqual(full);
    expect(schema.parse(restore(full))).toEqual(full);
  });

  test("drops unknown properties, also in lists and nullable objects", () => {
    const more = { reasoning: "Because.", ["__proto__x"]: 1 };
    const answer = {
      ...full,
      ...more,
      items: full.items.map((one) => ({ ...one, ...more })),
      part: { ...full.part, ...more },
    };
    expect(restore(answer)).toEqual(full);
  });

  test("parses numbers given as text, and corrects the case of enum values", () => {
    const answer = { ...full, mood: "Calm ", weight: "0.5", count: " 2", items: [{ ref: "1", why: null }] };
    expect(restore(answer)).toEqual(full);
  });

  test("leaves strings and malformed numbers unchanged", () => {
    expect(restore({ ...full, summary: "2", remark: "0.5" })).toMatchObject({ summary: "2", remark: "0.5" });
    for (const weight of ["half", "", "0x1", "1e3", "NaN"])
      expect(restore({ ...full, weight })).toMatchObject({ weight });
    expect(restore({ ...full, mood: "sad" })).toMatchObject({ mood: "sad" });
  });

  test("takes a missing list for an empty one, and a missing nullable value for null", () => {
    expect(restore({})).toMatchObject({ items: [], part: null });
  });

  test("leaves what does not fit for zod to report", () => {
    const answer = { mood: [null], items: { ref: 1 } };
    expect(restore(answer)).toMatchObject(answer);
    expect(restore("text")).toBe("text");
    expect(restore(null)).toBeNull();
  });
});
