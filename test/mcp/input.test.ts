/** The check of a tool's input, and the tools' schemas beside those of the REST interface. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkInput, type Input } from "../../mcp/input";
import { suggestion } from "../../mcp/suggestion";
import { TOOLS } from "../../mcp/tools";
import { projectRoot } from "../../scripts/start/root";

const INPUT: Input = {
  required: ["content"],
  properties: {
    content: { type: "string", maxLength: 5, description: "The text" },
    kind: { type: "string", enum: ["a", "b"], default: "a" },
    since: { type: "string", format: "date" },
    share: { type: "number", minimum: 0, maximum: 1 },
    pinned: { type: "boolean" },
    ids: { type: "array", items: { type: "string" }, maxItems: 2 },
    metadata: { type: "object" },
  },
};

test("right input gets its defaults", () => {
  expect(checkInput(INPUT, { content: "x", share: 0.5 })).toEqual({
    kind: "right",
    values: { content: "x", kind: "a", share: 0.5 },
  });
});

test("what has one meaning only is forgiven", () => {
  const sent = {
    content: "x",
    kind: null,
    share: "0.5",
    pinned: "True",
    ids: "one",
    since: 1_774_700_000_000,
  };
  expect(checkInput(INPUT, sent)).toEqual({
    kind: "right",
    values: { content: "x", kind: "a", share: 0.5, pinned: true, ids: ["one"], since: "1774700000000" },
  });
});

test("all faults are told, each with what is right", () => {
  const sent = {
    ...{ kind: "c", since: "soon", share: 2, pinned: "maybe", ids: ["1", "2", "3"], metadata: [] },
    ...{ nonsense: 1, text: "far too long" },
  };
  expect(checkInput(INPUT, sent)).toEqual({
    kind: "wrong",
    faults: [
      '"nonsense" is unknown: the tool takes content, kind, since, share, pinned, ids, metadata',
      '"text" is unknown: did you mean "content"?',
      "content: is required: The text",
      "kind: must be one of a, b",
      "since: must be a date, such as 2026-03-29 or 2026-03-29T14:30Z",
      "share: must be a number from 0 to 1; received 2",
      "pinned: must be true or false",
      "ids: must have at most 2 items; it has 3",
      "metadata: must be an object",
    ],
  });
  expect(checkInput(INPUT, { content: "🐢🐢🐢🐢🐢🐢" })).toMatchObject({
    faults: ["content: must have at most 5 characters; it has 6"],
  });
});

test("where one of several is needed, they are named", () => {
  const input: Input = {
    required: [],
    requiresOneOf: ["a", "b"],
    properties: { a: { type: "boolean" }, b: { type: "boolean" } },
  };
  expect(checkInput(input, {})).toEqual({ kind: "wrong", faults: ["one of a, b is required"] });
  expect(checkInput(input, { b: false })).toMatchObject({ kind: "right" });
});

test.each([
  ["q", "query"],
  ["memory_id", "memoryId"],
  ["id", "memoryId"],
  ["project", "scope"],
  ["treshold", "threshold"],
  ["top_k", "limit"],
  ["colour", null],
])("%s is taken for %s", (name, meant) => {
  expect(suggestion(name, ["query", "memoryId", "scope", "threshold", "limit"])).toBe(meant);
});

/** Names of the tools that stand for others, or for a path's id. */
const RENAMED: Readonly<Record<string, string>> = {
  "recall query": "q",
  "forget query": "text",
  "correct memoryId": "",
  "update memoryId": "",
};

interface Schema {
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $ref?: string;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Schema & { readonly name: string; readonly schema: Schema })[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Schema } } };
}

describe("a tool has the limits of the request that it stands for", () => {
  const document = JSON.parse(readFileSync(join(projectRoot, "openapi.json"), "utf8")) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const resolved = <Part extends { readonly $ref?: string }>(part: Part): Part =>
    part.$ref === undefined
      ? part
      : resolved(
          part.$ref
            .slice(2)
            .split("/")
            .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as Part,
        );
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

  test.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s", (_name, tool) => {
    const operation = operations.find(({ operationId }) => operationId === tool.operation);
    expect(operation).toBeDefined();
    const body = operation?.requestBody?.content["application/json"].schema;
    const fields: Record<string, Schema> = { ...(body === undefined ? {} : resolved(body).properties) };
    for (const parameter of (operation?.parameters ?? []).map(resolved))
      fields[parameter.name] = parameter.schema;
    for (const [name, field] of Object.entries(tool.properties)) {
      const inRest = RENAMED[`${tool.name} ${name}`] ?? name;
      if (inRest === "") continue;
      expect(Object.keys(fields)).toContain(inRest);
      const { enum: allowed, minimum, maximum } = resolved(fields[inRest] ?? {});
      if ("enum" in field) expect(field.enum).toEqual(allowed);
      if ("maximum" in field) expect(field).toMatchObject({ minimum, maximum });
    }
  });
});
