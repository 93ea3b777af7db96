/** The knowledge that a tick is shown, and the part that its words draw on. A model is asked over real HTTP. */
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { modelServer, newModel } from "../../test/support/model";
import type { ModelServer } from "../../test/support/model-server";
import { internal } from "../_generated/api";
import { currentSettings } from "../lib/currentSettings";
import { vectorBytes } from "../../mind/ranking/packedVectors";
import * as NewMemory from "../memories/newMemory";
import * as Vectors from "../embeddings/vectors";
import type { Env } from "../lib/settings";
import { post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import { ANSWER, begun, feed, finishBy, finishByJournal, gathered } from "../../test/functions/ticks";
import { axis, know, UNSEARCHABLE } from "../../test/functions/vectors";

const NEWS = "The ferry to the island leaves late on Sundays.";
const TIMETABLE = "# Summer\n\nThe ferry to the island leaves at nine. On Sundays it leaves at ten.";
const RULES = "On the ferry to the island dogs are kept on a lead.";

/** An agent with two documents about the ferry, one about something else, and a pending news item about the ferry. */
async function withKnowledge(env: Env = {}): Promise<App> {
  const t = setup(env);
  await post(t, "/knowledge", { title: "Ferry timetable", source: "harbour office", content: TIMETABLE });
  await post(t, "/knowledge", { title: "Rules on board", content: RULES });
  await post(t, "/knowledge", { title: "Recipes", content: "Boil the potatoes for twenty minutes." });
  await feed(t, NEWS);
  return t;
}

const lastTick = (t: App) => t.run((ctx) => ctx.db.query("ticks").order("desc").first());
const itemOf = async (t: App, title: string) =>
  (await t.run((ctx) => ctx.db.query("knowledge").take(10))).find((item) => item.title === title)?._id;

describe("a tick", () => {
  it("is shown the knowledge that bears on its events, one passage per item", async () => {
    const t = await withKnowledge();
    const { situation, knowledgeIds } = await gathered(t, await begun(t));
    expect(situation.knowledge).toEqual([
      {
        title: "Ferry timetable",
        source: "harbour office",
        text: TIMETABLE,
        updatedAt: expect.any(Number),
        similarity: expect.any(Number),
        recalledBy: [{ event: 1, similarity: expect.any(Number) }],
      },
      {
        title: "Rules on board",
        text: RULES,
        updatedAt: expect.any(Number),
        similarity: expect.any(Number),
        recalledBy: [{ event: 1, similarity: expect.any(Number) }],
      },
    ]);
    expect(knowledgeIds).toEqual([await itemOf(t, "Ferry timetable"), await itemOf(t, "Rules on board")]);
  });

  it("records each item that its words draw on once, and none that it was not shown", async () => {
    const t = await withKnowledge();
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    await finishBy(t, tickId, shown, { ...ANSWER, usedPassages: [2, 2, 3] });
    expect(await lastTick(t)).toMatchObject({
      used: { knowledge: [await itemOf(t, "Rules on board")] },
    });
  });

  it("looks up what a note asks, however much else came in", async () => {
    const t = await withKnowledge();
    for (const news of ["A storm at sea.", "A festival in town.", "An election.", "A new bridge."])
      await t.mutation(internal.agent.functions.feed, { type: "news", content: news, impact: "high" });
    await post(t, "/wake", { note: "For how many minutes are potatoes boiled?", priority: "low" });
    const tickId = await begun(t);
    const done = await finishByJournal(t, tickId, await gathered(t, tickId));
    expect(done).toMatchObject({
      detail: expect.stringMatching(/“Recipes”.*“Boil the potatoes for twenty minutes.”/),
    });
    expect((await lastTick(t))?.used?.knowledge).toContain(await itemOf(t, "Recipes"));
  });
});

describe("the model of a tick", () => {
  let provider: ModelServer;
  beforeAll(async () => {
    provider = await modelServer();
  });
  beforeEach(() => provider.reset());

  const withModel = () => ({ LLM_API_KEY: "any", LLM_BASE_URL: provider.baseUrl, LLM_MODEL: newModel() });
  const tick = (t: App) =>
    t.fetch("/tick", { method: "POST", headers: { Authorization: `Bearer ${TICK_TOKEN}` } });
  const uses = (usedPassages: readonly number[]) =>
    provider.set([{ kind: "fills", value: { basedOn: [1], memories: [], usedMemories: [], usedPassages } }]);

  it("names the passages that it used by their numbers", async () => {
    const t = await withKnowledge(withModel());
    await uses([1]);
    expect((await tick(t)).status).toBe(200);
    expect((await lastTick(t))?.used?.knowledge).toEqual([await itemOf(t, "Ferry timetable")]);
  });

  it("is not asked again over a number that it was not shown, which is ignored", async () => {
    const t = await withKnowledge(withModel());
    await uses([1, 3]);
    expect((await tick(t)).status).toBe(200);
    expect((await lastTick(t))?.used?.knowledge).toEqual([await itemOf(t, "Ferry timetable")]);
    expect(await provider.calls({ route: "chat", containing: "usedPassages" })).toHaveLength(1);
  });

  it("is shown hits of vector search only if they belong to a present query of the tick", async () => {
    const model = newModel();
    const t = setup({
      EMBEDDING_API_KEY: "any",
      EMBEDDING_BASE_URL: provider.baseUrl,
      EMBEDDING_MODEL: model,
    });
    const vectorId = await t.run(async (ctx) => {
      const settings = currentSettings();
      const told = { type: "semantic" as const, content: "Gannets circled.", confidence: 0.8 };
      const { documentId } = await NewMemory.createMemory(ctx, Date.now(), settings, {
        ...told,
        author: "world",
      });
      await Vectors.put(ctx, settings, model, [{ documentId, vector: axis(0) }]);
      return (await ctx.db.query("vectors").first())?._id;
    });
    if (vectorId === undefined) throw new Error("the vector was not kept");
    await feed(t, "Sea birds are back.");
    const memory = { model, vector: vectorBytes(axis(0)), hits: [[vectorId]] };
    const shown = async (query: string) => {
      const hits = [{ query, memory, knowledge: null }];
      const { situation } =
        (await t.query(internal.tick.functions.gather, { tickId, now: Date.now(), hits })) ?? {};
      return situation?.memories.map(({ content }) => content);
    };
    const tickId = await begun(t);
    expect(await shown("Sea birds are back.")).toEqual(["Gannets circled."]);
    expect(await shown("A query for nothing that came in.")).toEqual([]);
  });

  it("is shown passages and memories found by words if vectors can't be searched", async () => {
    const model = newModel();
    const t = await withKnowledge({
      ...withModel(),
      EMBEDDING_API_KEY: "any",
      EMBEDDING_BASE_URL: provider.baseUrl,
      EMBEDDING_MODEL: model,
    });
    await post(t, "/memories/store", { type: "semantic", content: "The ferry to the island is often late." });
    await know(t, model, NEWS, UNSEARCHABLE);
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    onTestFinished(() => warned.mockRestore());
    expect((await tick(t)).status).toBe(200);
    expect(warned.mock.calls.flat().join()).toContain("vectors were not searched");
    const [call] = await provider.calls({ route: "chat" });
    for (const shown of ["is often late", "On Sundays it leaves at ten", "dogs are kept on a lead"])
      expect(call?.text).toContain(shown);
    expect(await lastTick(t)).toMatchObject({
      outcome: "succeeded",
      shown: {
        events: [expect.anything()],
        memories: [expect.anything()],
        knowledge: [expect.anything(), expect.anything()],
      },
    });
  });
});
