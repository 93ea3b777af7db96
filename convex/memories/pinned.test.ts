/** Pinned memories: stored, listed, unpinned, and shown to every tick within their budget. */
import { describe, expect, it } from "vitest";
import { internal } from "../_generated/api";
import { send } from "../../test/functions/corrections";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import { ANSWER, begun, finishBy, gathered } from "../../test/functions/ticks";
import { tickPrompt } from "../../mind/prompts/tick";

/** Settings with a model, which these tests never ask. */
const app = () => setup({ AUTONOMY: "off", LLM_API_KEY: "any", LLM_BASE_URL: "http://127.0.0.1:9" });

async function store(
  t: App,
  content: string,
  fields: object = {},
  path = "/memories/store",
): Promise<string> {
  const response = await post(t, path, { type: "semantic", content, ...fields });
  expect(response.status).toBe(200);
  return (await response.json()).memoryId;
}

async function listed(t: App, query: string): Promise<string[]> {
  const { memories, total } = await (await t.fetch(`/memories${query}`)).json();
  expect(total).toBe(memories.length);
  return memories.map(({ _id }: { _id: string }) => _id);
}

describe("a pinned memory", () => {
  it("is marked, and listed by `pinned` along with other filters, until it is unpinned or erased", async () => {
    const t = app();
    const plain = await store(t, "The ferry leaves at nine.", { importance: 0.9 });
    const first = await store(t, "Ada is vegetarian.", { pinned: true, importance: 0.4 });
    const second = await store(t, "Answer in German.", { pinned: true, type: "procedural" });
    expect(await listed(t, "")).toEqual([second, first, plain]);
    expect(await listed(t, "?pinned=true")).toEqual([second, first]);
    expect(await listed(t, "?pinned=true&type=semantic")).toEqual([first]);
    expect(await listed(t, "?pinned=true&minImportance=0.9")).toEqual([]);
    expect(await (await t.fetch(`/memories/${first}`)).json()).toMatchObject({ pinned: true });
    expect(await (await t.fetch(`/memories/${plain}`)).json()).not.toHaveProperty("pinned");

    expect((await send(t, "PATCH", `/memories/${first}`, { pinned: false })).status).toBe(200);
    expect((await send(t, "PATCH", `/memories/${plain}`, { pinned: true })).status).toBe(200);
    expect(await listed(t, "?pinned=true")).toEqual([second, plain]);
    expect((await send(t, "DELETE", `/memories/${plain}`)).status).toBe(200);
    expect(await listed(t, "?pinned=true")).toEqual([second]);
  });

  it("stays pinned when it is reworded, and is pinned by a duplicate that asks for it", async () => {
    const t = app();
    const id = await store(t, "Ada is vegetarian.");
    await store(t, "Ada is vegetarian.", { pinned: true }, "/memories/store-dedup");
    expect(await listed(t, "?pinned=true")).toEqual([id]);
    await send(t, "PATCH", `/memories/${id}`, { content: "Ada is vegan now.", importance: 0.7 });
    expect(await listed(t, "?pinned=true&minImportance=0.7")).toEqual([id]);
  });

  it("can't be selected in a search, and the error says so", async () => {
    const t = app();
    const refused = await t.fetch("/memories?pinned=true&query=ferry");
    expect(await expectFailure(refused, 400, "VALIDATION_ERROR")).toContain("pinned");
  });

  it("is shown to every tick, once, in at most 2,000 characters for all", async () => {
    const t = app();
    const ferry = await store(t, "The ferry to the island leaves at nine.", { pinned: true });
    for (let i = 0; i < 14; i++) await store(t, `Standing wish ${i}: ${"x".repeat(400)}`, { pinned: true });
    await post(t, "/wake", { note: "When does the ferry to the island leave?" });
    const { situation, memoryIds } = await gathered(t, await begun(t));
    // Both recalled and not among the twelve newest.
    expect(memoryIds.filter((id) => id === ferry)).toHaveLength(1);
    expect(situation.memories.filter(({ pinned }) => pinned)).toHaveLength(13);
    const { user } = tickPrompt(situation);
    expect(user.match(/x/gu)?.length).toBeLessThanOrEqual(2_000);
    expect(user).toContain("The ferry to the island leaves at nine.");
  });

  it("may be proposed by the model, and then only the receipt shows it", async () => {
    const t = app();
    const id = await store(t, "Ada wants short answers.");
    await t.mutation(internal.agent.functions.feed, {
      type: "news",
      content: "Ada wants short answers.",
      impact: "low",
    });
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    await finishBy(t, tickId, shown, {
      ...ANSWER,
      pins: [shown.memoryIds.findIndex((one) => one === id) + 1],
    });
    const receipt = await (await t.fetch(`/ticks/${tickId}`)).json();
    expect(receipt.proposedPins).toEqual([id]);
    expect(await listed(t, "?pinned=true")).toEqual([]);
  });
});
