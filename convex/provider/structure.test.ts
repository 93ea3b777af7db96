import { describe, expect, test } from "vitest";
import * as z from "zod";
import { linkAnswerSchema } from "../../mind/links/linkPrompt";
import { structureOf, type JsonSchema } from "./structure";

const item = z.object({ ref: z.int().min(1).max(4), why: z.string().max(80).optional() });
const schema = z.object({
  mood: z.enum(["calm", "excited"]).describe("How it feels"),
  summary: z.string().trim().min(1).max(280).describe("What happened"),
  count: z.int(),
  weight: z.number().gt(0).max(1),
  remark: z.string().nullable(),
  aside: z.string().optional(),
  loud: z.boolean().default(false),
  items: z.array(item).max(3),
  part: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("note"), text: z.string(), by: z.string().optional() }),
    z.object({ kind: z.literal("none") }),
  ]),
});

const full = {
  mood: "calm",
  summary: "Quiet",
  count: 2,
  weight: 0.5,
  remark: null,
  aside: null,
  loud: null,
  items: [{ ref: 1, why: null }],
  part: { kind: "note", text: "x", by: null },
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
    expect(objects).toBe(4);
  });

  test("holds no keyword that strict mode refuses", () => {
    const refused = /"(\$schema|const|oneOf|default|minLength|maxLength|pattern|format)":/;
    expect(JSON.stringify(strict)).not.toMatch(refused);
  });

  test("keeps ranges and list lengths, and says string lengths in words", () => {
    expect(strict["properties"]).toMatchObject({
      mood: { enum: ["calm", "excited"], description: "How it feels" },
      summary: { type: "string", description: "What happened; 1 to 280 characters" },
      weight: { exclusiveMinimum: 0, maximum: 1 },
      items: { maxItems: 3, items: { properties: { ref: { type: "integer", minimum: 1, maximum: 4 } } } },
    });
  });

  test("does not bound integers that have no bounds", () => {
    expect(strict["properties"]).toHaveProperty("count", { type: "integer" });
  });

  test("lets what is optional be null", () => {
    expect(strict["properties"]).toHaveProperty("aside", { anyOf: [{ type: "string" }, { type: "null" }] });
  });

  test("stays finite for a schema that refers to itself", () => {
    interface Tree {
      name: string;
      children: Tree[];
    }
    const tree: z.ZodType<Tree> = z.object({
      name: z.string(),
      get children() {
        return z.array(tree);
      },
    });
    expect(JSON.stringify(structureOf(tree).schema)).toContain('"$ref":"#"');
  });

  test("takes what links are asked for by", () => {
    expect(() => structureOf(linkAnswerSchema(5))).not.toThrow();
  });

  test.each([
    ["a record", z.object({ map: z.record(z.string(), z.number()) })],
    ["a tuple", z.object({ pair: z.tuple([z.string(), z.number()]) })],
    ["anything", z.object({ any: z.unknown() })],
    ["a root that is no object", z.array(z.string())],
  ])("refuses %s", (_, inexpressible) => {
    expect(() => structureOf(inexpressible)).toThrow();
  });
});

describe("restoring an answer", () => {
  const { restore } = structureOf(schema);

  test("takes nulls for left-out properties away, in lists and alternatives too", () => {
    expect(restore(full)).toEqual({
      mood: "calm",
      summary: "Quiet",
      count: 2,
      weight: 0.5,
      remark: null,
      items: [{ ref: 1 }],
      part: { kind: "note", text: "x" },
    });
  });

  test("gives what the zod schema takes", () => {
    expect(schema.parse(restore(full))).toMatchObject({ loud: false, remark: null });
  });

  test("takes away what nobody asked for, in lists and alternatives too", () => {
    const more = { reasoning: "Because.", ["__proto__x"]: 1 };
    const answer = {
      ...full,
      ...more,
      items: [{ ref: 1, ...more }],
      part: { kind: "note", text: "x", ...more },
    };
    expect(restore(answer)).toEqual(restore({ ...full, items: [{ ref: 1 }] }));
  });

  test("reads numbers given as text, and words of a closed set in other capitals", () => {
    const answer = { ...full, mood: "Calm ", weight: "0.5", count: " 2", items: [{ ref: "1" }] };
    expect(restore(answer)).toEqual(restore(full));
  });

  test("leaves texts that are meant as such, and what is no plain number", () => {
    expect(restore({ ...full, summary: "2", remark: "0.5" })).toMatchObject({ summary: "2", remark: "0.5" });
    for (const weight of ["half", "", "0x1", "1e3", "NaN"])
      expect(restore({ ...full, weight })).toMatchObject({ weight });
    expect(restore({ ...full, mood: "sad" })).toMatchObject({ mood: "sad" });
  });

  test("leaves what does not fit for zod to judge", () => {
    expect(restore({ mood: [null], items: { ref: 1 } })).toEqual({ mood: [null], items: { ref: 1 } });
    expect(restore("text")).toBe("text");
    expect(restore(null)).toBeNull();
  });
});
