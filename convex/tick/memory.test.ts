/** The memories that a tick recalls, uses and stores. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../_generated/api";
import type { App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import { ANSWER, begun, feed, finishBy, finishByJournal, gathered } from "../../test/functions/ticks";

const NOON = Date.UTC(2026, 5, 1, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  return () => vi.useRealTimers();
});

describe("a tick", () => {
  const told = (content: string) => ({ type: "semantic" as const, content, importance: 0.6, basedOn: [1] });

  const wake = (t: App, note: string, priority: "normal" | "high" = "normal") =>
    t.mutation(internal.tick.wake.wake, { note, priority, triggerTick: false });

  const memories = async (t: App) =>
    (await t.query(internal.memories.queries.list, { limit: 100, offset: 0 })).memories;

  /** Runs a tick as the action does without a model. */
  async function journalTick(t: App) {
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    return { tickId, shown, done: await finishByJournal(t, tickId, shown) };
  }

  it("stores what the model learned, with its source", async () => {
    const t = setup();
    await feed(t, "The ferry Aurora sails at nine from Monday on.");
    const tickId = await begun(t);
    const answer = { ...ANSWER, memories: [told("The ferry Aurora will sail at nine from Monday on.")] };
    await finishBy(t, tickId, await gathered(t, tickId), answer);
    const [memory] = await memories(t);
    expect(memory).toMatchObject({
      type: "semantic",
      content: "The ferry Aurora will sail at nine from Monday on.",
      importance: 0.6,
      confidence: 0.8,
    });
    const { mood } = await t.query(api.state.get, {});
    expect(JSON.parse(memory?.metadata ?? "{}")).toMatchObject({
      source: "news",
      context: "a news item",
      mood,
      routine: "day",
    });
    const row = await t.run((ctx) => ctx.db.get("ticks", tickId));
    expect(row).toMatchObject({
      shown: { events: [expect.anything()], memories: [] },
      written: { memories: [memory?._id] },
    });
  });

  it("stores a doubtful memory with its lower confidence", async () => {
    const t = setup();
    await feed(t, "It drizzles.");
    const tickId = await begun(t);
    const doubtful = { ...told("A cutter lies at the quay."), importance: null, mostConfidence: 0.4 };
    await finishBy(t, tickId, await gathered(t, tickId), { ...ANSWER, memories: [doubtful] });
    expect(await memories(t)).toMatchObject([{ content: doubtful.content, confidence: 0.4 }]);
  });

  it("without a model stores events word for word, with their source, but no questions", async () => {
    const t = setup();
    await feed(t, "Die Fähre Aurora fährt  wieder.");
    await wake(t, "The harbour knows it.", "high");
    await wake(t, "Where is the ferry?");
    await journalTick(t);
    const kept = await memories(t);
    expect(kept.map(({ content, type }) => [content, type])).toEqual([
      ["Die Fähre Aurora fährt  wieder.", "episodic"],
      ["The harbour knows it.", "episodic"],
    ]);
    expect(kept.map(({ metadata }) => JSON.parse(metadata))).toMatchObject([
      { source: "news", impact: "medium", context: "a news item", learnedBy: "tick" },
      { source: "note", priority: "high", context: "an urgent note", learnedBy: "tick" },
    ]);
  });

  it("without a model quotes the memory that a note asks for, or says that nothing was found", async () => {
    const t = setup({ AUTONOMY: "off" });
    const loan = "The bank granted the club a loan of 30,000 euros.";
    await t.mutation(internal.memories.functions.store, { type: "semantic", content: loan, confidence: 0.8 });
    await wake(t, "How large is the loan of the bank?");
    const { tickId, shown, done } = await journalTick(t);
    expect(done).toMatchObject({ detail: expect.stringContaining(`“${loan}”`) });
    expect((await memories(t)).map(({ lastAccessedAt }) => lastAccessedAt)).toEqual([NOON]);
    expect(shown.memoryIds).toHaveLength(1);
    expect(await t.run((ctx) => ctx.db.get("ticks", tickId))).toMatchObject({
      shown: { memories: [expect.anything()] },
    });
    await wake(t, "Who painted the ceiling?");
    const { done: second } = await journalTick(t);
    expect(second).toMatchObject({ detail: expect.stringMatching(/nothing .*found/i) });
  });

  it("raises one alert for an event that comes in twice", async () => {
    const t = setup();
    const alerts: string[] = [];
    for (const minutes of [0, 50]) {
      vi.setSystemTime(NOON + minutes * 60_000);
      await t.mutation(internal.agent.functions.feed, {
        type: "news",
        content: "The boiler is dead.",
        impact: "high",
      });
      const { done } = await journalTick(t);
      if (done.kind === "done") alerts.push(...done.artifacts.map(({ type }) => type));
    }
    expect(alerts).toEqual(["alert"]);
  });

  it("stores news that came in twice as one memory", async () => {
    const t = setup();
    await feed(t, "The ferry Aurora is back in service.");
    await journalTick(t);
    vi.setSystemTime(NOON + 60 * 60_000);
    await feed(t, "The ferry Aurora is back in service.");
    const { shown } = await journalTick(t);
    expect(shown.situation.memories).toHaveLength(1);
    expect(await memories(t)).toHaveLength(1);
  });

  it("stores nothing more if it finishes a second time", async () => {
    const t = setup();
    await feed(t, "The ferry Aurora is back in service.");
    const { tickId, shown } = await journalTick(t);
    expect(await finishByJournal(t, tickId, shown)).toEqual({ kind: "lost" });
    expect(await memories(t)).toHaveLength(1);
  });

  it("without a model quotes a memory that bears on an event, with its date, and reinforces it", async () => {
    const t = setup();
    const ferry = "The ferry Aurora was taken out of service for repairs.";
    for (const content of [ferry, "Bread rises best overnight."])
      await t.mutation(internal.memories.functions.store, { type: "semantic", content });
    const before = await memories(t);
    vi.setSystemTime(NOON + 3 * 60 * 60_000);
    await feed(t, "The ferry Aurora is back in service.");
    const { shown, done } = await journalTick(t);
    expect(shown.situation.memories.map(({ content, own }) => [content, own])).toEqual([[ferry, false]]);
    expect(done).toMatchObject({ detail: expect.stringContaining(`Related, from 1 June 2026: “${ferry}”`) });
    const ofFerry = (kept: typeof before) => kept.find(({ content }) => content === ferry);
    const after = await memories(t);
    expect(ofFerry(after)?.lastAccessedAt).toBe(Date.now());
    expect(ofFerry(after)?.salience).toBeGreaterThan(ofFerry(before)?.salience ?? 1);
    expect(ofFerry(after)?.importance).toBe(ofFerry(before)?.importance);
  });

  it("counts an access to the memories that the model used, and to no others", async () => {
    const t = setup();
    for (const content of ["The ferry sails at nine.", "The ferry has a new bell."])
      await t.mutation(internal.memories.functions.store, { type: "semantic", content });
    vi.setSystemTime(NOON + 3 * 60 * 60_000);
    await feed(t, "The ferry sails at ten now.");
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    const [used, unused] = shown.memoryIds;
    await finishBy(t, tickId, shown, { ...ANSWER, usedMemories: [1] });
    const accessed = new Map((await memories(t)).map(({ _id, lastAccessedAt }) => [_id, lastAccessedAt]));
    expect(accessed.get(used ?? fail())).toBe(Date.now());
    expect(accessed.get(unused ?? fail())).toBeLessThan(Date.now());
  });

  it("without events recalls the most important of the newest memories", async () => {
    const t = setup();
    const store = (content: string, importance: number) =>
      t.mutation(internal.memories.functions.store, { type: "episodic", content, importance });
    for (const [i, content] of ["It rained.", "It snowed.", "It hailed."].entries())
      await store(content, 0.1 * (i + 1));
    await store("Ada promised to mend the bell.", 0.9);
    const { shown } = await journalTick(t);
    expect(shown.situation.memories.map(({ content }) => content)).toEqual([
      "Ada promised to mend the bell.",
      "It hailed.",
      "It snowed.",
    ]);
  });

  it("recalls equal memories once", async () => {
    const t = setup();
    const texts = [
      "Ada promised to mend the bell.",
      "ada promised to mend the bell",
      "The bell cracked in May.",
    ];
    for (const content of texts)
      await t.mutation(internal.memories.functions.store, { type: "episodic", content, importance: 0.9 });
    const quiet = await journalTick(t);
    expect(quiet.shown.situation.memories).toHaveLength(2);
    await feed(t, "Nobody but Ada can mend the cracked bell.");
    const called = await journalTick(t);
    expect(called.shown.situation.memories).toHaveLength(2);
  });

  it("recalls other memories beside one that was stored twenty times", async () => {
    const t = setup();
    await t.mutation(internal.memories.functions.store, {
      type: "episodic",
      content: "Ada locked the bell tower after the storm.",
    });
    for (let told = 0; told < 20; told += 1)
      await t.mutation(internal.memories.functions.store, {
        type: "episodic",
        content: "Who has the key of the bell tower?",
      });
    await feed(t, "Who has the key of the bell tower?");
    const { memories: recalled } = (await journalTick(t)).shown.situation;
    expect(recalled.map(({ content }) => content)).toEqual([
      "Who has the key of the bell tower?",
      "Ada locked the bell tower after the storm.",
    ]);
  });

  it("stores no memory if it fails", async () => {
    const t = setup();
    await feed(t, "The ferry Aurora is back in service.");
    await t.mutation(internal.tick.functions.fail, {
      tickId: await begun(t),
      reason: "HTTP 500",
      fault: "provider",
    });
    expect(await memories(t)).toEqual([]);
  });
});

function fail(): never {
  throw new Error("too few memories were recalled");
}
