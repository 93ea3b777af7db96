/** What a tick knows about the memories and documents stored since the last one. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../_generated/api";
import { put } from "../../test/functions/knowledge";
import { post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import { begun, feed, finishByJournal, gathered } from "../../test/functions/ticks";

const NOON = Date.UTC(2026, 5, 1, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  return () => vi.useRealTimers();
});

describe("a memory or document stored since the last tick", () => {
  const store = (t: App, content: string) =>
    t.mutation(internal.memories.functions.store, { type: "semantic", content, confidence: 0.8 });

  async function tick(t: App) {
    vi.setSystemTime(Date.now() + 5 * 60_000);
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    const done = await finishByJournal(t, tickId, shown);
    if (done.kind !== "done") throw new Error("the tick was lost");
    return { given: shown.situation.given, detail: done.detail };
  }

  it("is counted by one tick, including the first", async () => {
    const t = setup({ AUTONOMY: "off" });
    await store(t, "Ada mends the bell.");
    expect((await tick(t)).given).toEqual({ memories: 1, documents: 0 });
    expect((await tick(t)).given).toEqual({ memories: 0, documents: 0 });
    vi.setSystemTime(Date.now() + 60_000);
    await store(t, "Ben paints the door.");
    await store(t, "Cleo waters the beans.");
    await put(t, { title: "Timetable", content: "The ferry leaves at nine." });
    const { given, detail } = await tick(t);
    expect(given).toEqual({ memories: 2, documents: 1 });
    expect(detail).toContain("two memories and one document");
    vi.setSystemTime(Date.now() + 60_000);
    await put(t, { title: "Timetable", content: "The ferry leaves at ten." });
    expect((await tick(t)).given).toEqual({ memories: 0, documents: 1 });
  });

  it("is counted by one tick even after the clock was set back", async () => {
    const t = setup({ AUTONOMY: "off" });
    await store(t, "Ada mends the bell.");
    await put(t, { title: "Timetable", content: "The ferry leaves at nine." });
    await tick(t);
    await tick(t);
    vi.setSystemTime(NOON - 30 * 24 * 3_600_000);
    await store(t, "Ben paints the door.");
    await put(t, { title: "Menu", content: "Soup is served at noon." });
    expect((await tick(t)).given).toEqual({ memories: 1, documents: 1 });
    expect((await tick(t)).given).toEqual({ memories: 0, documents: 0 });
    await feed(t, "The ferry Aurora is back in service.");
    await feed(t, "The lighthouse keeper has retired.");
    await tick(t);
    await store(t, "Cleo waters the beans.");
    expect((await tick(t)).given).toEqual({ memories: 1, documents: 0 });
  });

  it("is not counted if the agent learned or concluded it itself", async () => {
    const t = setup({ AUTONOMY: "off" });
    await tick(t);
    await feed(t, "The ferry Aurora is back in service.");
    await tick(t);
    vi.setSystemTime(Date.now() + 60_000);
    await post(t, "/memories/reflect", {}, { Authorization: `Bearer ${TICK_TOKEN}` });
    const own = await t.run((ctx) =>
      ctx.db
        .query("memories")
        .withIndex("by_author", (q) => q.eq("author", "self"))
        .take(9),
    );
    expect(own).toHaveLength(1);
    expect((await tick(t)).given).toEqual({ memories: 0, documents: 0 });
  });
});
