/** The audit log: what every write leaves in it, and its pages. */
import * as fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { internal } from "../_generated/api";
import { routes } from "../http";
import type { Exchange } from "../api/openapi/examples";
import { fillExample, inRecordingOrder } from "../../scripts/openapi/exampleRequests";
import { expectFailure, post } from "../../test/functions/requests";
import { setup, TICK_TOKEN, WRITE_TOKEN } from "../../test/functions/setup";
import * as Artifacts from "../agent/artifacts";
import * as Audit from "./audit";
import { audit as auditTable, AUDIT_KEPT_MS } from "./rows";

const NOW = Date.UTC(2026, 10, 21, 9, 30, 20);
const ANA = "0123456789abcdef-ana";
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

type App = ReturnType<typeof setup>;

async function audit(t: App, query = ""): Promise<{ entries: Record<string, unknown>[]; total: number }> {
  const response = await t.fetch(`/audit${query}`, { headers: bearer(TICK_TOKEN) });
  expect(response.status).toBe(200);
  return response.json();
}

test("every route that writes leaves an entry in the audit log", async () => {
  const t = setup();
  const artifact = await t.run(async (ctx) => {
    const tickId = await ctx.db.insert("ticks", {
      trigger: "manual",
      run: 0,
      startedAt: NOW,
      outcome: "succeeded",
    });
    return Artifacts.add(ctx, { type: "note", content: "x", tickId, timestamp: NOW });
  });
  const newest = async (path: string, list: string): Promise<string> =>
    (await (await t.fetch(path)).json())[list][0]._id;
  const answers: Exchange["answer"][] = [];
  // The targets of these routes have no id in an earlier answer, or no example.
  const erased: Record<string, () => Promise<string> | string> = {
    deleteWebhook: () =>
      answers.flatMap(({ webhookId }) => (typeof webhookId === "string" ? [webhookId] : []))[0] ?? "",
    eraseArtifact: () => artifact,
    eraseLog: () => newest("/logs", "logs"),
    eraseReminder: () => newest("/reminders", "reminders"),
    undoChange: () => newest("/changes", "changes"),
    eraseThought: () => newest("/consciousness/thoughts", "thoughts"),
  };
  const kinds: string[] = [];
  await t.mutation(internal.tick.wake.wake, {
    ...{ note: "Water the plants.", priority: "low", triggerTick: false },
    remindAt: Date.now() + 3_600_000,
  });
  for (const { method, path, auth, documentation } of inRecordingOrder(routes)) {
    const { operationId: kind, example = {} } = documentation;
    if (method === "GET") continue;
    const { id = "", body = {} } = fillExample(example, answers);
    const target = (await erased[kind]?.()) ?? id;
    const response = await t.fetch(path.replace("{id}", target), {
      method,
      headers: { ...bearer(auth === "tick" ? TICK_TOKEN : WRITE_TOKEN), "Content-Type": "application/json" },
      ...(method === "DELETE" ? {} : { body: JSON.stringify(body) }),
    });
    expect([kind, response.status]).toEqual([kind, 200]);
    answers.push(await response.json());
    kinds.unshift(kind);
    expect([kind, (await audit(t, `?kind=${kind}`)).total]).toEqual([kind, 1]);
  }
  const { entries, total } = await audit(t, "?limit=100");
  expect(total).toBe(kinds.length);
  expect(entries.map(({ kind }) => kind)).toEqual(kinds);
  expect(entries.find(({ kind }) => kind === "eraseArtifact")).toMatchObject({
    token: "write",
    ids: [artifact],
    count: 1,
  });
});

describe("a caller's name", () => {
  test("is in the audit entry, in the receipt of its tick and in the version that it replaced", async () => {
    const t = setup({ WRITE_TOKEN: `ana:${ANA},${WRITE_TOKEN}`, TICK_TOKEN: `ops:${TICK_TOKEN}` });
    const memory = { type: "semantic", content: "The ferry leaves at nine." };
    const { memoryId } = await (await post(t, "/memories/store", memory, bearer(ANA))).json();
    const changed = await t.fetch(`/memories/${memoryId}`, {
      method: "PATCH",
      headers: { ...bearer(ANA), "Content-Type": "application/json" },
      body: JSON.stringify({ confidence: 0.5 }),
    });
    expect(changed.status).toBe(200);
    await post(t, "/memories/store", memory);
    const { tickId } = await (await post(t, "/tick", {}, bearer(TICK_TOKEN))).json();
    const { versions } = await (await t.fetch(`/memories/${memoryId}/history`)).json();
    expect(versions).toMatchObject([{ change: "edited", by: "world", who: "ana" }]);
    expect(await (await t.fetch(`/ticks/${tickId}`)).json()).toMatchObject({ who: "ops" });
    expect((await audit(t, "?who=ana")).entries.map(({ kind }) => kind)).toEqual([
      "changeMemory",
      "storeMemory",
    ]);
    expect((await audit(t, "?who=ana&kind=storeMemory")).total).toBe(1);
    expect((await audit(t, "?who=ops")).entries).toMatchObject([{ kind: "runTick", ids: [tickId] }]);
    expect((await audit(t, "?kind=storeMemory")).entries.map(({ who }) => who)).toEqual([undefined, "ana"]);
  });

  test("keeps its idempotency keys when its token is replaced", async () => {
    const [first, second] = [`${ANA}-1`, `${ANA}-2`];
    const t = setup({ WRITE_TOKEN: `ana:${first},ana:${second},bo:${WRITE_TOKEN}` });
    const send = async (token: string) =>
      (
        await post(t, "/feed", { type: "news", content: "x" }, { ...bearer(token), "Idempotency-Key": "k" })
      ).json();
    const answer = await send(first);
    expect(await send(second)).toEqual(answer);
    expect(await send(WRITE_TOKEN)).not.toEqual(answer);
  });
});

test("a refused or repeated request leaves no entry in the audit log", async () => {
  const t = setup();
  const key = { "Idempotency-Key": "k" };
  for (let i = 0; i < 2; i++) {
    await post(t, "/feed", { type: "news", content: "Once." }, key);
    await post(t, "/memories/store", { type: "semantic", content: "Once." }, key);
  }
  await post(t, "/feed", { type: "gossip" });
  expect((await audit(t)).total).toBe(2);
});

test("only a tick token reads the audit log, with or without read tokens", async () => {
  const t = setup({ READ_TOKEN: ANA });
  for (const token of [ANA, WRITE_TOKEN])
    await expectFailure(await t.fetch("/audit", { headers: bearer(token) }), 401, "UNAUTHORIZED");
});

describe("the audit log", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
    return () => void vi.useRealTimers();
  });

  const kinds = ["storeMemory", "feed", "eraseMemory"];
  const names = ["ana", "bo", undefined];
  interface Entry {
    kind: string;
    who: string | undefined;
    at: number;
  }

  async function fill(t: App, entries: readonly Entry[]): Promise<void> {
    await t.run(async (ctx) => {
      for (const { kind, who, at } of entries) {
        vi.setSystemTime(at);
        await Audit.record(ctx, { kind, token: "write", ...(who === undefined ? {} : { who }) }, [`${at}`]);
      }
    });
  }

  const entry = fc.record({
    kind: fc.constantFrom(...kinds),
    who: fc.constantFrom(...names),
    at: fc.integer({ min: NOW, max: NOW + 20 }),
  });
  const bound = fc.option(fc.integer({ min: NOW - 1, max: NOW + 21 }), { nil: undefined });

  test("has exact pages for any filters, newest first, also after the oldest entries were deleted", async () => {
    const property = fc.asyncProperty(
      fc.array(entry, { maxLength: 40 }),
      fc.nat({ max: 10 }),
      fc.record({
        kind: fc.constantFrom(...kinds, undefined),
        who: fc.constantFrom("ana", "bo", undefined),
        since: bound,
        until: bound,
        limit: fc.integer({ min: 1, max: 9 }),
        offset: fc.nat({ max: 12 }),
      }),
      async (unordered, deleted, { limit, offset, ...filter }) => {
        const t = setup();
        const entries = unordered.toSorted((a, b) => a.at - b.at);
        await fill(t, entries);
        const cut = entries[deleted - 1]?.at;
        if (cut !== undefined)
          await t.run(async (ctx) => {
            for await (const { _id } of (await auditTable.expires?.(ctx, cut + AUDIT_KEPT_MS)) ?? [])
              await ctx.db.delete("audit", _id);
          });
        const matching = entries
          .filter(({ at }) => cut === undefined || at > cut)
          .filter(({ kind, who }) => kind === (filter.kind ?? kind) && who === (filter.who ?? who))
          .filter(({ at }) => at > (filter.since ?? 0) && at < (filter.until ?? Infinity))
          .toReversed();
        const page = await t.query(internal.audit.functions.list, { ...filter, limit, offset });
        expect(page.total).toBe(matching.length);
        expect(page.entries.map(({ kind, who, at }) => ({ kind, who, at }))).toEqual(
          matching.slice(offset, offset + limit),
        );
        expect(page.hasMore).toBe(matching.length > offset + limit);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  test("costs one written row per entry, however many entries it has", async () => {
    const t = setup();
    const costOfOne = () =>
      t.run(async (ctx) => {
        await Audit.record(ctx, { kind: "feed", token: "write", who: "ana" }, ["id"]);
        const { documentsRead, documentsWritten } = await ctx.meta.getTransactionMetrics();
        return { read: documentsRead.used, written: documentsWritten.used };
      });
    await fill(t, [{ kind: "feed", who: "ana", at: NOW }]);
    const few = await costOfOne();
    await fill(
      t,
      Array.from({ length: 200 }, (_, i) => ({ kind: "feed", who: "ana", at: NOW + i })),
    );
    expect(await costOfOne()).toEqual(few);
    expect(few).toEqual({ read: 1, written: 1 });
  });
});
