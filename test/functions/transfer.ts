/** Helpers for tests of export and import: a life to take along, the lines of an export, and what callers see of a service. */
import { expect } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { MutationCtx } from "../../convex/_generated/server";
import { until } from "../support/until";
import { consolidate, FERRY, BREAD, STRAY, store } from "./consolidation";
import { send } from "./corrections";
import { post, type App } from "./requests";
import { TICK_TOKEN } from "./setup";

const tick = { Authorization: `Bearer ${TICK_TOKEN}` };

export type Line = Readonly<Record<string, unknown>> & { readonly kind: string; readonly id?: string };

/** One page of an export: its lines as text, and the cursor of the next. */
export async function exportPage(t: App, query = ""): Promise<{ lines: string[]; cursor: string | null }> {
  const response = await t.fetch(`/export${query}`, { headers: tick });
  const text = await response.text();
  expect([response.status, response.status === 200 ? "" : text]).toEqual([200, ""]);
  expect(response.headers.get("Content-Type")).toBe("application/x-ndjson");
  const lines = text.trimEnd().split("\n");
  const { kind, cursor } = JSON.parse(lines.at(-1) ?? "");
  if (kind === "end") return { lines, cursor: null };
  return { lines: lines.slice(0, -1), cursor };
}

/** All lines of an export. `between` runs after each page. */
export async function exportAll(
  t: App,
  query = "",
  between = async (_page: number) => {},
): Promise<string[]> {
  const all: string[] = [];
  for (let cursor: string | null = "", page = 0; cursor !== null; page++) {
    const got: Awaited<ReturnType<typeof exportPage>> = await exportPage(
      t,
      cursor === "" ? query : `?cursor=${cursor}`,
    );
    all.push(...got.lines);
    ({ cursor } = got);
    await between(page);
  }
  return all;
}

export async function importLines(t: App, lines: readonly string[], query = "") {
  const response = await t.fetch(`/import${query}`, {
    method: "POST",
    headers: { ...tick, "Content-Type": "application/x-ndjson" },
    body: lines.join("\n"),
  });
  const body = await response.json();
  expect([response.status, body.error]).toEqual([200, undefined]);
  return body;
}

export const parsed = (lines: readonly string[]): Line[] => lines.map((line) => JSON.parse(line));

/** A little of everything: memories with versions, merges, links and themes; knowledge, events, notes, ticks, thoughts. */
export async function live(t: App): Promise<void> {
  const memories = await store(t, [...FERRY, ...BREAD, ...STRAY]);
  const [first = "", second = "", third = ""] = memories;
  await post(t, "/memories/store", {
    ...{ type: "emotional", content: "Ana is afraid of the ferry.", scope: "ana", pinned: true },
    metadata: { room: { floor: 2 } },
  });
  await post(t, "/memories/store-dedup", { type: "semantic", content: (FERRY[0] ?? "").toUpperCase() });
  await send(t, "PATCH", `/memories/${second}`, {
    content: "Ferry tickets now cost nine euros.",
    importance: 0.9,
  });
  for (const [memoryId, targetId, type] of [
    [first, second, "elaborates"],
    [third, first, "contradicts"],
  ])
    await post(t, "/memories/link", { memoryId, targetId, type, autoDetect: false, confidence: 0.7 });
  await post(t, "/knowledge", {
    ...{ title: "Timetable", source: "harbour", tags: ["ferry", "ships"], metadata: { year: 2026 } },
    content:
      "# Summer\n\nThe ferry leaves at nine, at noon and at six.\n\n# Winter\n\nThe ferry leaves at noon.",
  });
  await post(t, "/feed", { type: "news", content: "The harbour was closed for a day.", impact: "high" });
  await t.mutation(internal.tick.wake.wake, {
    ...{ note: "Remind me of the tickets.", priority: "high", from: "Ana", triggerTick: false },
    remindAt: Date.now() + 3_600_000,
  });
  await post(t, "/tick", {}, tick);
  await post(t, "/feed", { type: "custom", content: "The ferry was painted blue." });
  const seeds = ["The ferry needs new paint.", "Blue paint dries slowly."];
  await post(
    t,
    "/consciousness/process",
    { seeds: seeds.map((content) => ({ content, importance: 0.8, entities: ["ferry"] })) },
    tick,
  );
  await post(t, "/consciousness/reflect", { lookback: "24h" }, tick);
  await post(t, "/memories/reflect", {}, tick);
  await consolidate(t);
  // The last search before an export: it touches what it finds.
  await t.fetch("/memories/search?q=ferry&threshold=0.1");
  await idle(t);
}

/** Waits until nothing works on, or is about to; an export that is open waits too. */
export async function idle(t: App): Promise<void> {
  await until("the work behind the requests", () => t.run(isIdle));
}

async function isIdle(ctx: MutationCtx): Promise<boolean> {
  const scheduled = await ctx.db.system.query("_scheduled_functions").collect();
  const leases = await ctx.db.query("leases").collect();
  return (
    scheduled.every(({ state: { kind } }) => kind !== "pending" && kind !== "inProgress") &&
    leases.every(({ expiresAt, job }) => expiresAt === 0 || job === "export")
  );
}

const LISTS = [
  "/state",
  "/logs?limit=100",
  "/ticks?limit=100",
  "/artifacts?limit=100",
  "/notes?limit=100&scope=*",
  "/events?limit=100&scope=*",
  "/reminders?limit=100",
  "/memories?limit=100&scope=*",
  "/memories/core?limit=100",
  "/memories/stats",
  "/memories/graph?limit=100",
  "/consciousness/thoughts?limit=100",
  "/consciousness/brilliant?limit=100",
  "/consciousness/stats",
  "/knowledge?limit=100",
  "/memories?pinned=true&scope=*",
];
const SEARCHES = [
  "/knowledge?query=When%20does%20the%20ferry%20leave&threshold=0",
  "/memories/search?q=ferry%20tickets&threshold=0&explain=true",
  "/memories/search?q=Maria%20rye%20bread&threshold=0.1",
  "/memories/search?q=Ana&scope=ana&threshold=0",
];

/** What callers see, with ids numbered in the order in which they are seen first: equal for equal services. */
export async function seen(t: App): Promise<Record<string, unknown>> {
  const get = async (path: string) => {
    const response = await t.fetch(path);
    expect([path, response.status]).toEqual([path, 200]);
    return await response.json();
  };
  const answers: Record<string, unknown> = {};
  for (const path of LISTS) answers[path] = await get(path);
  // Numbered as they are seen, so in an order that is the same for equal services.
  const { coreMemories } = answers["/memories/core?limit=100"] as { coreMemories: { theme: string }[] };
  coreMemories.sort((a, b) => (a.theme < b.theme ? -1 : 1));
  for (const { _id, content } of (await get("/memories?limit=100&scope=*")).memories) {
    answers[`links of ${content}`] = await get(`/memories/linked?id=${_id}`);
    answers[`history of ${content}`] = await get(`/memories/${_id}/history`);
  }
  for (const { _id } of (await get("/ticks?limit=100")).ticks) answers["tick"] = await get(`/ticks/${_id}`);
  for (const path of SEARCHES) answers[path] = await get(path);
  return sortedTies(numbered(answers));
}

/** Asserts that callers see what they saw `before`, of this service or another. */
export async function expectSeen(t: App, before: Record<string, unknown>): Promise<void> {
  expect(await seen(t)).toEqual(close(before));
}

/** Relevance and salience fade while a test runs, so fractions only have to be close. */
function close(value: unknown): unknown {
  if (typeof value === "number") return Number.isInteger(value) ? value : expect.closeTo(value, 3);
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, close(one)]));
}

/** Rows of the same millisecond stand in the order of their ids, which differs between services. */
const TIES = new Set(["coreMemories", "links", "backlinks", "artifacts"]);

function sortedTies(answers: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(answers), (name, value: unknown) => {
    // Change sets stay behind, and rows without their ids take fewer bytes.
    if (["searchTime", "changeId", "storageEstimate"].includes(name)) return undefined;
    if (!Array.isArray(value) || !TIES.has(name)) return value;
    return value
      .map((one) => JSON.stringify(one))
      .sort()
      .map((one) => JSON.parse(one));
  });
}

function numbered(answers: Record<string, unknown>): Record<string, unknown> {
  const names = new Map<string, string>();
  const ids = new Set(
    [...JSON.stringify(answers).matchAll(/"(?:_id|[a-zA-Z]+Id)":"(\w+)"/g)].map(([, id]) => id),
  );
  return JSON.parse(JSON.stringify(answers), (_, value: unknown) => {
    if (typeof value !== "string") return value;
    return value.replace(/\w+/g, (word) => {
      if (!ids.has(word)) return word;
      const name = names.get(word) ?? `id ${names.size}`;
      names.set(word, name);
      return name;
    });
  });
}
