/** Rounds: which scope a tick reads next, and when another tick follows. */
import { describe, expect, it } from "vitest";
import { internal } from "../_generated/api";
import { post, type App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import { begun, finishByJournal, gathered } from "../../test/functions/ticks";
import type { Trigger } from "../../mind/enums";
import * as Rounds from "./rounds";

/** Autonomy is off, so that the test takes each step itself. */
const app = () => setup({ AUTONOMY: "off" });
const next = (t: App, autonomy = true) => t.run((ctx) => Rounds.nextTrigger(ctx, { autonomy }));
const feed = (t: App, scope: string, content: string) => post(t, "/feed", { scope, type: "custom", content });
const wake = (t: App, scope: string, more: object = {}) =>
  post(t, "/wake", { scope, note: "Hello.", ...more });

/** Runs a tick. Returns the scope that it read. */
async function ticked(t: App, trigger: Trigger): Promise<string | undefined> {
  const begun = await t.mutation(internal.tick.functions.begin, { trigger });
  if (begun.kind !== "begun") throw new Error(`the tick is ${begun.kind}`);
  const shown = await gathered(t, begun.tickId);
  await finishByJournal(t, begun.tickId, shown);
  return shown.situation.scope;
}

/** The scopes that a whole round reads, in order. */
async function round(t: App): Promise<(string | undefined)[]> {
  const read = [await ticked(t, "manual")];
  for (let trigger = await next(t); trigger !== null; trigger = await next(t))
    read.push(await ticked(t, trigger));
  return read;
}

describe("a round", () => {
  it("reads each waiting scope once, that of the oldest event first", async () => {
    const t = app();
    for (const scope of ["cy", "ana", "cy", "bo"]) await feed(t, scope, `Something for ${scope}.`);
    expect(await round(t)).toEqual(["cy", "ana", "bo"]);
    expect(await ticked(t, "manual")).toBeUndefined();
  });

  it("reads scopes beyond the many events of one, and leaves the rest of those to the next round", async () => {
    const t = app();
    await t.run(async (ctx) => {
      const source = { kind: "feed", type: "custom", impact: "low" } as const;
      const about = { source, sentiment: 0, novelty: 1, repeats: 0, rank: 1, consumedBy: null };
      for (let i = 0; i < 200; i++)
        await ctx.db.insert("events", { ...about, scope: "loud", content: `Event ${i}.`, receivedAt: i });
    });
    for (const scope of ["ana", "zoe"]) await feed(t, scope, "Only one.");
    expect(await round(t)).toEqual(["loud", "ana", "zoe"]);
    expect(await round(t)).toEqual(["loud"]);
  });

  it("has at most 32 ticks, and none while autonomy is off", async () => {
    const t = app();
    for (const scope of ["ana", "bo"]) await feed(t, scope, "One.");
    await ticked(t, "manual");
    expect([await next(t), await next(t, false)]).toEqual(["backlog", null]);
    const row = { trigger: "backlog", run: 1, startedAt: Date.now(), outcome: "succeeded" } as const;
    await t.run(async (ctx) => {
      for (let i = 1; i < 32; i++) await ctx.db.insert("ticks", row);
    });
    expect(await next(t)).toBeNull();
    expect(await ticked(t, "manual")).toBe("bo");
  });
});

describe("a note whose sender asked for a tick", () => {
  it("is read by the one that follows, before others, even if its scope has just been read", async () => {
    const t = app();
    await feed(t, "ana", "One.");
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    await feed(t, "bo", "Two.");
    const answer = await wake(t, "ana", { triggerTick: true, priority: "low" });
    expect(await answer.json()).toMatchObject({ tickTriggered: false });
    await finishByJournal(t, tickId, shown);
    expect(await next(t, false)).toBe("wake");
    expect(await ticked(t, "wake")).toBe("ana");
    expect(await next(t, false)).toBeNull();
    expect(await ticked(t, "backlog")).toBe("bo");
  });

  it("waits for the next scheduled tick or call after one that failed", async () => {
    const t = setup({ AUTONOMY: "on" });
    await feed(t, "ana", "One.");
    const tickId = await begun(t);
    await t.mutation(internal.tick.functions.fail, { tickId, reason: "none", fault: "provider" });
    const scheduled = await t.run((ctx) => ctx.db.system.query("_scheduled_functions").collect());
    expect(scheduled.filter(({ name }) => name.includes("beginNext"))).toEqual([]);
  });
});
