/** How a tick reads events that came in repeatedly, or more than fit into it. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { modelServer, newModel } from "../../test/support/model";
import type { ModelServer } from "../../test/support/model-server";
import { internal } from "../_generated/api";
import { tickPrompt } from "../../mind/prompts/tick";
import type { App } from "../../test/functions/requests";
import { TICK_TOKEN, setup } from "../../test/functions/setup";
import { begun, feed, finishBy, gathered } from "../../test/functions/ticks";

let provider: ModelServer;
beforeAll(async () => {
  provider = await modelServer();
});
beforeEach(() => provider.reset());

describe("a tick with more to read than fits", () => {
  const thinking = () =>
    setup({ LLM_API_KEY: "any", LLM_BASE_URL: "http://127.0.0.1:9", LLM_MODEL: newModel() });
  const pending = (t: App) =>
    t.run(async (ctx) =>
      (await ctx.db.query("events").take(100)).flatMap(({ consumedBy, content }) =>
        consumedBy === null ? [content.slice(0, 9)] : [],
      ),
    );

  it("reads notes whole, and leaves the rest of a long text to the next ticks", async () => {
    const t = thinking();
    const question = "Which of the two boats is to be painted first?";
    const note = `${"Much has happened at the yard. ".repeat(120)}${question}`;
    const texts = ["First", "Second"].map(
      (name) => `${name}. ${"The tide came and went. ".repeat(600)}${name}!`,
    );
    for (const text of texts) await feed(t, text);
    await t.mutation(internal.tick.wake.wake, { note, priority: "high", triggerTick: false });
    const seen: string[] = [];
    const ticks: number[] = [];
    while ((await pending(t)).length > 0) {
      const tickId = await begun(t);
      const shown = await gathered(t, tickId);
      const { user } = tickPrompt(shown.situation);
      seen.push(user);
      ticks.push(shown.eventIds.length);
      await finishBy(t, tickId, shown);
    }
    expect(seen[0]).toContain(question);
    expect(ticks).toEqual([2, 2, 1, 1]);
    const read = seen.join("\n");
    for (const text of texts) expect(read).toContain(text.slice(-20));
    expect(read.match(/The tide came and went\./g)?.length).toBeGreaterThanOrEqual(1_196);
  });

  it("consumes the events that it was shown, even if more urgent ones came in meanwhile", async () => {
    const t = thinking();
    await t.run(async (ctx) => {
      const source = { kind: "feed", type: "news", impact: "low" } as const;
      const about = {
        source,
        sentiment: 0,
        novelty: 1,
        repeats: 0,
        receivedAt: 1,
        rank: 1,
        consumedBy: null,
        scope: "",
      };
      for (let i = 0; i < 64; i += 1) await ctx.db.insert("events", { ...about, content: `${i} gulls` });
    });
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    for (let i = 0; i < 3; i += 1)
      await t.mutation(internal.tick.wake.wake, {
        note: `Urgent ${i}`,
        priority: "high",
        triggerTick: false,
      });
    expect(shown.eventIds).toHaveLength(64);
    await finishBy(t, tickId, shown);
    expect(await pending(t)).toEqual(["Urgent 0", "Urgent 1", "Urgent 2"]);
  });
});

describe("a news item that came in twice", () => {
  it("is shown to the model once, and an answer that cites it rests on both events", async () => {
    const t = setup({ LLM_API_KEY: "any", LLM_BASE_URL: provider.baseUrl, LLM_MODEL: newModel() });
    for (const content of ["The ferry is late.", "Soup is served.", "The ferry is late."])
      await feed(t, content);
    const ferry = { type: "episodic", content: "The ferry is late.", importance: 0.5, basedOn: [1] };
    await provider.set([
      { kind: "fills", value: { basedOn: [1], memories: [ferry], usedMemories: [], usedPassages: [] } },
    ]);
    const answer = await t.fetch("/tick", {
      method: "POST",
      headers: { Authorization: `Bearer ${TICK_TOKEN}` },
    });
    expect(answer.status).toBe(200);
    const [call] = await provider.calls({ route: "chat" });
    expect(JSON.stringify(call).split("The ferry is late.")).toHaveLength(2);
    const { basedOn, events, memories } = await t.run(async (ctx) => ({
      basedOn: (await ctx.db.query("ticks").order("desc").first())?.used?.events,
      events: await ctx.db.query("events").take(5),
      memories: await ctx.db.query("memories").take(5),
    }));
    expect(basedOn).toEqual([events[0]?._id, events[2]?._id]);
    expect(memories.map(({ metadata }) => metadata)).toEqual([expect.stringContaining("two news items")]);
  });
});
