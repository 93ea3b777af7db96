/** GET /metrics of the real service: the agent's figures and the host's in one text. */
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { DATABASE_FILE } from "convex-on-sqlite";
import { watchDatabase } from "../support/database";
import { parsedMetrics } from "../support/prometheus";
import { startService, type Service } from "../support/service";
import { until } from "../support/until";

let service: Service;
const scrape = async () => parsedMetrics((await service.get("/metrics")).text);
const seconds = Date.now() / 1_000;

beforeAll(async () => {
  service = await startService();
});

test("holds the process, the event loop and the database beside the agent's figures", async () => {
  const database = join(service.dataDir, DATABASE_FILE);
  const sizes = () => [database, `${database}-wal`].map((path) => statSync(path).size);
  const [databaseBefore = 0, logBefore = 0] = sizes();
  const shown = await scrape();
  const [databaseAfter = 0, logAfter = 0] = sizes();
  expect(shown.get("anima_agent_health")).toBe(100);
  expect(shown.get("process_resident_memory_bytes")).toBeGreaterThan(10 * 1024 * 1024);
  expect(shown.get("process_cpu_seconds_total")).toBeGreaterThan(0);
  expect(Math.abs((shown.get("process_start_time_seconds") ?? 0) - seconds)).toBeLessThan(120);
  expect(shown.get("nodejs_eventloop_lag_seconds")).toBeGreaterThanOrEqual(0);
  expect(shown.get("host_database_bytes")).toBeGreaterThanOrEqual(databaseBefore);
  expect(shown.get("host_database_bytes")).toBeLessThanOrEqual(databaseAfter);
  expect(shown.get("host_wal_bytes")).toBeGreaterThanOrEqual(logBefore);
  expect(shown.get("host_wal_bytes")).toBeLessThanOrEqual(logAfter);
});

test("counts calls of functions and their time", async () => {
  const before = await scrape();
  for (let i = 0; i < 3; i++)
    await service.post(
      "/memories/store",
      { type: "semantic", content: `Pier ${i} is open.` },
      { token: service.tokens.write },
    );
  const after = await scrape();
  const grown = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  // The stores and a scrape.
  expect(grown('host_function_calls_total{kind="httpAction"}')).toBe(4);
  expect(grown('host_function_calls_total{kind="mutation"}')).toBeGreaterThanOrEqual(3);
  expect(grown('host_function_js_seconds_total{kind="mutation"}')).toBeGreaterThan(0);
  expect(grown("process_cpu_seconds_total")).toBeGreaterThan(0);
});

test("counts requests of classes without a limit, without a write", async () => {
  const before = await scrape();
  for (let i = 0; i < 3; i++) expect((await service.get("/state")).status).toBe(200);
  const name = 'anima_requests_total{class="read"}';
  // The reads and a scrape.
  expect(((await scrape()).get(name) ?? 0) - (before.get(name) ?? 0)).toBe(4);
  const database = watchDatabase(service.dataDir);
  // A job of the service may write meanwhile.
  await until("reads without a write", async () => {
    const version = database.version();
    for (let i = 0; i < 3; i++) await service.get("/state");
    return database.version() === version;
  });
  database.close();
  const writes = 'anima_requests_total{class="write"}';
  expect(before.get(writes)).toBeGreaterThan(0);
  await service.post("/feed", { type: "news", content: "Rain." }, { token: service.tokens.write });
  expect((await scrape()).get(writes)).toBe((before.get(writes) ?? 0) + 1);
});

test("counts live clients", async () => {
  const client = new ConvexClient(service.url);
  let shown: unknown;
  client.onUpdate(makeFunctionReference<"query">("state:get"), {}, (state: unknown) => (shown = state));
  await until("a state", () => shown !== undefined);
  const open = await scrape();
  expect(open.get("host_sync_sessions")).toBe(1);
  expect(open.get("host_live_queries")).toBeGreaterThanOrEqual(1);
  await client.close();
  await until("the session's end", async () => (await scrape()).get("host_sync_sessions") === 0);
});

test("shows nothing of the host without the token that reading needs", async () => {
  const closed = await startService({ env: { READ_TOKEN: "read-token-of-the-tests" } });
  const refused = await closed.get("/metrics");
  expect([refused.status, refused.text.includes("process_")]).toEqual([401, false]);
  const answer = await closed.get("/metrics", { token: "read-token-of-the-tests" });
  expect(parsedMetrics(answer.text).has("process_resident_memory_bytes")).toBe(true);
});
