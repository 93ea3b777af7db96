/** The OpenAPI document against the routes, the catalogue of errors and the examples. */
import { describe, expect, test, vi } from "vitest";
import * as z from "zod";
import committed from "../../../openapi.json";
import { routes } from "../../http";
import { VERSION } from "../../vitals/vitals";
import { setup } from "../../../test/functions/setup";
import * as Description from "../resources/openapi";
import * as Errors from "../errors";
import { emptyInput, get, getEndpoint, post, postEndpoint, type Route } from "../route";
import { documentOf } from "./document";
import { EXAMPLES, type Exchange } from "./examples";
import { fillExample, inRecordingOrder } from "../../../scripts/openapi/exampleRequests";
import { FAILURES, type Failure } from "./responses";
import { answerSchema } from "./operation";
import {
  describedResponse,
  documentShape,
  fromDocument,
  operations,
  served,
} from "../../../test/functions/openapiDocument";

describe("the document", () => {
  test("describes exactly the routes, including its own and MCP's", () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(
      [...routes.map(({ method, path }) => `${method} ${path}`), "POST /mcp"].sort(),
    );
  });

  test("is what GET /openapi.json answers, and equals the committed copy", async () => {
    const answer = await setup().fetch("/openapi.json");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(committed);
    expect(committed.info.version).toBe(VERSION);
  });

  test("is generated once", async () => {
    const table = vi.fn(() => routes);
    const endpoint = Description.openapi(table);
    const [first, second] = await setup().action(async (ctx) => {
      const input = {
        id: "",
        query: {},
        body: {},
        text: "",
        claimed: {},
        uncounted: false,
        headers: new Headers(),
      };
      const both = [await endpoint.respond(ctx, input), await endpoint.respond(ctx, input)];
      return [JSON.stringify(both[0]), String(both[0] === both[1])];
    });
    expect(table).toHaveBeenCalledTimes(1);
    expect(first).toContain('"openapi":"3.1.0"');
    expect(second).toBe("true");
  });

  test("gives each operation a unique name and a described tag", () => {
    const names = operations.map(({ described }) => described.operationId);
    expect(new Set(names).size).toBe(names.length);
    const used = operations.flatMap(({ described }) => described.tags);
    expect(new Set(used)).toEqual(new Set(served.tags.map(({ name }) => name)));
  });

  // Generated Go has a constructor NewMemory for Memory, so no type may have that name.
  test("has no schema named like another's constructor", () => {
    const names = Object.keys(served.components.schemas);
    expect(names).toContain("Memory");
    expect(names.filter((name) => names.includes(name.replace(/^New/, "")) && /^New/.test(name))).toEqual([]);
  });

  // Generators rename such a schema with a warning, or shadow the language's type.
  test("has no schema named like a built-in type", () => {
    const taken = ["Error", "Exception", "Object", "String", "Number", "Array", "List", "Map", "Date"];
    expect(Object.keys(served.components.schemas).filter((name) => taken.includes(name))).toEqual([]);
  });

  test("requires the token of the route's class, and none for a GET", () => {
    for (const { method, path, auth } of routes) {
      const described = operations.find(({ name }) => name === `${method} ${path}`)?.described;
      const others = auth === "read" ? [{ writeToken: [] }, { tickToken: [] }, {}] : [];
      expect(described?.security).toEqual(auth === "none" ? [] : [{ [`${auth}Token`]: [] }, ...others]);
    }
  });

  test("has a type for every field", () => {
    const fieldsOf = (schema: unknown): [string, unknown][] => {
      if (typeof schema !== "object" || schema === null) return [];
      const own = "properties" in schema ? Object.entries(schema.properties ?? {}) : [];
      return [...own, ...Object.values(schema).flatMap(fieldsOf)];
    };
    const fields = fieldsOf(committed);
    expect(fields.length).toBeGreaterThan(20);
    for (const [name, schema] of fields) {
      expect(Object.keys(Object(schema)), name).toEqual(
        expect.arrayContaining([expect.stringMatching(/^(type|\$ref|anyOf|oneOf|const|enum)$/)]),
      );
    }
  });
});

describe("an answer of several kinds", () => {
  const component = z.object({ required: z.array(z.string()) });
  const kinds = Object.entries(served.components.schemas).flatMap(([name, { anyOf }]) =>
    Array.isArray(anyOf) ? [{ name, of: anyOf }] : [],
  );
  const requiredOf = (kind: unknown): string[] => {
    const { $ref } = z.object({ $ref: z.string() }).parse(kind);
    return component.parse(served.components.schemas[$ref.replace(/.*\//, "")]).required;
  };

  test("has a name for each of them", () => {
    expect(kinds.map(({ name }) => name)).toEqual(["DedupOutcome", "ProcessOutcome"]);
    for (const { of } of kinds) for (const kind of of) expect(kind).toEqual({ $ref: expect.any(String) });
  });

  // Many generated clients take the first option whose fields exist, and ignore constants.
  test("lists an option with more fields before one with fewer", () => {
    for (const { name, of } of kinds) {
      for (const [at, kind] of of.entries()) {
        for (const later of of.slice(at + 1)) {
          expect(requiredOf(later), name).not.toEqual(expect.arrayContaining(requiredOf(kind)));
        }
      }
    }
  });
});

describe("statuses", () => {
  const statuses = (name: string) =>
    Object.keys(operations.find((one) => one.name === name)?.described.responses ?? {}).map(Number);

  test("of a GET are those of input, limits and faults, and of tokens where it holds data", () => {
    expect(statuses("GET /logs")).toEqual([200, 400, 401, 403, 429, 500, 503]);
    expect(statuses("GET /health")).toEqual([200, 400, 403, 429, 500, 503]);
  });

  test("of a write add those of the token, the body and the idempotency key", () => {
    expect(statuses("POST /feed")).toEqual([200, 400, 401, 403, 413, 415, 422, 429, 500, 503, 507]);
  });

  test("of a write to what has a version add those of the id and the version", () => {
    expect(statuses("PATCH /memories/{id}")).toEqual([
      200, 400, 401, 403, 404, 412, 413, 415, 422, 429, 500, 503, 507,
    ]);
  });

  test("of a tick add its own and none of the idempotency key", () => {
    expect(statuses("POST /tick")).toEqual([200, 400, 401, 403, 409, 413, 415, 429, 500, 502, 503, 507]);
  });

  test("codes and headers match the catalogue of errors", () => {
    const catalogue = [
      Errors.invalid("field", "rule"),
      Errors.unauthorized("write"),
      Errors.forbiddenOrigin(),
      Errors.unknownPath("/nowhere"),
      Errors.wrongMethod("PUT", ["GET"]),
      Errors.tickInProgress(1000),
      Errors.laterChange("it was edited"),
      Errors.wrongVersion("memory", 2),
      Errors.bodyTooLarge(1),
      Errors.unsupportedMediaType(null),
      Errors.keyReused(),
      Errors.rateLimited(1, 1000),
      Errors.internalError(null),
      Errors.providerFailed("reason"),
      Errors.writeConflict(null),
      Errors.storageFull(null),
    ].map(({ status, code, headers }) => ({ status, code, headers: Object.keys(headers) }));
    const described = Object.values<Failure>(FAILURES).map(
      ({ status, code = Errors.codeOf(status), headers = [] }) => ({ status, code, headers }),
    );
    expect(described).toEqual(catalogue);
  });
});

describe("parameters", () => {
  test("have the types, ranges and defaults of their parsed values", () => {
    const { Limit20, Offset, Since } = served.components.parameters;
    expect(Limit20).toMatchObject({
      name: "limit",
      in: "query",
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    });
    expect(Offset).toMatchObject({ schema: { type: "integer", minimum: 0, default: 0 } });
    expect(Since).toMatchObject({ required: false, schema: { type: "number", minimum: 0 } });
  });

  test("are references where lists share them, and inline where they differ", () => {
    const { parameters = [] } = operations.find(({ name }) => name === "GET /logs")?.described ?? {};
    expect(parameters).toContainEqual({ $ref: "#/components/parameters/Limit20" });
    expect(parameters).toContainEqual({
      name: "mood",
      in: "query",
      required: false,
      description: "Only entries of this mood",
      schema: { $ref: "#/components/schemas/Mood" },
    });
  });

  test("are required unless they are optional, and so is the body", () => {
    const documentation = { tag: "Control", summary: "s", description: "d", answer: "a" } as const;
    const handle = () => Promise.resolve({});
    const table: Route[] = [
      get(
        "/one",
        getEndpoint({
          ...documentation,
          operationId: "one",
          query: z.strictObject({ id: z.string(), tag: z.string().exactOptional() }),
          response: emptyInput,
          handle,
        }),
      ),
      post(
        "/two",
        "write",
        postEndpoint({
          ...documentation,
          operationId: "two",
          body: z.strictObject({ focus: z.string().exactOptional() }),
          response: emptyInput,
          handle,
        }),
      ),
    ];
    const { paths } = documentShape.parse(documentOf(table, VERSION, { operations: {}, failures: {} }));
    expect(paths["/one"]?.get?.parameters).toMatchObject([
      { name: "id", required: true },
      { name: "tag", required: false },
    ]);
    expect(paths["/two"]?.post?.requestBody?.required).toBe(false);
    expect(operations.find(({ name }) => name === "POST /feed")?.described.requestBody?.required).toBe(true);
  });
});

test("rejects two different schemas with the same id", () => {
  const named = (schema: z.ZodType) => z.strictObject({ a: schema });
  const row = (path: string, answer: z.ZodObject): Route => ({
    ...{ method: "GET", path, class: "read", auth: "none" },
    documentation: { operationId: path, tag: "Control", summary: "s", description: "d", answer: "a" },
    ...{ query: emptyInput, body: emptyInput, response: answer, respond: () => Promise.resolve({}) },
  });
  const table = [
    row("/one", named(z.string().meta({ id: "Twice" }))),
    row("/two", named(z.number().meta({ id: "Twice" }))),
  ];
  expect(() => documentOf(table, VERSION, EXAMPLES)).toThrow(/id Twice/);
});

describe("examples", () => {
  test("belong to the example requests of the endpoints", () => {
    const posted: Exchange["answer"][] = [];
    for (const { documentation, method, path } of inRecordingOrder(routes)) {
      const { operationId, example } = documentation;
      const recorded = EXAMPLES.operations[operationId];
      if (example === undefined) continue;
      const { id = "", query, body } = fillExample(example, posted);
      const search = new URLSearchParams(query).toString();
      expect(recorded?.request).toBe(
        `${method} ${path.replace("{id}", id)}${search === "" ? "" : `?${search}`}`,
      );
      expect(recorded?.body).toEqual(body);
      if (method !== "GET" && recorded !== undefined) posted.push(recorded.answer);
    }
    const shown = routes.flatMap(({ documentation: { operationId, example } }) =>
      example === undefined ? [] : [operationId],
    );
    expect(Object.keys(EXAMPLES.operations).sort()).toEqual(shown.sort());
  });

  test("may refer to a field of an earlier answer", () => {
    const earlier = [{ memoryId: "one" }, { memoryId: "two", count: 2 }];
    const request = { query: { id: "{memoryId}" }, body: { note: "of {memoryId}", list: ["{count}"] } };
    expect(fillExample(request, earlier)).toEqual({
      query: { id: "two" },
      body: { note: "of {memoryId}", list: [2] },
    });
    expect(() => fillExample(request, [])).toThrow(/memoryId/);
  });

  test("match the schemas of requests and answers", () => {
    for (const route of routes) {
      const recorded = EXAMPLES.operations[route.documentation.operationId];
      if (recorded === undefined) continue;
      if (recorded.body !== undefined) route.body.parse(recorded.body);
      expect(answerSchema(route).parse(recorded.answer), route.path).toBeDefined();
    }
  });

  test("match the schemas of the document", () => {
    const bodies = [
      ...operations.flatMap(({ described }) => described.requestBody?.content ?? []),
      ...operations.flatMap(({ name }) => describedResponse(name, 200)?.content ?? []),
      ...Object.values(served.components.responses).flatMap(({ content }) => content ?? []),
    ];
    const shown = bodies.filter(({ examples }) => examples !== undefined);
    expect(shown.length).toBeGreaterThan(10);
    for (const { schema, examples } of shown) fromDocument(schema).parse(examples?.recorded.value);
  });
});
