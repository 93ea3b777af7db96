/** If a text is erased while the model is asked about it, the work does not write the text back. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FERRY, store } from "../../test/functions/consolidation";
import { send, tablesWith } from "../../test/functions/corrections";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import { modelServer, newModel } from "../../test/support/model";
import type { ModelServer } from "../../test/support/model-server";

const SECRET = "The Zorblat ferry to the island leaves at nine in the morning, says Quixmar.";
const asTick = { Authorization: `Bearer ${TICK_TOKEN}` };

let provider: ModelServer;
beforeAll(async () => {
  provider = await modelServer();
});
beforeEach(() => provider.reset());

const withModel = () =>
  setup({ LLM_API_KEY: "any", LLM_BASE_URL: provider.baseUrl, LLM_MODEL: newModel(), AUTONOMY: "off" });

/** Starts the work, erases the path while the model is asked, and lets the model answer. */
async function overtaken(t: App, work: () => Promise<Response>, path: string): Promise<Response> {
  await provider.hold();
  const answer = work();
  await provider.seen(1, { containing: "Zorblat" });
  expect((await send(t, "DELETE", path)).status).toBe(200);
  await provider.release();
  return await answer;
}

describe("an erasure while the model is asked", () => {
  it("makes the tick start again without the erased text", async () => {
    const t = withModel();
    const fed = await (await post(t, "/feed", { type: "news", content: SECRET })).json();
    await post(t, "/feed", { type: "news", content: "The pier was painted." });
    const response = await overtaken(t, () => post(t, "/tick", {}, asTick), `/events/${fed.feedId}`);
    expect(response.status).toBe(200);
    const { tickId } = await response.json();
    const receipt = await (await t.fetch(`/ticks/${tickId}`)).json();
    expect(receipt).toMatchObject({ outcome: "succeeded", author: "model", counts: { events: 1 } });
    expect(await tablesWith(t, "zorblat")).toEqual([]);
    expect((await (await t.fetch("/logs")).json()).total).toBe(1);
  });

  it("makes a reflection and a thought fail, and both succeed when they are requested again", async () => {
    const t = withModel();
    await store(t, FERRY);
    const reflect = () => post(t, "/memories/reflect", { type: "knowledge", focus: "Zorblat ferry" }, asTick);
    const [first = ""] = await store(t, [SECRET]);
    await expectFailure(await overtaken(t, reflect, `/memories/${first}`), 502, "INTERNAL_ERROR");
    await provider.reset();

    const [other = ""] = await store(t, ["Quixmar likes tea."]);
    const seeds = ["Zorblat ferries are red.", "A Zorblat ferry is fast."].map((content) => ({
      content,
      importance: 0.9,
    }));
    const think = () => post(t, "/consciousness/process", { seeds }, asTick);
    await expectFailure(await overtaken(t, think, `/memories/${other}`), 502, "INTERNAL_ERROR");
    expect(await tablesWith(t, "zorblat")).toEqual([]);
    expect((await reflect()).status).toBe(200);
    expect((await think()).status).toBe(200);
  });
});
