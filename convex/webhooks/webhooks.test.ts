/** Webhooks' rules: addresses, registration, giving up. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../_generated/api";
import { expectFailure, post } from "../../test/functions/requests";
import { setup, TICK_TOKEN, WRITE_TOKEN } from "../../test/functions/setup";
import { begun, finishByJournal } from "../../test/functions/ticks";
import { LEASE_MS } from "../leases/lease";
import { refusalOf } from "./address";

const NOON = Date.UTC(2026, 5, 1, 12);
const HOUR = 3_600_000;
const asTick = { Authorization: `Bearer ${TICK_TOKEN}` };
const url = "https://receiver.example/hook";

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ["Date"] });
  return () => vi.useRealTimers();
});

describe("an address", () => {
  it.each([
    ...[
      "http://8.8.8.8/",
      "https://127.0.0.1/",
      "https://2130706433/",
      "https://0x7f.1/",
      "https://10.1.2.3/",
    ],
    ...["https://172.16.0.1/", "https://192.168.1.1/", "https://169.254.169.254/", "https://100.64.0.1/"],
    ...["https://0.0.0.0/", "https://224.0.0.1/", "https://[::1]/", "https://[::]/", "https://[fe80::1]/"],
    ...[
      "https://[fd00::1]/",
      "https://[::ffff:10.0.0.1]/",
      "https://[64:ff9b::7f00:1]/",
      "https://[2002:7f00:1::]/",
    ],
    ...["https://localhost/", "https://LOCALHOST./", "https://a.localhost/", "https://printer.local/"],
    ...["https://metadata.google.internal/", "https://intranet/", "https://user:pass@example.org/"],
    ...["ftp://example.org/", "example.org", "https://example.org/#part", ""],
  ])("%s is refused", (address) => {
    expect(refusalOf(address, false)).toMatch(/^must /);
  });

  it.each([
    "https://example.org/hook?a=b",
    "https://8.8.8.8:8443/",
    "https://[2606:4700::1111]/",
    "https://172.32.0.1/",
  ])("%s is taken", (address) => expect(refusalOf(address, false)).toBeNull());

  it("may be private if the setting allows it, but must still be HTTP or HTTPS", () => {
    expect(refusalOf("http://127.0.0.1:8080/", true)).toBeNull();
    expect(refusalOf("ftp://127.0.0.1/", true)).toMatch(/^must /);
  });
});

describe("registration", () => {
  it("shows the secret once, or again under the same idempotency key, and needs the tick token", async () => {
    const t = setup();
    await expectFailure(
      await post(t, "/webhooks", { url }, { Authorization: `Bearer ${WRITE_TOKEN}` }),
      401,
      "UNAUTHORIZED",
    );
    const headers = { ...asTick, "Idempotency-Key": "one" };
    const first = await (await post(t, "/webhooks", { url }, headers)).json();
    expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await (await post(t, "/webhooks", { url }, headers)).json()).toEqual(first);
    await expectFailure(await t.fetch("/webhooks"), 401, "UNAUTHORIZED");
    const listed = await (await t.fetch("/webhooks", { headers: asTick })).json();
    expect(listed).toMatchObject({ webhooks: [{ _id: first.webhookId, url, active: true }], total: 1 });
    expect(JSON.stringify(listed)).not.toContain(first.secret);
  });

  it("refuses a private address and an unknown event", async () => {
    const t = setup();
    const refused = await post(t, "/webhooks", { url: "https://127.0.0.1/" }, asTick);
    expect(await expectFailure(refused, 400, "VALIDATION_ERROR")).toContain("WEBHOOK_ADDRESSES");
    await expectFailure(
      await post(t, "/webhooks", { url, events: ["tick.begun"] }, asTick),
      400,
      "VALIDATION_ERROR",
    );
  });

  it("takes at most 32 endpoints, and another one after one is deleted", async () => {
    const t = setup();
    const ids: string[] = [];
    for (let i = 0; i < 32; i++)
      ids.push((await (await post(t, "/webhooks", { url: `${url}/${i}` }, asTick)).json()).webhookId);
    expect(
      await expectFailure(await post(t, "/webhooks", { url }, asTick), 400, "VALIDATION_ERROR"),
    ).toContain("32");
    const path = `/webhooks/${ids[0]}`;
    expect((await t.fetch(path, { method: "DELETE", headers: asTick })).status).toBe(200);
    await expectFailure(await t.fetch(path, { method: "DELETE", headers: asTick }), 404, "NOT_FOUND");
    expect((await post(t, "/webhooks", { url }, asTick)).status).toBe(200);
  });
});

describe("a run that dies", () => {
  it("is replaced when its lease has run out, and one that has ended is not", async () => {
    // So that nothing scheduled runs by itself.
    vi.useFakeTimers({ now: NOON });
    const t = setup({ AUTONOMY: "off" });
    await post(t, "/webhooks", { url, events: ["tick.completed"] }, asTick);
    const runs = () =>
      t.run(async (ctx) =>
        (await ctx.db.system.query("_scheduled_functions").collect()).flatMap(({ name, args, state }) =>
          name === "webhooks/deliver:run" && state.kind === "pending" ? [args[0].run] : [],
        ),
      );
    const start = (watched?: number) => t.mutation(internal.webhooks.functions.startRunIfDue, { watched });
    await start();
    vi.setSystemTime(NOON + LEASE_MS.webhooks - 1);
    await start(1);
    expect(await runs()).toEqual([1]);
    vi.setSystemTime(NOON + LEASE_MS.webhooks);
    await start(1);
    expect(await runs()).toEqual([1, 2]);
    const watching = () =>
      t.run(async (ctx) =>
        (await ctx.db.system.query("_scheduled_functions").collect()).flatMap(({ name, args }) =>
          name === "webhooks/functions:startRunIfDue" ? [args[0].watched] : [],
        ),
      );
    expect(await watching()).toEqual([1, 1, 2]);
    await t.mutation(internal.webhooks.functions.next, { run: 2, busy: [], stop: false });
    await start(1);
    expect(await watching()).toEqual([1, 1, 2, 3]);
  });
});

describe("an event that fails", () => {
  /** A webhook whose one wanted event is due, with the run that holds it. */
  async function failing(events = ["tick.completed"]) {
    const t = setup({ AUTONOMY: "off", LLM_API_KEY: "key" });
    const { webhookId } = await (await post(t, "/webhooks", { url, events }, asTick)).json();
    const run = await t.run(
      async (ctx) =>
        await ctx.db.insert("leases", { job: "webhooks", run: 1, expiresAt: NOON + 1_000 * HOUR }),
    );
    expect(run).toBeTruthy();
    await finishByJournal(t, await begun(t));
    const next = () => t.mutation(internal.webhooks.functions.next, { run: 1, busy: [], stop: false });
    return { t, webhookId, next };
  }

  it("blocks later events until it is accepted, and after a day switches the endpoint off", async () => {
    const { t, webhookId, next } = await failing();
    const [first] = (await next()) ?? [];
    expect(JSON.parse(first?.body ?? "")).toMatchObject({
      type: "tick.completed",
      data: { outcome: "succeeded" },
    });
    const { number = 0 } = first ?? {};
    const fail = () =>
      t.mutation(internal.webhooks.functions.record, { webhookId, number, attempt: { status: 500 } });
    await fail();
    const listOf = async () =>
      await (await t.fetch(`/webhooks/${webhookId}/deliveries`, { headers: asTick })).json();
    expect((await listOf()).deliveries).toMatchObject([{ status: "retrying", nextAttemptAt: NOON + 1_000 }]);
    vi.setSystemTime(NOON + 1_000);
    expect((await next())?.map(({ messageId }) => messageId)).toEqual([first?.messageId]);
    vi.setSystemTime(NOON + 24 * HOUR);
    await fail();
    const listed = await (await t.fetch("/webhooks", { headers: asTick })).json();
    expect(listed.webhooks).toMatchObject([{ active: false, reason: expect.stringContaining("500") }]);
    const { deliveries } = await (
      await t.fetch(`/webhooks/${webhookId}/deliveries`, { headers: asTick })
    ).json();
    expect(deliveries).toMatchObject([
      { status: "abandoned", attempts: 2, httpStatus: 500, firstAttemptAt: NOON },
    ]);
  });

  it("does not switch the endpoint off because the clock was set back", async () => {
    const { t, webhookId, next } = await failing();
    const number = (await next())?.[0]?.number ?? 0;
    const fail = () =>
      t.mutation(internal.webhooks.functions.record, { webhookId, number, attempt: { status: 500 } });
    const isActive = async () =>
      (await (await t.fetch("/webhooks", { headers: asTick })).json()).webhooks[0].active;
    await fail();
    vi.setSystemTime(NOON - HOUR);
    await fail();
    expect(await isActive()).toBe(true);
    vi.setSystemTime(NOON + 23 * HOUR);
    await fail();
    expect(await isActive()).toBe(false);
  });

  it("is recorded once when it is delivered, even if a run reports that twice", async () => {
    const { t, webhookId, next } = await failing();
    const [due] = (await next()) ?? [];
    const sent = { webhookId, number: due?.number ?? 0, attempt: { status: 204 } };
    await t.mutation(internal.webhooks.functions.record, sent);
    await t.mutation(internal.webhooks.functions.record, sent);
    const page = await (await t.fetch(`/webhooks/${webhookId}/deliveries`, { headers: asTick })).json();
    expect(page).toMatchObject({ total: 1, deliveries: [{ status: "delivered", attempts: 1 }] });
  });
});

describe("the outbox", () => {
  it("has one event for a degraded and one for a recovered status", async () => {
    const t = setup({ AUTONOMY: "off", LLM_API_KEY: "key" });
    const noted = () => t.mutation(internal.service.functions.noteHealth, {});
    const types = () =>
      t.run(async (ctx) => (await ctx.db.query("pushEvents").take(50)).map(({ type }) => type));
    await finishByJournal(t, await begun(t));
    await noted();
    const failure = { reason: "HTTP 500", fault: "own" } as const;
    for (let i = 0; i < 2; i++) {
      await t.mutation(internal.tick.functions.fail, { tickId: await begun(t), ...failure });
      await noted();
    }
    await finishByJournal(t, await begun(t));
    await noted();
    expect(await types()).toEqual([
      ...["tick.completed", "tick.failed", "health.degraded", "tick.failed"],
      ...["tick.completed", "health.recovered"],
    ]);
  });

  it("continues after a known event, and at its end if the event id is from deleted data", async () => {
    const t = setup({ AUTONOMY: "off", LLM_API_KEY: "key" });
    for (let i = 0; i < 2; i++) await finishByJournal(t, await begun(t));
    const from = async (after: number, at: number) => {
      const { messages, last } = await t.query(internal.webhooks.queries.readOn, { after, at });
      return [messages.length, last];
    };
    expect(await from(1, NOON)).toEqual([1, 2]);
    expect(await from(1, NOON - 1)).toEqual([0, 2]);
    expect(await from(7, NOON)).toEqual([0, 2]);
  });

  it("keeps events for seven days, and always the newest one", async () => {
    const t = setup({ AUTONOMY: "off", LLM_API_KEY: "key" });
    for (let i = 0; i < 2; i++) await finishByJournal(t, await begun(t));
    vi.setSystemTime(NOON + 8 * 24 * HOUR);
    await t.mutation(internal.registry.sweeper.sweep, {});
    const { last } = await t.query(internal.webhooks.queries.readOn, { after: null });
    expect(
      await t.run(async (ctx) => (await ctx.db.query("pushEvents").take(9)).map(({ number }) => number)),
    ).toEqual([last]);
  });
});
