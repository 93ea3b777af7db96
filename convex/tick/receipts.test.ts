/** Receipts: what a tick was shown, did and cost, as GET /ticks shows it. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { modelServer, newModel } from "../../test/support/model";
import type { ModelServer } from "../../test/support/model-server";
import { internal } from "../_generated/api";
import { expectFailure, type App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import { PROMPT_VERSION } from "../../mind/prompts/version";

let provider: ModelServer;
beforeAll(async () => {
  provider = await modelServer();
});
beforeEach(() => provider.reset());

const answer = {
  summary: "The ferry is out of service after a collision.",
  detail: "A ferry hit the pier; the fleet is smaller.",
  ...{ remark: null, artifacts: [], memories: [], basedOn: [1], usedMemories: [], usedPassages: [] },
  sentiments: [],
  reminders: [],
  pins: [],
  ...{ mood: "concerned", valence: -3, arousal: 0.7, curiosity: 0.4, confidence: 0.8 },
};

const withModel = (model = newModel()) =>
  setup({ LLM_API_KEY: "any", LLM_BASE_URL: provider.baseUrl, LLM_MODEL: model, AUTONOMY: "off" });

async function run(t: App) {
  const begun = await t.mutation(internal.tick.functions.begin, { trigger: "manual" });
  if (begun.kind !== "begun") throw new Error("the tick did not begin");
  await t.action(internal.tick.run.complete, { tickId: begun.tickId, run: begun.run });
  const receipt = await t.query(internal.tick.queries.receipt, { id: begun.tickId });
  if (receipt === null) throw new Error("the tick has no receipt");
  return receipt;
}

const feed = (t: App, content: string, fields: { impact?: "high"; sentiment?: number } = {}) =>
  t.mutation(internal.agent.functions.feed, { type: "news", impact: "medium", content, ...fields });
const wake = (t: App, note: string) =>
  t.mutation(internal.tick.wake.wake, { note, priority: "normal", triggerTick: false });
const list = (t: App, filter: object = {}) =>
  t.query(internal.tick.queries.list, { limit: 10, offset: 0, ...filter });

describe("the receipt of a tick that asked the model", () => {
  it("lists what was read and written, the cost of the call, and every clamp", async () => {
    const model = newModel();
    const t = withModel(model);
    await feed(t, "A ferry collided with the pier.");
    await wake(t, "Is the ferry all right?");
    const replies = [{ note: 1, text: "No: it collided with the pier." }];
    await provider.set([{ kind: "fills", value: { ...answer, replies } }]);
    const receipt = await run(t);
    expect(receipt).toMatchObject({
      ...{ outcome: "succeeded", trigger: "manual", author: "model", summary: answer.summary },
      model: { name: model, promptVersion: PROMPT_VERSION, calls: 1, repaired: false },
      counts: { events: 2, artifacts: 0, replies: 1 },
      affect: { proposed: { valence: -1, mood: "concerned" }, before: { health: 100 } },
    });
    expect(receipt.events.map(({ content }) => content).sort()).toEqual([
      "A ferry collided with the pier.",
      "Is the ferry all right?",
    ]);
    expect(receipt.shown?.events).toEqual(receipt.events.map(({ _id }) => _id));
    expect(receipt.replies).toHaveLength(1);
    const rules = receipt.affect?.clamps.filter(({ field }) => field === "valence").map(({ asked }) => asked);
    // Clamped to its range, then to what one tick may change.
    expect(rules).toEqual([-3, -1]);
    const [log] = (await t.query(internal.agent.queries.logs, { limit: 1, offset: 0 })).logs;
    expect(log).toMatchObject({ tickId: receipt._id, health: receipt.affect?.applied.health });
  });

  it("says whether the answer was repaired, and counts the calls of a failed tick", async () => {
    const t = withModel();
    await feed(t, "A ferry collided with the pier.");
    await provider.set([
      { kind: "says", text: "no JSON", times: 1 },
      { kind: "fills", value: answer },
    ]);
    expect((await run(t)).model).toMatchObject({ repaired: true, calls: 2 });
    await provider.set([{ kind: "status", status: 400 }]);
    const failed = await run(t);
    expect(failed).toMatchObject({ outcome: "failed", error: expect.any(String), counts: { events: 0 } });
    expect(failed.model?.calls).toBeGreaterThan(0);
    expect((await list(t)).ticks.map(({ outcome }) => outcome)).toEqual(["failed", "succeeded"]);
  });
});

describe("the sentiment of an event", () => {
  const praise = "Great, wonderful, happy news: the ferry only killed the competition.";

  it("can be corrected by the model within bounds, as the receipt says", async () => {
    const t = withModel();
    await feed(t, praise, { impact: "high" });
    const before = (await t.query(internal.agent.queries.explanation, {})).health.value;
    await provider.set([
      { kind: "fills", value: { ...answer, sentiments: [{ event: 1, sentiment: -0.9 }] } },
    ]);
    const receipt = await run(t);
    const [event] = receipt.events;
    const from = expect.any(Number) as number;
    expect(receipt.affect?.corrections).toEqual([{ eventId: event?._id, from, to: -0.9 }]);
    expect(receipt.affect?.applied.health).toBeLessThan(before);
    expect(receipt.affect?.applied.health).toBeGreaterThanOrEqual(before - 12);
    // An alert is due if either the words or the model call the event bad.
    expect(receipt.artifacts.map(({ type }) => type)).toEqual(["alert"]);
  });

  it("can't be corrected if its sender stated it", async () => {
    const t = withModel();
    await feed(t, praise, { impact: "high", sentiment: -0.5 });
    await provider.set([{ kind: "fills", value: { ...answer, sentiments: [{ event: 1, sentiment: 1 }] } }]);
    const receipt = await run(t);
    expect(receipt.affect?.corrections).toEqual([]);
    expect(receipt.artifacts.map(({ type }) => type)).toEqual(["alert"]);
    expect(await t.run((ctx) => ctx.db.query("events").first())).toMatchObject({ sentiment: -0.5 });
  });

  it("still raises an alert for bad words if the model corrects it to a good one", async () => {
    const t = withModel();
    await feed(t, "A horrible, tragic ferry disaster killed many people.", { impact: "high" });
    await provider.set([{ kind: "fills", value: { ...answer, sentiments: [{ event: 1, sentiment: 1 }] } }]);
    expect((await run(t)).artifacts.map(({ type }) => type)).toEqual(["alert"]);
  });
});

describe("GET /ticks", () => {
  it("filters by trigger and outcome with exact totals, and includes running ticks", async () => {
    const t = setup();
    await run(t);
    await t.mutation(internal.tick.functions.begin, { trigger: "wake" });
    expect((await list(t)).ticks.map(({ outcome }) => outcome)).toEqual(["running", "succeeded"]);
    expect(await list(t, { outcome: "running" })).toMatchObject({ total: 1, ticks: [{ trigger: "wake" }] });
    expect(await list(t, { trigger: "manual" })).toMatchObject({ total: 1, hasMore: false });
    expect(await list(t, { trigger: "start" })).toMatchObject({ total: 0, ticks: [] });
  });

  it("says why the journal wrote a tick", async () => {
    expect(await run(setup())).toMatchObject({ author: "reflex", skipped: "no model is configured" });
  });

  it("answers 404 for an unknown id and for an id of another table", async () => {
    const t = setup();
    await feed(t, "A ship came in.");
    const [event] = await t.run((ctx) => ctx.db.query("events").take(1));
    for (const id of ["nothing", event?._id ?? ""])
      await expectFailure(await t.fetch(`/ticks/${id}`), 404, "NOT_FOUND");
  });
});
