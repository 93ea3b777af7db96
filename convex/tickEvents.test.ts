/** What came in several times in the same words, as a tick shows it to a model, and what rests on it then. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { modelServer, newModel } from "../test/support/model";
import type { ModelServer } from "../test/support/model-server";
import { TICK_TOKEN, setup } from "./test.setup";
import { feed } from "./test.ticks";

describe("news that came in several times", () => {
  let provider: ModelServer;
  beforeAll(async () => {
    provider = await modelServer();
  });
  beforeEach(() => provider.reset());

  it("is shown to the model once, and all of it is what an answer rests on that names it", async () => {
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
      basedOn: (await ctx.db.query("ticks").order("desc").first())?.basedOn,
      events: await ctx.db.query("events").take(5),
      memories: await ctx.db.query("memories").take(5),
    }));
    expect(basedOn).toEqual([events[0]?._id, events[2]?._id]);
    expect(memories.map(({ metadata }) => metadata)).toEqual([expect.stringContaining("two news items")]);
  });
});
