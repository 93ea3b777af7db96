/** What the dashboard reads and does, through the genuine client with admin rights. */
import { ConvexClient } from "convex/browser";
import {
  defineSchema,
  defineTable,
  httpActionGeneric,
  httpRouter,
  internalActionGeneric,
  internalMutationGeneric,
  makeFunctionReference,
  queryGeneric,
} from "convex/server";
import { v } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { temporaryFolder, TEST_CALL } from "../../test/testApp";
import { startTestHost, type TestHost } from "../../test/testHost";

const KEY = "correct-horse-battery-staple-0123456789";

const later = makeFunctionReference<"mutation">("notes:add");
const notes = {
  add: internalMutationGeneric({
    args: { text: v.string(), rank: v.optional(v.number()) },
    handler: (ctx, note) => ctx.db.insert("notes", note),
  }),
  act: internalActionGeneric({
    args: {},
    handler: (ctx) => ctx.runMutation(later, { text: "by an action" }),
  }),
  plan: internalMutationGeneric({
    args: {},
    handler: (ctx) => ctx.scheduler.runAfter(3_600_000, later, { text: "later" }),
  }),
};
const http = httpRouter();
http.route({ path: "/hello", method: "GET", handler: httpActionGeneric(async () => new Response("hi")) });

let folder: ReturnType<typeof temporaryFolder>;
let host: TestHost;
let client: ConvexClient;
const ids: string[] = [];

beforeAll(async () => {
  folder = temporaryFolder();
  host = await startTestHost(
    {
      modules: { notes },
      schema: defineSchema({
        notes: defineTable({ text: v.string(), rank: v.optional(v.number()) }).index("by_rank", ["rank"]),
      }),
      children: { part: "part" },
      components: {
        part: {
          modules: {
            rows: { add: internalMutationGeneric({ handler: (ctx) => ctx.db.insert("rows", { n: 1 }) }) },
          },
          tables: ["rows"],
        },
      },
      http,
    },
    folder.path,
    {
      admin: { key: KEY, fromAnywhere: false },
      env: { API_KEY: "sk-secret", MODE: "test" },
    },
  );
  client = new ConvexClient(host.url, { webSocketConstructor: WebSocket as never, logger: false });
  (client.client as unknown as { setAdminAuth(key: string): void }).setAdminAuth(KEY);
  for (const [text, rank] of [
    ["one", 1],
    ["two", 2],
    ["none", undefined],
  ] as const)
    ids.push((await run("notes:add", rank === undefined ? { text } : { text, rank })) as string);
});

afterAll(async () => {
  await client.close();
  await host.stop();
  folder.remove();
});

function read(path: string, args: Record<string, unknown> = {}): Promise<unknown> {
  return client.query(makeFunctionReference<"query">(`_system/frontend/${path}`), args as never);
}

function run(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  return client.mutation(makeFunctionReference<"mutation">(name), args as never);
}

interface Page {
  readonly page: Record<string, unknown>[];
  readonly isDone: boolean;
}

async function textsWith(filters: object | null): Promise<unknown[]> {
  const encoded = filters === null ? null : Buffer.from(JSON.stringify(filters)).toString("base64");
  const args = { table: "notes", filters: encoded, paginationOpts: { cursor: null, numItems: 10 } };
  const { page } = (await read("paginatedTableDocuments", args)) as Page;
  return page.map(({ text }) => text);
}

const clause = (op: string, field: string, value: unknown): object => ({ op, field, value, enabled: true });

describe("the dashboard reads", () => {
  it("the deployment", async () => {
    expect(await read("deploymentState:deploymentState")).toEqual({ state: "running" });
    expect(await read("backendState:backendState")).toMatchObject({ system: "none" });
    expect(await read("getVersion")).toMatch(/^\d+\.\d+\.\d+$/);
    expect(await read("convexCloudUrl")).toBe("http://host.test");
    expect(await read("convexSiteUrl")).toBe("http://host.test");
    expect(await read("components:list")).toMatchObject([
      { path: "", name: null },
      { path: "part", name: "part" },
    ]);
    expect(await read("listEnvironmentVariables")).toMatchObject([
      { name: "API_KEY", value: "(hidden: env get API_KEY)" },
      { name: "MODE", value: "test" },
    ]);
  });

  it("tables, their schemas, sizes and documents, of components as well", async () => {
    expect(Object.values((await read("getTableMapping")) as object)).toEqual(["notes"]);
    const { active } = (await read("getSchemas")) as { active: string };
    expect(JSON.parse(active)).toMatchObject({
      tables: [{ tableName: "notes", indexes: [{ indexDescriptor: "by_rank", fields: ["rank"] }] }],
    });
    expect(await read("getSchemas:schemaValidationProgress")).toBeNull();
    expect(await read("tableSize", { tableName: "notes" })).toBe(3);
    expect(await read("tableSize", { tableName: "rows", componentId: "part" })).toBe(0);
    expect(await read("tableSize:sizeOfAllTables")).toBe(3);
    expect(await read("indexes", { tableName: "notes", tableNamespace: null })).toMatchObject([
      { name: "by_rank", fields: ["rank"] },
    ]);
    const asked = [...ids.slice(0, 1), "nonsense"].map((id) => ({ id, tableName: "notes" }));
    expect(await read("listById", { ids: asked })).toMatchObject([{ text: "one" }, null]);
    await expect(read("tableSize", { tableName: "rows", componentId: "none" })).rejects.toThrow(
      'The app has no component "none". Its components: part.',
    );
  });

  it("documents under filters", async () => {
    expect(await textsWith(null)).toEqual(["none", "two", "one"]);
    expect(await textsWith({ clauses: [], order: "asc" })).toEqual(["one", "two", "none"]);
    expect(await textsWith({ clauses: [clause("gte", "rank", 2)] })).toEqual(["two"]);
    expect(await textsWith({ clauses: [clause("anyOf", "text", ["one", "none"])] })).toEqual(["none", "one"]);
    expect(await textsWith({ clauses: [clause("noneOf", "text", ["one"])] })).toEqual(["none", "two"]);
    expect(await textsWith({ clauses: [clause("eq", "_id", ids[1])] })).toEqual(["two"]);
    expect(await textsWith({ clauses: [clause("type", "rank", "unset")] })).toEqual(["none"]);
    expect(await textsWith({ clauses: [clause("notype", "rank", "number")] })).toEqual(["none"]);
    expect(await textsWith({ clauses: [{ ...clause("eq", "text", "one"), enabled: false }] })).toHaveLength(
      3,
    );
    const index = {
      name: "by_rank",
      clauses: [{ type: "indexRange", enabled: true, lowerOp: "gt", lowerValue: 0 }],
    };
    expect(await textsWith({ clauses: [], order: "asc", index })).toEqual(["one", "two"]);
    const undefinedRank = { type: "indexEq", enabled: true, value: "__CONVEX_PLACEHOLDER_undefined_x" };
    expect(await textsWith({ clauses: [], index: { name: "by_rank", clauses: [undefinedRank] } })).toEqual([
      "none",
    ]);
  });

  it("functions and their arguments", async () => {
    const all = (await read("modules:listForAllComponents")) as [
      string | null,
      [string, { functions: object[] }][],
    ][];
    const [, modules = []] = all.find(([component]) => component === null) ?? [];
    expect(Object.fromEntries(modules)).toMatchObject({
      "notes.js": {
        functions: [
          { name: "add", udfType: "Mutation", visibility: { kind: "internal" } },
          { name: "act", udfType: "Action" },
          { name: "plan", udfType: "Mutation" },
        ],
      },
      "http.js": { functions: [{ name: "GET /hello", udfType: "HttpAction" }] },
    });
    expect(all.map(([component]) => component)).toEqual([null, "part"]);
    const args = (await read("modules:argsValidator", { function: "notes:add" })) as string;
    expect(JSON.parse(args)).toMatchObject({ type: "object", value: { text: { optional: false } } });
    expect(await read("modules:argsValidator", { function: "notes:none" })).toBeNull();
  });

  it("scheduled functions and crons", async () => {
    await run("notes:plan");
    const { page } = (await read("paginatedScheduledJobs", {
      paginationOpts: { cursor: null, numItems: 10 },
      udfPath: "notes.js:add",
    })) as Page;
    expect(page).toMatchObject([{ udfPath: "notes.js:add", state: { type: "pending" } }]);
    const { args } = (await read("scheduler:getArgs", { argsId: page[0]?.["argsId"] })) as {
      args: ArrayBuffer;
    };
    expect(JSON.parse(Buffer.from(args).toString())).toEqual([{ text: "later" }]);
    expect(await read("listCronJobs")).toEqual([]);
    expect(await read("listCronJobRuns")).toEqual([]);
  });

  it("a table live, as it grows", async () => {
    const sizes: number[] = [];
    await new Promise<void>((resolve, reject) => {
      const size = makeFunctionReference<"query">("_system/frontend/tableSize");
      client.onUpdate(
        size,
        { tableName: "rows", componentId: "part" } as never,
        (found: number) => {
          sizes.push(found);
          if (sizes.length > 1) resolve();
          else void host.engine.mutation({ componentPath: "part", name: "rows:add" }, {}, TEST_CALL);
        },
        reject,
      );
    });
    expect(sizes).toEqual([0, 1]);
  });

  it("the shapes of tables, and the log of calls, over HTTP", async () => {
    const headers = { authorization: `Convex ${KEY}` };
    const shapes = await fetch(`${host.url}/api/shapes2`, { headers });
    expect(await shapes.json()).toMatchObject({
      notes: {
        type: "Object",
        fields: expect.arrayContaining([
          { fieldName: "rank", optional: true, shape: { type: "Float64", float64Range: {} } },
          { fieldName: "_id", optional: false, shape: { type: "Id", tableName: "notes" } },
        ]) as object[],
      },
    });
    const log = await fetch(`${host.url}/api/app_metrics/stream_function_logs?cursor=0`, { headers });
    const { entries } = (await log.json()) as { entries: { identifier: string }[] };
    expect(entries.map(({ identifier }) => identifier)).toContain("notes.js:add");
    const asked = { method: "OPTIONS", headers: { origin: "http://x" } };
    const preflight = await fetch(`${host.url}/api/shapes2`, asked);
    expect(preflight.headers.get("access-control-allow-methods")).toContain("GET");
  });
});

it("the log of calls says who made each call, under which other call", async () => {
  const headers = { authorization: `Convex ${KEY}` };
  const newEntries = async (cursor: number) =>
    (await (await fetch(`${host.url}/api/stream_function_logs?cursor=${cursor}`, { headers })).json()) as {
      entries: {
        identifier: string;
        caller: string;
        executionId: string;
        parentExecutionId: string | null;
      }[];
      newCursor: number;
    };
  const { newCursor } = await newEntries(0);
  await client.action(makeFunctionReference<"action">("notes:act"), {});
  await fetch(`${host.url}/hello`);
  const { entries } = await newEntries(newCursor);
  const [mutation, action, route] = entries;
  expect(entries).toMatchObject([
    { identifier: "notes.js:add", caller: "Action", parentExecutionId: action?.executionId },
    { identifier: "notes.js:act", caller: "Tester", parentExecutionId: null },
    { identifier: "GET /hello", caller: "HttpEndpoint", success: { status: "200" } },
  ]);
  expect(new Set([mutation, action, route].map((entry) => entry?.executionId)).size).toBe(3);
});

it("what this host does not have is empty: deployments, files, users, integrations", async () => {
  const paginationOpts = { cursor: null, numItems: 10 };
  for (const list of ["paginatedDeploymentEvents", "fileStorageV2:fileMetadata"])
    expect(await read(list, { paginationOpts, filters: { minDate: 0 } })).toMatchObject({ page: [] });
  for (const list of ["listAuthProviders", "listConfiguredSinks"]) expect(await read(list)).toEqual([]);
  expect(await read("deploymentEvents:lastPushEvent")).toBeNull();
  expect(await read("fileStorageV2:numFiles", { componentId: null })).toBe(0);
  expect(await read("fileStorageV2:getFile", { storageId: "x" })).toBeNull();
});

it.each([
  "addDocument",
  "replaceDocument",
  "patchDocumentsFields",
  "deleteDocuments",
  "clearTablePage",
  "createTable",
])("%s is refused by its name", async (name) => {
  await expect(run(`_system/frontend/${name}`)).rejects.toThrow(
    `This host does not serve "_system/frontend/${name}"`,
  );
});

it("functions of the app can't call system functions", async () => {
  const spying = queryGeneric({
    args: {},
    handler: (ctx) =>
      ctx.runQuery(makeFunctionReference<"query">("_system/cli/queryEnvironmentVariables"), {}),
  });
  const other = temporaryFolder();
  const admin = { key: KEY, fromAnywhere: false };
  const spied = await startTestHost({ modules: { app: { spying } } }, other.path, { admin });
  const body = JSON.stringify({ path: "app:spying", args: {} });
  const headers = { authorization: `Convex ${KEY}`, "content-type": "application/json" };
  const answer = await fetch(`${spied.url}/api/query`, { method: "POST", headers, body });
  await spied.stop();
  other.remove();
  expect(await answer.json()).toMatchObject({
    status: "error",
    errorMessage: expect.stringContaining("Could not find function for '_system/cli/") as string,
  });
});
