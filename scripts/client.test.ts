/** The client has a function for every operation, with the types of its schemas. */
import { describe, expect, test } from "vitest";
import openapi from "../openapi.json";
import { operationsOf, readDocument } from "./openapi/read";
import { sourcesOf } from "./client/operations";
import { typeOf } from "./client/types";

test("have a function for every operation but MCP's", () => {
  const document = readDocument(openapi);
  const { operations } = sourcesOf(document);
  for (const { operationId, path } of operationsOf(document)) {
    if (path === "/mcp") expect(operations).not.toContain(operationId);
    else expect(operations).toContain(`export function ${operationId}(service: Service`);
  }
});

test("import no type that only a comment mentions", () => {
  const document = readDocument(openapi);
  const { operations } = sourcesOf({
    ...document,
    components: { ...document.components, schemas: { Run: {} } },
  });
  expect(operations).toContain("/** Run a tick");
  expect(operations).not.toMatch(/import type \{[^}]*\bRun\b/);
});

describe("the type of a schema", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["text", { type: "string", pattern: "\\S" }, "string"],
    ["a whole number", { type: "integer", minimum: 1 }, "number"],
    ["words", { type: "string", enum: ["low", "high"] }, '"low" | "high"'],
    ["one word", { type: "string", const: "reflection" }, '"reflection"'],
    ["a reference", { $ref: "#/components/schemas/Mood" }, "Mood"],
    ["either", { anyOf: [{ type: "string" }, { type: "null" }] }, "string | null"],
    ["a nullable", { type: ["number", "null"] }, "number | null"],
    ["nothing but null", { type: ["string", "null"], enum: [null] }, "null"],
    ["text under a condition", { type: "string", if: {}, then: {}, else: {} }, "string"],
    ["a list", { type: "array", items: { type: ["string", "null"] } }, "readonly (string | null)[]"],
    [
      "a map",
      { type: "object", additionalProperties: { type: "number" } },
      "{ readonly [name: string]: number; }",
    ],
    ["anything", {}, "unknown"],
    [
      "an empty object",
      { type: "object", properties: {}, additionalProperties: false },
      "Readonly<Record<string, never>>",
    ],
  ])("of %s", (_name, schema, type) => expect(typeOf(schema)).toBe(type));

  test("of an object has required and optional fields", () => {
    const properties = { a: { type: "string" }, "b-c": { type: "boolean" } };
    const schema = { type: "object", properties, required: ["a"], additionalProperties: false };
    expect(typeOf(schema)).toBe('{ readonly a: string;\nreadonly "b-c"?: boolean | undefined; }');
  });

  test("throws for an unknown keyword", () => {
    expect(() => typeOf({ type: "array", prefixItems: [] })).toThrow(/prefixItems/);
    expect(() => typeOf({ $ref: "#/elsewhere" })).toThrow(/elsewhere/);
  });
});
