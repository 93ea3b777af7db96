/** Clients of the Convex protocol can call these queries and nothing else. */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { beforeAll, describe, expect, test } from "vitest";
import { inspectApp } from "convex-on-sqlite/codegen";
import type { LoadedFunction } from "convex-on-sqlite/testing";
import { watchDatabase } from "../support/database";
import { keylessApp } from "../support/realApp";
import { send } from "../support/request";
import { startService, type Service } from "../support/service";

/** Everybody can call these without a token. Adding one is a deliberate decision. */
const PUBLIC_FUNCTIONS = [
  "query consciousness:brilliantMoments",
  "query consciousness:recentThoughts",
  "query live:about",
  "query live:artifacts",
  "query live:events",
  "query live:explanation",
  "query live:logs",
  "query live:memories",
  "query live:ticks",
  "query notes:partialReplies",
  "query notes:recent",
  "query state:get",
];

let functions: readonly LoadedFunction[];
let service: Service;

beforeAll(async () => {
  const { app } = await inspectApp(keylessApp);
  functions = [...(app.components.get("")?.functions.values() ?? [])];
  service = await startService();
});

const named = ({ kind, address }: LoadedFunction): string => `${kind} ${address.name}`;

test("the public functions are exactly the listed ones", () => {
  const open = functions.filter(({ visibility, kind }) => visibility === "public" && kind !== "httpAction");
  expect(open.map(named).sort()).toEqual(PUBLIC_FUNCTIONS);
});

test("each list refuses a limit beyond its bounds, and clamps none", async () => {
  const client = new ConvexHttpClient(service.url, { logger: false });
  const lists = ["artifacts", "events", "logs", "memories", "ticks"].map((name) => `live:${name}`);
  for (const name of [...lists, "notes:recent", "consciousness:recentThoughts"]) {
    const query = makeFunctionReference<"query">(name);
    for (const limit of [0, -1, 1.5, 101, Number.NaN]) {
      const refused = client.query(query, { limit });
      await expect(refused, `${name} ${limit}`).rejects.toMatchObject({ data: { code: "VALIDATION_ERROR" } });
    }
    for (const limit of [1, 100]) expect(await client.query(query, { limit })).toEqual([]);
  }
});

describe("every other function", () => {
  const hidden = () => functions.filter((one) => !PUBLIC_FUNCTIONS.includes(named(one)));

  test("cannot be called as any kind, and has no effect", async () => {
    expect(hidden().length).toBeGreaterThan(10);
    const database = watchDatabase(service.dataDir);
    const before = await database.settled();
    for (const { address } of hidden()) {
      for (const kind of ["query", "mutation", "action", "function"]) {
        const call = { path: address.name, args: {}, format: "json" };
        const answer = await send("POST", `${service.url}/api/${kind}`, call);
        expect({ name: address.name, kind, status: answer.status }).toMatchObject({ status: 560 });
        expect(answer.text).toContain("Could not find public function");
      }
    }
    expect(await database.settled()).toEqual(before);
    database.close();
  });

  test("cannot be called with a token of the REST API either", async () => {
    const client = new ConvexHttpClient(service.url, { logger: false });
    for (const token of Object.values(service.tokens)) {
      client.setAuth(token);
      const call = makeFunctionReference<"mutation">("agent/functions:feed");
      await expect(client.mutation(call, { type: "news", content: "x" })).rejects.toThrow();
    }
  });
});

test("no function of a component can be called", async () => {
  const database = watchDatabase(service.dataDir);
  const before = await database.settled();
  for (const [componentPath, path] of [
    ["rateLimiter", "lib:clearAll"],
    ["counts", "public:clear"],
  ]) {
    const answer = await send("POST", `${service.url}/api/mutation`, { path, args: {}, componentPath });
    expect(answer.status).toBe(403);
  }
  expect(await database.settled()).toEqual(before);
  database.close();
});
