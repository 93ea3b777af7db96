/** Ticks that fail over their events: the next ones read fewer, until the cause is found and quarantined. */
import type { Infer } from "convex/values";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { modelServer, newModel } from "../../test/support/model";
import type { ModelServer } from "../../test/support/model-server";
import { internal } from "../_generated/api";
import type * as Tick from "./validators";
import type { App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import { begun, feed, finishByJournal, gathered } from "../../test/functions/ticks";

let provider: ModelServer;
beforeAll(async () => {
  provider = await modelServer();
});
beforeEach(() => provider.reset());

const pendingEvents = (t: App) =>
  t.run(
    async (ctx) =>
      (await ctx.db.query("events").take(100)).filter(({ consumedBy }) => consumedBy === null).length,
  );

/** An app that asks the provider of these tests, for a model of its own. */
function withProvider() {
  return setup({
    AUTONOMY: "off",
    LLM_API_KEY: "any",
    LLM_BASE_URL: provider.baseUrl,
    LLM_MODEL: newModel(),
  });
}

describe("the ticks after a failure", () => {
  const failedBy = async (t: App, fault: Infer<typeof Tick.fault>) => {
    const tickId = await begun(t);
    const { eventIds } = await gathered(t, tickId);
    await t.mutation(internal.tick.functions.fail, { tickId, reason: "HTTP 400", fault, eventIds });
    return { eventIds, tickId };
  };
  const fail = (t: App) => failedBy(t, "own");
  const succeed = async (t: App) => {
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    await finishByJournal(t, tickId, shown);
    return shown.eventIds;
  };

  it("each read half as many events as the last, until one succeeds", async () => {
    const t = setup({ AUTONOMY: "off" });
    for (const boat of ["Gannet", "Heron", "Egret", "Plover"]) await feed(t, `The ${boat} is in.`);
    expect((await fail(t)).eventIds).toHaveLength(4);
    expect((await fail(t)).eventIds).toHaveLength(2);
    expect(await succeed(t)).toHaveLength(1);
    expect(await succeed(t)).toHaveLength(2);
    expect(await succeed(t)).toHaveLength(1);
  });

  it("quarantine and record the event that fails alone while ticks without it succeed", async () => {
    const t = setup({ AUTONOMY: "off" });
    await feed(t, "The Gannet is in.");
    await feed(t, "The Heron is in.");
    await fail(t);
    const { eventIds } = await fail(t);
    expect(await succeed(t)).toEqual([]);
    expect((await fail(t)).eventIds).toEqual(eventIds);
    expect(await succeed(t)).toEqual([]);
    const { tickId } = await fail(t);
    const [poisoned] = eventIds;
    expect(await t.run((ctx) => ctx.db.get("ticks", tickId))).toMatchObject({ quarantined: poisoned });
    const [next] = await succeed(t);
    expect(next).not.toBe(poisoned);
    const events = await t.run((ctx) => ctx.db.query("events").collect());
    expect(events.map(({ content }) => content)).toEqual(["The Gannet is in.", "The Heron is in."]);
    expect(events.filter(({ quarantined }) => quarantined === true).map(({ _id }) => _id)).toEqual([
      poisoned,
    ]);
    expect(events.every(({ consumedBy }) => consumedBy !== null)).toBe(true);
  });

  it("blame no event if ticks without events fail as well", async () => {
    const t = setup({ AUTONOMY: "off" });
    await feed(t, "The Gannet is in.");
    for (let i = 0; i < 5; i += 1) await fail(t);
    await succeed(t);
    expect(await succeed(t)).toHaveLength(1);
  });

  it("read as many events as before if the provider fails whatever it is asked", async () => {
    const t = setup({ AUTONOMY: "off" });
    for (const boat of ["Gannet", "Heron"]) await feed(t, `The ${boat} is in.`);
    await failedBy(t, "provider");
    expect(await succeed(t)).toHaveLength(2);
  });

  it("read as many events as before if the cause was a write conflict", async () => {
    const t = setup({ AUTONOMY: "off" });
    for (const boat of ["Gannet", "Heron"]) await feed(t, `The ${boat} is in.`);
    await failedBy(t, "contention");
    expect(await succeed(t)).toHaveLength(2);
  });

  it("prove nothing against an event if they succeeded without asking the model", async () => {
    const t = setup({ AUTONOMY: "off", LLM_API_KEY: "any-key", LLM_BASE_URL: "http://127.0.0.1:9" });
    await feed(t, "The Gannet is in.");
    await failedBy(t, "asked");
    for (let i = 0; i < 4; i += 1) {
      expect((await failedBy(t, "asked")).eventIds).toHaveLength(1);
      expect(await succeed(t)).toEqual([]);
    }
    expect(await succeed(t)).toHaveLength(1);
  });

  it("quarantine only the event that the provider refuses while it answers the rest", async () => {
    const t = withProvider();
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    onTestFinished(() => void vi.restoreAllMocks());
    const error = { message: "The prompt was filtered.", code: "content_filter" };
    await provider.set([{ kind: "status", status: 400, containing: "BARNACLE", body: { error } }]);
    const bad = { type: "news" as const, content: "BARNACLE sank, a disaster.", impact: "high" as const };
    await t.mutation(internal.agent.functions.feed, bad);
    for (const what of ["Gannet", "Heron"]) await feed(t, `The ${what} is in.`);
    const headers = { Authorization: `Bearer ${TICK_TOKEN}` };
    const statuses: number[] = [];
    while ((await pendingEvents(t)) > 0 && statuses.length < 12)
      statuses.push((await t.fetch("/tick", { method: "POST", headers })).status);
    expect(statuses).toEqual([502, 502, 502, 200, 502, 200, 502, 200, 200]);
    expect(told.mock.calls.flat().join()).toContain("an event that makes ticks fail was quarantined");
    const events = await t.run((ctx) => ctx.db.query("events").collect());
    expect(events.map(({ quarantined }) => quarantined)).toEqual([true, undefined, undefined]);
    // Bad news ends in an alert although no tick could read it.
    const artifacts = await t.run((ctx) => ctx.db.query("artifacts").collect());
    const telling = artifacts.filter(({ content }) => content.includes(`“${bad.content}”`));
    expect(telling.map(({ type }) => type)).toEqual(["alert"]);
  });

  it("quarantine no event in an outage, even if the provider then refuses each prompt", async () => {
    const t = withProvider();
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    onTestFinished(() => void vi.restoreAllMocks());
    for (const boat of ["Gannet", "Heron"]) await feed(t, `The ${boat} is in.`);
    await provider.set([{ kind: "status", status: 400 }]);
    const headers = { Authorization: `Bearer ${TICK_TOKEN}` };
    for (let i = 0; i < 7; i += 1)
      expect((await t.fetch("/tick", { method: "POST", headers })).status).toBe(502);
    expect(await pendingEvents(t)).toBe(2);
    await provider.reset();
    while ((await pendingEvents(t)) > 0) await t.fetch("/tick", { method: "POST", headers });
    const events = await t.run((ctx) => ctx.db.query("events").collect());
    expect(events.map(({ quarantined }) => quarantined)).toEqual([undefined, undefined]);
  });
});
