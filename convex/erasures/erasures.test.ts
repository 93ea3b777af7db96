/** Planning erasures, carrying them out, and what their receipts say, over HTTP and on both engines. */
import { describe, expect, it, vi } from "vitest";
import { internal } from "../_generated/api";
import { store } from "../../test/functions/consolidation";
import { send, tablesWith } from "../../test/functions/corrections";
import { wrongFigures } from "../../test/functions/recount";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { large, setup, TICK_TOKEN } from "../../test/functions/setup";
import { until } from "../../test/support/until";
import { ANSWER, begun, finishBy, finishByJournal } from "../../test/functions/ticks";
import { USABLE_MS } from "./plan";

const SECRET = "The Zorblat ferry to the island leaves at nine in the morning, says Quixmar.";
const asTick = { Authorization: `Bearer ${TICK_TOKEN}` };

/** The plan, or the receipt, once it is made: a request waits for it a while only. */
async function erase(t: App, body: object, headers: Record<string, string> = {}) {
  const response = await post(t, "/erase", body, headers);
  expect([response.status, response.status === 200 ? "" : await response.text()]).toEqual([200, ""]);
  const { planId } = await response.json();
  return await until("the plan or the receipt", async () => {
    const { success: _, ...erasure } = await get(t, `/erasures/${planId}`);
    return ["planned", "done"].includes(erasure.status) && erasure;
  });
}

/** Plans an erasure and carries it out. */
async function erased(t: App, filter: object) {
  const { planId } = await erase(t, filter);
  return await erase(t, { planId });
}

const get = async (t: App, path: string) => (await t.fetch(path)).json();

const NONE = { memory: 0, knowledge: 0, thought: 0, note: 0, event: 0, artifact: 0, log: 0, reminder: 0 };

async function holding(t: App): Promise<string[]> {
  return [...new Set([...(await tablesWith(t, "zorblat")), ...(await tablesWith(t, "quixmar"))])];
}

describe("POST /erase", () => {
  it("plans first, then erases exactly the plan from every table, and gives a receipt", async () => {
    const t = setup({ AUTONOMY: "off" });
    const [first = "", second = "", third = ""] = await store(t, [
      SECRET,
      "The bridge is closed.",
      "Tea is on the table.",
    ]);
    await send(t, "PATCH", `/memories/${second}`, { content: "The pier is closed, says QUIXMAR!" });
    await send(t, "PATCH", `/memories/${second}`, { content: "The pier is closed." });
    await post(t, "/memories/store-dedup", { type: "semantic", content: SECRET.toUpperCase() });
    await post(t, "/knowledge", { title: "Boats", content: SECRET, tags: ["zorblat"] });
    await post(t, "/wake", { note: "Hello.", from: "Quixmar", priority: "low", remindAt: Date.now() + 9e6 });
    await post(t, "/feed", { type: "news", content: SECRET });
    await finishByJournal(t, await begun(t));

    const plan = await erase(t, { text: "quixmar" });
    expect(plan).toMatchObject({
      status: "planned",
      withDerived: false,
      counts: { ...NONE, memory: plan.counts.memory, knowledge: 1, note: 1, event: 1, log: 1, reminder: 1 },
      expiresAt: plan.createdAt + USABLE_MS,
    });
    expect(plan.counts.memory).toBeGreaterThanOrEqual(2);
    expect(plan.receipt).toBeUndefined();
    expect((await t.fetch(`/memories/${first}`)).status).toBe(200);
    expect(await get(t, `/erasures/${plan.planId}`)).toEqual(plan);
    expect(await erase(t, { planId: plan.planId, dryRun: true })).toEqual(plan);

    const { receipt, ...done } = await erase(t, { planId: plan.planId });
    expect(done).toMatchObject({ status: "done", counts: plan.counts, total: plan.total });
    expect(receipt).toMatchObject({ erased: plan.counts, gone: 0, changed: 0 });
    expect(receipt.probes.length).toBeGreaterThan(3);
    expect(receipt.probes).toEqual(
      receipt.probes.map((probe: object, i: number) => ({ ...probe, number: i + 1, foundIn: [] })),
    );
    expect(await holding(t)).toEqual([]);
    expect(await wrongFigures(t)).toEqual([]);
    expect((await t.fetch(`/memories/${third}`)).status).toBe(200);
    // A repeated request returns the receipt.
    expect(await erase(t, { planId: plan.planId })).toEqual({ ...done, receipt });
    const { entries } = await (await t.fetch("/audit?kind=erase", { headers: asTick })).json();
    expect(entries).toMatchObject([
      { ids: [plan.planId], count: plan.total, erased: { knowledge: 1, note: 1 } },
      { ids: [plan.planId], count: 1 },
    ]);
    expect(JSON.stringify(entries)).not.toContain(first);
    await t.mutation(internal.erasures.functions.purged, { until: Date.now() + 1 });
    const { storage } = (await get(t, `/erasures/${plan.planId}`)).receipt;
    expect(storage).toEqual({ purgedAt: expect.any(Number), step: expect.stringContaining("purged") });
  });

  it("selects the rows that meet every part of its filter", async () => {
    const t = setup({ AUTONOMY: "off" });
    const memory = { type: "semantic", content: "I met Quixmar Ferris at the pier." };
    const stored = async (body: object) =>
      (await (await post(t, "/memories/store", { ...memory, ...body })).json()).memoryId;
    const own = await stored({});
    const scoped = await stored({ scope: "ada" });
    const marked = await stored({ content: "Rain.", metadata: { by: ["Quixmar"] } });
    await post(t, "/wake", { note: "One.", from: "Quixmar", priority: "low" });
    await post(t, "/wake", { note: "Two.", from: "Quix", priority: "low" });
    const { createdAt } = await get(t, `/memories/${scoped}`);
    const counts = async (filter: object) => {
      const { counts, total } = await erase(t, filter);
      return { total, memory: counts.memory, note: counts.note };
    };
    expect(await counts({ entity: "quixmar  FERRIS" })).toEqual({ total: 2, memory: 2, note: 0 });
    expect(await counts({ entity: "Quixmar Ferris", scope: "ada" })).toEqual({
      total: 1,
      memory: 1,
      note: 0,
    });
    expect(await counts({ scope: "bo" })).toEqual({ total: 0, memory: 0, note: 0 });
    expect(await counts({ from: "Quixmar" })).toEqual({ total: 1, memory: 0, note: 1 });
    expect(await counts({ text: "quixmar" })).toEqual({ total: 4, memory: 3, note: 1 });
    expect(await counts({ text: "Quixmar", until: createdAt })).toEqual({ total: 1, memory: 1, note: 0 });
    expect(await counts({ text: "quixmar", since: createdAt })).toEqual({ total: 2, memory: 1, note: 1 });
    expect(await counts({ ids: [own, marked], text: "pier" })).toEqual({ total: 1, memory: 1, note: 0 });
    expect(await counts({ ids: [own, own] })).toEqual({ total: 1, memory: 1, note: 0 });
  });

  it("lists derived rows, and with `derived` erases them and the log entry of the tick that read the event", async () => {
    const t = setup({ AUTONOMY: "off" });
    const { feedId } = await (await post(t, "/feed", { type: "news", content: SECRET })).json();
    const finished = await finishByJournal(t, await begun(t));
    expect(finished.kind).toBe("done");
    const [learned = ""] = await store(t, ["Quixmar sails."]);
    await t.run(async (ctx) => {
      await ctx.db.insert("citations", { source: feedId, derived: learned, kind: "memory" });
    });
    const plan = await erase(t, { ids: [feedId] });
    expect(plan).toMatchObject({ total: 1, derivedCounts: { log: 1 } });
    expect(plan.derived).toContainEqual({ kind: "memory", _id: learned });
    const whole = await erase(t, { ids: [feedId], derived: true });
    expect(whole.total).toBe(1 + plan.derived.length);

    const kept = await erase(t, { planId: plan.planId });
    expect(kept.receipt).toMatchObject({ erased: { ...NONE, event: 1 }, probes: [{ kind: "event" }] });
    // The journal quoted the event, so its text is still in the log.
    expect(kept.receipt.probes[0].foundIn).toContain("logs");
    expect((await t.fetch(`/memories/${learned}`)).status).toBe(200);
    const rest = await erase(t, { planId: whole.planId });
    expect(rest.receipt).toMatchObject({ erased: { event: 0, log: 1 }, gone: 1 });
    expect(await holding(t)).toEqual([]);
    expect(await wrongFigures(t)).toEqual([]);
  });

  it("keeps a row that has changed since the plan, and counts it in the receipt", async () => {
    const t = setup();
    const [first = "", second = ""] = await store(t, [SECRET, "Quixmar is late."]);
    const { planId } = await erase(t, { text: "quixmar" });
    await send(t, "PATCH", `/memories/${first}`, { confidence: 0.1 });
    const { receipt } = await erase(t, { planId });
    expect(receipt).toMatchObject({ erased: { memory: 1 }, changed: 1 });
    expect((await t.fetch(`/memories/${first}`)).status).toBe(200);
    expect((await t.fetch(`/memories/${second}`)).status).toBe(404);
    expect(await wrongFigures(t)).toEqual([]);
  });

  it("rejects a plan or an erasure that it can't do, and says what to do", async () => {
    const t = setup();
    const [id = ""] = await store(t, [SECRET]);
    const refused = async (body: object, status = 400) =>
      await expectFailure(
        await post(t, "/erase", body),
        status,
        status === 404 ? "NOT_FOUND" : "VALIDATION_ERROR",
      );
    expect(await refused({})).toContain("ids, from, entity, text, since, until, scope, planId");
    expect(await refused({ derived: true })).toContain("must have one of");
    expect(await refused({ text: "x", dryRun: false })).toContain("planId");
    const { planId } = await erase(t, { ids: [id] });
    expect(await refused({ planId, text: "x" })).toContain("without a filter");
    expect(await refused({ ids: [id, "nothing"] }, 404)).toContain("nothing");
    await refused({ planId: id }, 404);
    await expectFailure(await t.fetch(`/erasures/${id}`), 404, "NOT_FOUND");
    await expectFailure(
      await t.fetch("/erase", { method: "POST", headers: asTick, body: "{}" }),
      401,
      "UNAUTHORIZED",
    );
  });

  it("deletes a plan that was not carried out within an hour, with its items", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1), toFake: ["Date"] });
    try {
      const t = setup();
      const [id = ""] = await store(t, [SECRET]);
      const { planId } = await erase(t, { ids: [id] });
      vi.setSystemTime(Date.now() + USABLE_MS);
      const refused = await post(t, "/erase", { planId });
      expect(await expectFailure(refused, 400, "VALIDATION_ERROR")).toContain("plan anew");
      await t.mutation(internal.registry.sweeper.sweep, {});
      const rows = await t.run(async (ctx) => [
        ...(await ctx.db.query("erasures").collect()),
        ...(await ctx.db.query("erasureItems").collect()),
      ]);
      expect(rows).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("an erasure reaches", () => {
  it("the state's summary, a sender's name in lists, and ungrounded words in a tick's receipt", async () => {
    const t = setup({ AUTONOMY: "off" });
    // A scope would label the log and the artifact with the name.
    await post(t, "/wake", { note: "Hello.", from: "Quixmar", shared: true, priority: "low" });
    const tickId = await begun(t);
    const ungrounded = [{ where: "detail", kind: "name" as const, token: "Zorblat" }];
    await finishBy(t, tickId, undefined, { ...ANSWER, ungrounded });
    await post(t, "/feed", { type: "news", content: SECRET, impact: "high" });
    expect((await get(t, "/state")).summary).toContain("Zorblat");
    expect(await holding(t)).toEqual(expect.arrayContaining(["agent", "recentEntries", "ticks"]));
    const { notes } = await get(t, "/notes?scope=*");
    const { events } = await get(t, "/events");
    await erased(t, { ids: [notes[0]._id, events[0]._id] });
    expect(await holding(t)).toEqual([]);
    expect((await get(t, "/state")).summary).toBe(ANSWER.summary);
  });

  it("the answers kept for idempotency keys", async () => {
    const t = setup();
    const seeds = [SECRET, "Quixmar counts the Zorblat ferries."].map((content) => ({
      content,
      importance: 0.9,
    }));
    const process = () =>
      post(t, "/consciousness/process", { seeds }, { ...asTick, "Idempotency-Key": "think" });
    const { thought } = await (await process()).json();
    await store(t, [SECRET]);
    const key = { ...asTick, "Idempotency-Key": "reflect" };
    await post(t, "/memories/reflect", { type: "knowledge", focus: "Zorblat ferry" }, key);
    expect(await holding(t)).toContain("idempotency");
    const { counts } = await erased(t, { text: "zorblat" });
    expect(counts).toMatchObject({ thought: 1 });
    expect(await holding(t)).toEqual([]);
    const again = await (await process()).json();
    expect(again.thought._id).not.toBe(thought._id);
  });
});

it("a correction, a merge and an erasure of one memory at the same time leave nothing half erased", async () => {
  const t = setup();
  for (const first of [0, 1, 2]) {
    const [id = ""] = await store(t, [SECRET]);
    const { planId } = await erase(t, { ids: [id] });
    const works = [
      () => send(t, "PATCH", `/memories/${id}`, { content: `${SECRET} He is sure.` }),
      () => post(t, "/memories/store-dedup", { type: "semantic", content: SECRET.toUpperCase() }),
      () => post(t, "/erase", { planId }),
    ];
    const answers = await Promise.all(
      [...works.slice(first), ...works.slice(0, first)].map((work) => work()),
    );
    for (const { status } of answers) expect([200, 404]).toContain(status);
    const { receipt } = await get(t, `/erasures/${planId}`);
    expect(receipt.erased.memory + receipt.changed).toBe(1);
    expect((await t.fetch(`/memories/${id}`)).status).toBe(receipt.changed === 1 ? 200 : 404);
    expect(await wrongFigures(t)).toEqual([]);
    await erased(t, { text: "zorblat" });
    expect(await holding(t)).toEqual([]);
  }
});

describe("an erasure in many steps", () => {
  // More than one step of a plan reads.
  const MANY = 540;

  large(
    "erases every match once, and keeps totals and pages exact when half of the memories are erased",
    async () => {
      const t = setup({ AUTONOMY: "off" });
      const isSecret = (i: number) => (i * 7919) % 10 < 5;
      const texts = Array.from(
        { length: MANY },
        (_, i) => `${isSecret(i) ? "Zorblat" : "Harbour"} number ${i}.`,
      );
      const ids = await store(t, texts);
      const plan = await erase(t, { text: "zorblat" });
      expect(plan.total).toBe(texts.filter((_, i) => isSecret(i)).length);
      const { receipt } = await erase(t, { planId: plan.planId });
      expect(receipt.erased.memory).toBe(plan.total);
      const left = ids.filter((_, i) => !isSecret(i)).reverse();
      for (const offset of [0, 99, left.length - 5, left.length]) {
        const page = await get(t, `/memories?limit=100&offset=${offset}`);
        expect(page.total).toBe(left.length);
        expect(page.memories.map(({ _id }: { _id: string }) => _id)).toEqual(
          left.slice(offset, offset + 100),
        );
      }
      expect(await holding(t)).toEqual([]);
      expect(await wrongFigures(t)).toEqual([]);
    },
  );

  it("takes each step once, however often it is scheduled", async () => {
    const t = setup();
    await store(t, [SECRET]);
    const { planId } = await erase(t, { text: "zorblat" });
    const [id] = await t.run(async (ctx) => await ctx.db.query("erasures").take(1));
    if (id === undefined) throw new Error("no plan");
    await erase(t, { planId });
    const before = await get(t, `/erasures/${planId}`);
    for (let step = 0; step < 9; step++)
      await t.mutation(internal.erasures.functions.step, { erasureId: id._id, step });
    expect(await get(t, `/erasures/${planId}`)).toEqual(before);
  });
});
