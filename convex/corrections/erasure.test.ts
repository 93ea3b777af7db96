/** Erasing what is stored, over HTTP. */
import { describe, expect, it } from "vitest";
import { internal } from "../_generated/api";
import { withKey, withProvider } from "../../test/functions/embedding";
import { until } from "../../test/support/until";
import { consolidate, core, FERRY, store } from "../../test/functions/consolidation";
import { send, tablesWith } from "../../test/functions/corrections";
import { wrongFigures } from "../../test/functions/recount";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";

const SECRET = "The Zorblat ferry to the island leaves at nine in the morning, says Quixmar.";
const WORDS = ["zorblat", "quixmar"];

async function erase(t: App, path: string, headers: Record<string, string> = {}) {
  const response = await send(t, "DELETE", path, undefined, headers);
  expect(response.status).toBe(200);
  return await response.json();
}

async function holding(t: App): Promise<string[]> {
  return [...new Set((await Promise.all(WORDS.map((word) => tablesWith(t, word)))).flat())];
}

const get = async (t: App, path: string) => (await t.fetch(path)).json();

describe("DELETE /memories/{id}", () => {
  it("leaves the text in no table, list, search or figure", async () => {
    const t = setup();
    await store(t, FERRY);
    const [id = ""] = await store(t, [SECRET]);
    const [other = ""] = await store(t, ["The bridge to the island is closed."]);
    await post(t, "/memories/store-dedup", { type: "semantic", content: SECRET.toUpperCase() });
    await send(t, "PATCH", `/memories/${id}`, { content: `${SECRET} He is sure.`, importance: 0.9 });
    for (const [memoryId, targetId] of [
      [id, other],
      [other, id],
    ])
      await post(t, "/memories/link", { memoryId, targetId, type: "related_to", autoDetect: false });
    await consolidate(t);
    await t.fetch("/memories/search?q=Zorblat&threshold=0");
    expect(await holding(t)).toEqual(
      expect.arrayContaining(["memories", "memoryVersions", "merges", "searchDocuments", "clusterMembers"]),
    );
    expect((await core(t)).coreMemories[0]?.memories).toContain(id);

    expect(await erase(t, `/memories/${id}`)).toEqual({ success: true, derived: [] });
    expect(await holding(t)).toEqual([]);
    expect(await wrongFigures(t)).toEqual([]);
    expect((await get(t, "/memories?limit=100")).total).toBe(FERRY.length + 1);
    expect((await get(t, "/memories/search?q=Zorblat%20Quixmar&threshold=0.3")).results).toEqual([]);
    expect((await get(t, `/memories/linked?id=${other}`)).links).toEqual([]);
    const [theme] = (await core(t)).coreMemories;
    expect(theme?.memories).not.toContain(id);
    await expectFailure(await send(t, "DELETE", `/memories/${id}`), 404, "NOT_FOUND");
    // Memories stored later are still consolidated.
    await store(t, ["The ferry to the island was painted."]);
    expect((await consolidate(t)).memoriesProcessed).toBe(1);
    expect(await wrongFigures(t)).toEqual([]);
  });

  it("lists the rows derived from the memory, and erases them on request", async () => {
    const t = setup();
    const [id = ""] = await store(t, [SECRET]);
    await store(t, FERRY);
    const reflected = await post(
      t,
      "/memories/reflect",
      { type: "knowledge", focus: "Zorblat ferry" },
      { Authorization: `Bearer ${TICK_TOKEN}` },
    );
    const { reflection } = await reflected.json();
    expect(reflection.basedOn).toContain(id);
    const derived = [{ kind: "reflection", _id: reflection._id }];
    expect(await erase(t, `/memories/${id}`)).toEqual({ success: true, derived });
    expect((await t.fetch(`/memories/${reflection._id}`)).status).toBe(200);
    const [second = ""] = await store(t, [SECRET]);
    await t.run(async (ctx) => {
      await ctx.db.insert("citations", { source: second, derived: reflection._id, kind: "reflection" });
    });
    expect(await erase(t, `/memories/${second}?derived=true`)).toEqual({ success: true, derived });
    expect((await t.fetch(`/memories/${reflection._id}`)).status).toBe(404);
    expect(await holding(t)).toEqual([]);
    expect(await wrongFigures(t)).toEqual([]);
  });

  it("goes on in further transactions if one is not enough, even after its request is cut off", async () => {
    const t = setup();
    const [id = "", ...others] = await store(t, [SECRET, ...FERRY]);
    await t.run(async (ctx) => {
      const [memoryId, other] = [id, others[0] ?? ""].map((text) => ctx.db.normalizeId("memories", text));
      if (!memoryId || !other) throw new Error("no ids");
      for (let i = 0; i < 700; i++)
        await ctx.db.insert("citations", { source: memoryId, derived: `gone${i}`, kind: "thought" });
    });
    const args = { kind: "memory" as const, id };
    const first = await t.mutation(internal.corrections.functions.erase, args);
    expect(first).toMatchObject({ kind: "erased", done: false });
    await t.finishInProgressScheduledFunctions();
    await erase(t, `/memories/${id}`).catch(() => null);
    expect(await holding(t)).toEqual([]);
    expect((await t.fetch(`/memories/${id}`)).status).toBe(404);
  });

  it("makes the oldest copy unique once the first is gone", async () => {
    const t = setup();
    const [first = "", second = ""] = await store(t, [SECRET, SECRET]);
    expect((await get(t, `/memories/${second}`)).unique).toBe(false);
    await erase(t, `/memories/${first}`);
    expect((await get(t, `/memories/${second}`)).unique).toBe(true);
    expect(await wrongFigures(t)).toEqual([]);
  });

  it("erases only the version that If-Match names", async () => {
    const t = setup();
    const [id = ""] = await store(t, [SECRET]);
    await send(t, "PATCH", `/memories/${id}`, { importance: 0.5 });
    const refused = await send(t, "DELETE", `/memories/${id}`, undefined, { "If-Match": '"1"' });
    expect(await expectFailure(refused, 412, "VALIDATION_ERROR")).toContain("version 2");
    await erase(t, `/memories/${id}`, { "If-Match": "2" });
  });

  it("returns the first answer again under the same idempotency key", async () => {
    const t = setup();
    const [id = ""] = await store(t, [SECRET]);
    const key = { "Idempotency-Key": "erase-once" };
    expect(await erase(t, `/memories/${id}`, key)).toEqual(await erase(t, `/memories/${id}`, key));
  });
});

describe("an erasure with an embedding provider", () => {
  withProvider();

  it("erases the memory's vector and that of an equal query, and a reworded memory gets a new one", async () => {
    const t = setup(withKey());
    const counts = () =>
      t.run(async (ctx) => ({
        vectors: (await ctx.db.query("vectors").take(9)).length,
        queue: (await ctx.db.query("embeddingQueue").take(9)).length,
        queries: (await ctx.db.query("queryVectors").take(9)).length,
      }));
    const stored = await post(t, "/memories/store", { type: "semantic", content: SECRET });
    const { memoryId, embedding } = await stored.json();
    expect(embedding).toBe(true);
    await t.fetch(`/memories/search?q=${encodeURIComponent(SECRET)}`);
    await until("the query's vector", async () => (await counts()).queries === 1);
    const changed = await send(t, "PATCH", `/memories/${memoryId}`, { content: `${SECRET} Still.` });
    expect(await changed.json()).toMatchObject({ version: 2, embedding: true });
    expect(await counts()).toEqual({ vectors: 1, queue: 0, queries: 0 });
    expect(await wrongFigures(t)).toEqual([]);
    await erase(t, `/memories/${memoryId}`);
    expect(await counts()).toEqual({ vectors: 0, queue: 0, queries: 0 });
    expect(await wrongFigures(t)).toEqual([]);
  });
});

describe("DELETE of other rows", () => {
  it("erases knowledge with its passages and counts", async () => {
    const t = setup();
    const item = { title: "Zorblat", content: `${SECRET}\n\n# Quixmar\n\nHe sails.`, tags: ["quixmar"] };
    const { knowledgeId } = await (await post(t, "/knowledge", item)).json();
    expect(await holding(t)).toContain("passages");
    await erase(t, `/knowledge/${knowledgeId}`);
    expect(await holding(t)).toEqual([]);
    expect((await get(t, "/knowledge")).total).toBe(0);
  });

  it("erases log entries, artifacts, events and notes", async () => {
    const t = setup();
    await post(t, "/feed", { type: "news", content: SECRET });
    const tick = await post(t, "/tick", {}, { Authorization: `Bearer ${TICK_TOKEN}` });
    expect(tick.status).toBe(200);
    const { tickId } = await tick.json();
    await post(t, "/wake", { note: SECRET, priority: "low" });
    const [event, note] = await t.run(async (ctx) => await ctx.db.query("events").take(2));
    for (const { _id } of (await get(t, "/logs")).logs) await erase(t, `/logs/${_id}`);
    for (const { _id } of (await get(t, "/artifacts")).artifacts) await erase(t, `/artifacts/${_id}`);
    await erase(t, `/notes/${note?._id}`);
    await expectFailure(await send(t, "DELETE", `/notes/${event?._id}`), 404, "NOT_FOUND");
    const { derived } = await erase(t, `/events/${event?._id}?derived=true`);
    expect(derived.length).toBeGreaterThan(0);
    expect((await get(t, "/notes")).total).toBe(0);
    expect(await get(t, `/ticks/${tickId}`)).toMatchObject({ events: [], artifacts: [] });
    expect(await holding(t)).toEqual([]);
    expect((await get(t, "/state")).summary).not.toMatch(/Zorblat/i);
    const again = await post(t, "/tick", {}, { Authorization: `Bearer ${TICK_TOKEN}` });
    expect(again.status).toBe(200);
  });

  it("resets the state's summary with the event that it repeats, not with one of the same words", async () => {
    const t = setup();
    const events: string[] = [];
    for (const impact of ["high", "high"])
      events.push((await (await post(t, "/feed", { type: "news", content: SECRET, impact })).json()).feedId);
    const [first, second] = events;
    const { summary } = await get(t, "/state");
    expect(summary).toMatch(/Zorblat/);
    await erase(t, `/events/${first}`);
    expect((await get(t, "/state")).summary).toBe(summary);
    await erase(t, `/events/${second}`);
    expect((await get(t, "/state")).summary).not.toMatch(/Zorblat/);
  });

  it("resets a summary of an earlier version, of which it isn't known what it repeats", async () => {
    const t = setup();
    await post(t, "/feed", { type: "news", content: "All is well.", impact: "high" });
    await t.run(async (ctx) => {
      const agent = await ctx.db.query("agent").first();
      if (agent !== null) await ctx.db.patch("agent", agent._id, { summaryOf: undefined });
    });
    const other = await (await post(t, "/wake", { note: "Hello.", priority: "low" })).json();
    const { summary } = await get(t, "/state");
    await erase(t, `/notes/${other.noteId}`);
    expect((await get(t, "/state")).summary).not.toBe(summary);
  });

  it("erases thoughts", async () => {
    const t = setup();
    const seeds = [SECRET, "Quixmar counts the Zorblat ferries."].map((content) => ({
      content,
      importance: 0.9,
      entities: ["Quixmar"],
    }));
    const made = await post(
      t,
      "/consciousness/process",
      { seeds },
      { Authorization: `Bearer ${TICK_TOKEN}` },
    );
    const { thought } = await made.json();
    await erase(t, `/thoughts/${thought._id}?derived=true`);
    expect(await holding(t)).toEqual([]);
    expect(await get(t, "/consciousness/stats")).toMatchObject({ totalThoughts: 0, lastThought: 0 });
  });

  it("answers 404 to ids of another kind", async () => {
    const t = setup();
    const [id = ""] = await store(t, [SECRET]);
    for (const path of ["knowledge", "thoughts", "notes", "events", "artifacts", "logs"])
      await expectFailure(await send(t, "DELETE", `/${path}/${id}`), 404, "NOT_FOUND");
  });
});
