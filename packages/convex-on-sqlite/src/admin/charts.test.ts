/** The dashboard's charts, asked for as its source does, after calls whose figures are known. */
import { ConvexClient } from "convex/browser";
import {
  componentsGeneric,
  httpActionGeneric,
  httpRouter,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { v } from "convex/values";
import { WebSocket } from "ws";
import { temporaryFolder, TEST_CALL } from "../../test/testApp";
import { startTestHost, type TestHost } from "../../test/testHost";

const KEY = "correct-horse-battery-staple-0123456789";
const MINUTE_MS = 60_000;
const child = componentsGeneric()["part"] as unknown as {
  rows: { add: ReturnType<typeof makeFunctionReference<"mutation">> };
};

const notes = {
  add: mutationGeneric({
    args: { text: v.string() },
    handler: async (ctx, { text }) => {
      await ctx.db.insert("notes", { text });
      if (text === "") throw new Error("empty");
    },
  }),
  list: queryGeneric({ args: {}, handler: (ctx) => ctx.db.query("notes").collect() }),
  pass: mutationGeneric({ args: {}, handler: (ctx) => ctx.runMutation(child.rows.add, {}) }),
};
const http = httpRouter();
const hello = httpActionGeneric(async () => new Response("hi"));
http.route({ pathPrefix: "/hello/", method: "GET", handler: hello });

let folder: ReturnType<typeof temporaryFolder>;
let host: TestHost;

beforeAll(async () => {
  folder = temporaryFolder();
  const add = mutationGeneric({ handler: (ctx) => ctx.db.insert("rows", { n: 1 }) });
  const part = { modules: { rows: { add } }, tables: ["rows"] };
  const app = {
    modules: { notes },
    tables: ["notes"],
    children: { part: "part" },
    components: { part },
    http,
  };
  host = await startTestHost(app, folder.path, { admin: { key: KEY, fromAnywhere: false } });
  const call = (name: string, args = {}) =>
    host.engine.mutation({ componentPath: "", name }, args, TEST_CALL);
  for (const text of ["one", "two", ""]) await call("notes:add", { text });
  await call("notes:pass");
  await host.engine.mutation({ componentPath: "part", name: "rows:add" }, {}, TEST_CALL);
  const clients = [1, 2].map(
    () => new ConvexClient(host.url, { webSocketConstructor: WebSocket as never, logger: false }),
  );
  for (const client of clients) await client.query(makeFunctionReference<"query">("notes:list"), {});
  for (const client of clients) await client.close();
  await fetch(`${host.url}/hello/one`);
  await fetch(`${host.url}/hello/two`);
});

afterAll(async () => {
  await host.stop();
  folder.remove();
});

type Series = [{ secs_since_epoch: number; nanos_since_epoch: number }, number | null][];

async function ask(name: string, params: Record<string, string> = {}, buckets = 60, key = KEY) {
  // The host's minutes have begun before now, so the end of the window is after the last one.
  const end = Date.now() + 1;
  const serialized = (ms: number) => {
    const seconds = Math.floor(ms / 1_000);
    return { secs_since_epoch: seconds, nanos_since_epoch: Math.floor((ms / 1_000 - seconds) * 1e9) };
  };
  const window = { start: serialized(end - 60 * MINUTE_MS), end: serialized(end), num_buckets: buckets };
  const query = new URLSearchParams({ window: JSON.stringify(window), ...params }).toString();
  return await fetch(`${host.url}/api/app_metrics/${name}?${query}`, {
    headers: { authorization: `Convex ${key}` },
  });
}

async function chart<T>(...asked: Parameters<typeof ask>): Promise<T> {
  const answer = await ask(...asked);
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

const knownIn = (series: Series): number[] =>
  series.map(([, figure]) => figure).filter((figure) => figure !== null);
const sumOf = (series: Series): number => knownIn(series).reduce((sum, figure) => sum + figure, 0);
const add = { path: "notes:add", udfType: "Mutation" };
const list = { path: "notes.js:list", udfType: "Query" };

/** The calls of a function, from its rate a second in buckets of a minute. */
async function callsOf(params: Record<string, string>): Promise<number> {
  return Math.round(60 * sumOf(await chart<Series>("udf_rate", params)));
}

it("a function's calls, errors and cache hits a second", async () => {
  expect(await callsOf({ ...add, metric: "invocations" })).toBe(3);
  expect(await callsOf({ ...add, metric: "errors" })).toBe(1);
  expect(await callsOf({ ...list, metric: "invocations" })).toBe(2);
  expect(await callsOf({ ...list, metric: "cacheHits" })).toBe(1);
  expect(await callsOf({ ...list, metric: "cacheMisses" })).toBe(1);
  expect(await callsOf({ path: "rows:add", componentPath: "part", metric: "invocations" })).toBe(1);
  expect(await callsOf({ path: "GET /hello/*", udfType: "HttpAction", metric: "invocations" })).toBe(2);
  expect(await callsOf({ ...add, metric: "subscriptionInvalidations" })).toBe(0);
  expect(knownIn(await chart<Series>("cache_hit_percentage", list, 1))).toEqual([50]);
});

it("a series has a time for each bucket, and nothing from before the start", async () => {
  const series = await chart<Series>("udf_rate", { ...add, metric: "invocations" });
  expect(series).toHaveLength(60);
  const times = series.map(([{ secs_since_epoch, nanos_since_epoch }]) =>
    Math.round(secs_since_epoch * 1_000 + nanos_since_epoch / 1e6),
  );
  for (const [at, time] of times.entries()) expect(time - (times[0] ?? 0)).toBeCloseTo(at * MINUTE_MS, -1);
  expect(series.slice(0, 50).every(([, figure]) => figure === null)).toBe(true);
  expect(await chart<Series>("udf_rate", { ...add, metric: "invocations" }, 12)).toHaveLength(12);
});

it("the percentiles of a function's durations, in seconds", async () => {
  const params = { ...add, percentiles: "[50,99]" };
  const [[median, half], [, most]] = await chart<[[number, Series], [number, Series]]>(
    "latency_percentiles",
    params,
  );
  expect(median).toBe(50);
  expect(sumOf(half)).toBeGreaterThan(0);
  expect(sumOf(most)).toBeGreaterThanOrEqual(sumOf(half));
  expect(sumOf(most)).toBeLessThan(60);
});

it("the functions that were called most, failed most, and hit the cache least", async () => {
  type Lines = [string, Series][];
  const calls = await chart<Lines>("function_call_count_top_k", { k: "2" });
  expect(calls.map(([name, series]) => [name, sumOf(series)])).toEqual([
    ["notes.js:add", 3],
    ["GET /hello/*", 2],
    ["_rest", 4],
  ]);
  const failures = await chart<Lines>("failure_percentage_top_k", { k: "3" }, 1);
  expect(failures.map(([name, series]) => [name, Math.round(sumOf(series))])).toEqual([
    ["notes.js:add", 33],
    ["_rest", 0],
  ]);
  const hits = await chart<Lines>("cache_hit_percentage_top_k", { k: "3" }, 1);
  expect(hits.map(([name, series]) => [name, sumOf(series)])).toEqual([["notes.js:list", 50]]);
  const all = await chart<Lines>("function_call_count_top_k", { k: "25" });
  expect(all.map(([name]) => name)).toContain("part/rows.js:add");
});

it("the documents of a table that were read and written, without what was rolled back", async () => {
  const rows = async (name: string, metric: string) =>
    Math.round(60 * sumOf(await chart<Series>("table_rate", { name, metric })));
  expect(await rows("notes", "rowsRead")).toBe(2);
  expect(await rows("notes", "rowsWritten")).toBe(2);
  expect(await rows("rows", "rowsWritten")).toBe(2);
  expect(await rows("none", "rowsRead")).toBe(0);
});

it("how many functions of each kind ran at once", async () => {
  const found = await chart<Record<string, Series>>("function_concurrency");
  const most = Object.entries(found).map(([key, series]) => [key, Math.max(...knownIn(series))]);
  expect(Object.fromEntries(most)).toEqual({
    "outstanding_functions:isolate:Query:running": 1,
    "outstanding_functions:isolate:Query:queued": 0,
    "outstanding_functions:isolate:Mutation:running": 1,
    "outstanding_functions:isolate:Mutation:queued": 0,
    "outstanding_functions:isolate:HttpAction:running": 1,
    "outstanding_functions:isolate:HttpAction:queued": 0,
  });
});

it("charts of what is not counted are empty", async () => {
  expect(await chart("subscription_invalidations_top_k", { k: "3" })).toEqual([]);
  expect(sumOf(await chart<Series>("scheduled_job_lag"))).toBe(0);
});

it("bad requests are refused with the reason, and all of them without the admin key", async () => {
  const refusals = [
    await ask("udf_rate", { ...add, metric: "nonsense" }),
    await ask("function_call_count_top_k", { k: "26" }),
    await ask("udf_rate", { ...add, metric: "errors", window: "now" }),
    await ask("no_such_chart"),
    await ask("function_call_count_top_k", {}, 60, "wrong"),
  ];
  expect(await Promise.all(refusals.map(async (each) => [each.status, await each.json()]))).toMatchObject([
    [400, { message: 'metric: there is no "nonsense"' }],
    [400, { message: expect.stringMatching(/^k: /) as string }],
    [400, { message: "window: it is not JSON" }],
    [404, { code: "NoSuchChart" }],
    [403, {}],
  ]);
});
