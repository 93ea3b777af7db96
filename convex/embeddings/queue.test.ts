/** The tasks of the embedding job: batches, refusals, outages, changed models and starts of the service. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Lease from "../leases/lease";
import { readSettings } from "../lib/settings";
import { store } from "../../test/functions/memories";
import type { App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import * as ProviderHealth from "./providerHealth";
import { OWNERS } from "../service/embeddingTasks";
import * as Queue from "./queue";
import { GRACE_MS } from "./vectors";

const NOON = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;
const KEY = { EMBEDDING_API_KEY: "any", EMBEDDING_MODEL: "plain" };
const settings = readSettings(KEY);
const keyless = readSettings({});

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  return () => vi.useRealTimers();
});

const within = <T>(t: App, body: (ctx: MutationCtx) => Promise<T>) => t.run((ctx) => body(ctx));
const claim = (t: App, now = NOON) => within(t, (ctx) => Queue.acquireRun(ctx, now, settings));
const next = (t: App, most = 32) => within(t, (ctx) => Queue.nextTask(ctx, NOON, settings, most, OWNERS));
const expiry = (t: App) => within(t, async (ctx) => (await Lease.read(ctx, "embeddings")).expiresAt);
const hold = (t: App) => within(t, (ctx) => Lease.acquire(ctx, "embeddings", NOON - 1));
const release = (t: App) => within(t, (ctx) => Lease.release(ctx, "embeddings"));
const row = (t: App) => within(t, (ctx) => ProviderHealth.read(ctx));
const set = (t: App, changes: Partial<ProviderHealth.ProviderState>) =>
  within(t, (ctx) => ProviderHealth.update(ctx, changes));
const waiting = (t: App) => within(t, (ctx) => ctx.db.query("embeddingQueue").collect());
const texts = (t: App) => within(t, (ctx) => ctx.db.query("searchDocuments").collect());
const scheduled = (t: App) =>
  within(t, async (ctx) =>
    (await ctx.db.system.query("_scheduled_functions").collect()).flatMap(({ name, state, scheduledTime }) =>
      state.kind === "pending" && name.startsWith("embeddings") ? [scheduledTime] : [],
    ),
  );

const look = (t: App) => t.mutation(internal.embeddings.functions.startRunIfDue, {});
const looks = (t: App) =>
  within(t, async (ctx) =>
    (await ctx.db.system.query("_scheduled_functions").collect()).flatMap(({ name, state, scheduledTime }) =>
      state.kind === "pending" && name.endsWith("startRunIfDue") ? [scheduledTime] : [],
    ),
  );

/** An app whose provider is known to work, with one queued memory due at each of these times. */
async function settled(...dueAt: number[]) {
  const t = setup(KEY);
  await set(t, { model: "plain", baselineCosine: 0, probeDue: false });
  for (const [i] of dueAt.entries()) await store(t, { content: `Number${i}.` });
  await within(t, async (ctx) => {
    for (const [i, one] of (await ctx.db.query("embeddingQueue").collect()).entries())
      await ctx.db.patch("embeddingQueue", one._id, { dueAt: dueAt[i] ?? 0 });
  });
  return t;
}

describe("what waits", () => {
  it("has the job look when the first text's grace is over, once for all stored until then", async () => {
    const t = await settled();
    await store(t, { content: "One." });
    const at = NOON + GRACE_MS;
    expect(await looks(t)).toEqual([at]);
    vi.setSystemTime(NOON + 3_000);
    await store(t, { content: "Two." });
    expect(await looks(t)).toEqual([at]);
  });

  it("has the job look again within 20 seconds, even if its action died, until nothing waits", async () => {
    const t = await settled(NOON);
    vi.setSystemTime(NOON + GRACE_MS);
    await look(t);
    expect(Math.max(...(await looks(t)))).toBe(NOON + GRACE_MS + 20_000);
    await release(t);
    await within(t, async (ctx) => {
      for (const { _id } of await ctx.db.query("embeddingQueue").collect())
        await ctx.db.delete("embeddingQueue", _id);
    });
    const before = await looks(t);
    vi.setSystemTime(NOON + MINUTE);
    await look(t);
    expect(await looks(t)).toEqual(before);
  });
});

describe("a run of the job", () => {
  it("begins where there is work and no other run", async () => {
    const t = await settled();
    expect(await claim(t)).toBe(false);
    const reasons: Partial<ProviderHealth.ProviderState>[] = [
      { probeDue: true },
      { baselineCosine: undefined },
      { backfilledTo: 0 },
      // The pause of an outage is over.
      { nextAttemptAt: NOON },
    ];
    for (const reason of reasons) {
      const before = await row(t);
      await set(t, reason);
      expect(await claim(t), JSON.stringify(reason)).toBe(true);
      expect(await expiry(t)).toBe(NOON + Lease.LEASE_MS.embeddings);
      expect(await claim(t)).toBe(false);
      expect(await claim(t, NOON + Lease.LEASE_MS.embeddings)).toBe(true);
      await release(t);
      await set(t, { ...before });
    }
    expect(await within(t, (ctx) => Queue.acquireRun(ctx, NOON, keyless))).toBe(false);
  });

  it("begins for a text that is due, but not in the pause of an outage", async () => {
    const t = await settled(NOON + 1);
    expect(await claim(t)).toBe(false);
    await set(t, { nextAttemptAt: NOON + 2 });
    expect(await claim(t, NOON + 1)).toBe(false);
    await set(t, { nextAttemptAt: 0 });
    expect(await claim(t, NOON + 1)).toBe(true);
  });

  it("takes due texts and those due soon, up to the maximum", async () => {
    const t = await settled(NOON + 2_000, NOON, NOON - 1, NOON + 2_001);
    const contents = (task: Queue.Task) =>
      task.kind === "embed" ? task.texts.map(({ text }) => text) : task;
    await hold(t);
    expect(contents(await next(t, 2))).toEqual(["Number2.", "Number1."]);
    expect(contents(await next(t))).toEqual(["Number2.", "Number1.", "Number0."]);
    expect(await expiry(t)).toBe(NOON + Lease.LEASE_MS.embeddings);
  });

  it("ends when nothing is due, and schedules the next for when a text's grace is over", async () => {
    const t = await settled(NOON + 10_001, NOON + 9_000, NOON + 60 * MINUTE);
    await hold(t);
    const before = await scheduled(t);
    expect(await next(t)).toEqual({ kind: "done" });
    expect(await expiry(t)).toBe(0);
    expect((await scheduled(t)).filter((at) => !before.includes(at))).toEqual([NOON + 9_000]);
    await hold(t);
    expect(await within(t, (ctx) => Queue.nextTask(ctx, NOON, keyless, 1, OWNERS))).toEqual({ kind: "done" });
    expect(await expiry(t)).toBe(0);
  });

  it("probes the provider where that is due, after an outage, and without a baseline cosine", async () => {
    const reasons: Partial<ProviderHealth.ProviderState>[] = [
      { probeDue: true },
      { nextAttemptAt: NOON - 1 },
      { baselineCosine: undefined },
    ];
    for (const reason of reasons) {
      const t = await settled();
      await set(t, reason);
      await hold(t);
      expect(await next(t), JSON.stringify(reason)).toEqual({ kind: "probe" });
      expect(await expiry(t)).toBe(NOON + Lease.LEASE_MS.embeddings);
    }
    // Before any text is embedded, so that none is by a model that is another one now.
    const t = await settled(NOON);
    await set(t, { probeDue: true });
    expect(await next(t)).toEqual({ kind: "probe" });
  });

  it("removes a text that is deleted or whose owner is", async () => {
    const t = await settled(NOON, NOON, NOON);
    await within(t, async (ctx) => {
      const [first, second] = await ctx.db.query("memories").take(2);
      if (first === undefined || second === undefined) throw new Error("no memories");
      await ctx.db.delete("memories", first._id);
      const text = await ctx.db
        .query("searchDocuments")
        .withIndex("by_owner", (q) => q.eq("owner", second._id))
        .unique();
      if (text !== null) await ctx.db.delete("searchDocuments", text._id);
    });
    expect(await next(t)).toMatchObject({ texts: [{ text: "Number2." }] });
    expect(await waiting(t)).toHaveLength(1);
  });
});

describe("a refused text", () => {
  it("is delayed by 2, 4, 8 … minutes up to an hour, and delays no other", async () => {
    const t = await settled(NOON, NOON);
    const [refused] = await waiting(t);
    if (refused === undefined) throw new Error("nothing waits");
    const refuse = () =>
      t.mutation(internal.embeddings.functions.recordRefusal, { documentId: refused.documentId });
    const minutes: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      await refuse();
      minutes.push((((await waiting(t))[0]?.dueAt ?? 0) - NOON) / MINUTE);
    }
    expect(minutes).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60]);
    expect(await waiting(t)).toMatchObject([{ refusals: 12 }, { refusals: 0, dueAt: NOON }]);
    // It stays delayed, unless the clock was set back since.
    expect(await next(t)).toMatchObject({ texts: [{ text: "Number1." }] });
    await within(t, (ctx) => ctx.db.patch("embeddingQueue", refused._id, { dueAt: NOON + 62 * MINUTE }));
    expect(await next(t)).toMatchObject({ texts: [{ text: "Number1." }, { text: "Number0." }] });
    expect(await next(t, 1)).toMatchObject({ texts: [{ text: "Number1." }] });
    // It has got its vector meanwhile.
    await within(t, (ctx) => ctx.db.delete("embeddingQueue", refused._id));
    await refuse();
    expect(await waiting(t)).toHaveLength(1);
  });
});

describe("a start of the service", () => {
  it("retries the provider, and makes texts in their grace due, but not refused ones", async () => {
    const t = await settled(NOON + 10_000, NOON + 10_001);
    await set(t, { failures: 3, nextAttemptAt: NOON + 20_000 });
    const before = (await scheduled(t)).length;
    await within(t, (ctx) => Queue.restart(ctx, NOON, settings));
    expect(await row(t)).toMatchObject({ nextAttemptAt: NOON, probeDue: true, failures: 3 });
    expect((await waiting(t)).map(({ dueAt }) => dueAt)).toEqual([NOON, NOON + 10_001]);
    expect((await scheduled(t)).length).toBe(before + 1);
  });

  it("sets no retry without an outage, and does nothing without a provider", async () => {
    const t = await settled();
    await within(t, (ctx) => Queue.restart(ctx, NOON, settings));
    expect(await row(t)).toMatchObject({ nextAttemptAt: 0, probeDue: true });
    const before = await row(t);
    await set(t, { probeDue: false });
    await within(t, (ctx) => Queue.restart(ctx, NOON, keyless));
    expect(await row(t)).toEqual({ ...before, probeDue: false });
  });
});

describe("a changed model", () => {
  it("starts without failures and with a backfill, but keeps a failure from before the first run", async () => {
    const t = await settled();
    const outage = { failures: 2, failingSince: 5, reason: "it is away", nextAttemptAt: NOON + 1 };
    await set(t, { ...outage, model: "former", backfilledTo: null, probe: undefined });
    expect(await claim(t)).toBe(true);
    expect(await row(t)).toMatchObject({
      model: "plain",
      failures: 0,
      failingSince: 0,
      reason: "",
      backfilledTo: 0,
    });
    expect((await row(t)).baselineCosine).toBeUndefined();
    await set(t, { ...outage, model: "" });
    expect(await claim(t)).toBe(false);
    expect(await row(t)).toMatchObject({ ...outage, model: "plain", backfilledTo: 0 });
    // In the middle of a run.
    const other = readSettings({ ...KEY, EMBEDDING_MODEL: "other" });
    expect(await within(t, (ctx) => Queue.nextTask(ctx, NOON, other, 32, OWNERS))).toEqual({
      kind: "backfill",
    });
    expect(await row(t)).toMatchObject({ model: "other", failures: 0 });
  });

  it("backfills each text without its vector once, in steps", async () => {
    const t = await settled(NOON + MINUTE);
    const [waits] = await waiting(t);
    const [text] = await texts(t);
    if (text === undefined) throw new Error("no text");
    const { _id, _creationTime, ...fields } = text;
    const ids: Id<"searchDocuments">[] = [];
    const add = async (changes: Partial<Doc<"searchDocuments">>) =>
      void ids.push(await within(t, (ctx) => ctx.db.insert("searchDocuments", { ...fields, ...changes })));
    await add({ embeddedBy: "plain" });
    await add({ embeddedBy: "former" });
    await within(t, async (ctx) => {
      for (let i = 0; i < 197; i += 1)
        await ctx.db.insert("searchDocuments", { ...fields, embeddedBy: "plain" });
    });
    await add({ embeddedBy: "" });
    await set(t, { backfilledTo: 0 });
    expect(await next(t)).toEqual({ kind: "backfill" });
    expect(await waiting(t)).toMatchObject([waits ?? {}, { documentId: ids[1], refusals: 0, dueAt: NOON }]);
    const seen = () => within(t, (ctx) => ProviderHealth.backfilled(ctx, settings));
    expect(await seen()).toBe(200);
    expect(await next(t)).toEqual({ kind: "backfill" });
    expect((await waiting(t)).map(({ documentId }) => documentId)).toEqual([_id, ids[1], ids[2]]);
    expect(await seen()).toBeNull();
    expect((await row(t)).backfilledTo).toBeNull();
    // Another is served under the same name: what it did not embed is walked over again.
    await set(t, { backfilledTo: 0, staleBefore: (await texts(t))[1]?._creationTime ?? 0 });
    await next(t);
    expect(await waiting(t)).toHaveLength(3);
    await set(t, { backfilledTo: 0, staleBefore: (await texts(t))[2]?._creationTime ?? 0 });
    await next(t);
    expect((await waiting(t)).map(({ documentId }) => documentId)).toEqual([_id, ids[1], ids[2], ids[0]]);
  });

  it("embeds queued texts before the backfill continues", async () => {
    const t = await settled(NOON, NOON);
    await set(t, { backfilledTo: 0 });
    expect(await next(t, 2)).toMatchObject({ kind: "embed" });
    expect(await next(t, 3)).toEqual({ kind: "backfill" });
  });
});
