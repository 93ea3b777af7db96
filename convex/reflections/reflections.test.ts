/** POST /memories/reflect without a model: the evidence, and what is saved. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../_generated/api";
import type { ReflectionType } from "../../mind/enums";
import { writeCoreMemory } from "../consolidation/rows";
import * as Schedule from "./schedule";
import { emptyCluster } from "../../test/functions/consolidation";
import { send } from "../../test/functions/corrections";
import { wrongFigures } from "../../test/functions/recount";
import { harbour, HOUR, NOON, reflections, store } from "../../test/functions/reflections";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { tell } from "../../test/functions/search";
import { large, setup, TICK_TOKEN, WRITE_TOKEN } from "../../test/functions/setup";

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  return () => vi.useRealTimers();
});

const ask = (t: App, body?: unknown, headers: Record<string, string> = {}) =>
  post(t, "/memories/reflect", body ?? {}, { Authorization: `Bearer ${TICK_TOKEN}`, ...headers });

async function reflect(t: App, body?: unknown, headers?: Record<string, string>) {
  const response = await ask(t, body, headers);
  expect(response.status).toBe(200);
  const answer = await response.json();
  expect(answer).toEqual({
    success: true,
    reflection: {
      _id: expect.any(String),
      type: "reflection",
      content: expect.any(String),
      reflectionType: expect.any(String),
      confidence: expect.any(Number),
      basedOn: expect.any(Array),
    },
  });
  return answer.reflection;
}

const collect = (t: App, type: ReflectionType, focus: string | null = null) =>
  t.query(internal.reflections.functions.collectInput, {
    request: { type, focus, depth: "shallow" },
    vectorHits: null,
  });

describe("a reflection", () => {
  it("is a memory that names its evidence", async () => {
    const t = setup();
    const ids = await harbour(t);
    const reflection = await reflect(t);
    expect(reflection).toMatchObject({ reflectionType: "knowledge", type: "reflection" });
    expect(reflection.basedOn.length).toBeGreaterThan(0);
    for (const id of reflection.basedOn) expect(ids).toContain(id);
    const [saved] = await reflections(t);
    expect(saved).toMatchObject(reflection);
    expect(JSON.parse(saved?.metadata ?? "{}")).toMatchObject({
      source: "reflection",
      context: "shallow knowledge reflection",
    });
    const row = await t.run((ctx) => ctx.db.get("memories", reflection._id));
    expect(row?.author).toBe("self");
  });

  it("differs by type and focus, and answers the focus", async () => {
    const t = setup();
    await harbour(t);
    const made = [
      await reflect(t),
      await reflect(t, { type: "emotional" }),
      await reflect(t, { type: "behavioral", depth: "deep" }),
      await reflect(t, { type: "growth" }),
      await reflect(t, { focus: "Is the pier open to visitors?" }),
    ];
    expect(new Set(made.map(({ content }) => content)).size).toBe(made.length);
    expect(made[1].content).toContain("Ben is furious");
    expect(made[2].content).toContain("strike the bell three times");
    for (const expected of [
      "The ferry Aurora broke down.",
      "The ferry Aurora is back",
      "2 June 2026",
      "7 June 2026",
    ])
      expect(made[3].content).toContain(expected);
    expect(made[4].content).toContain("Is the pier open to visitors?");
    expect(made[4].content).not.toContain("Ben");
  });

  it("is new for a similar focus, and reused for the same focus in another case", async () => {
    const t = setup();
    await harbour(t);
    const made = [];
    for (const focus of ["pier", "piers", "PIER", " pier", "piers"]) made.push(await reflect(t, { focus }));
    const [pier, piers, ...again] = made.map(({ _id }) => _id);
    expect(piers).not.toBe(pier);
    expect(made[1].content).toContain("“piers”");
    expect(again).toEqual([pier, pier, piers]);
    expect(await reflections(t)).toHaveLength(2);
  });

  it("is reused where a deeper one finds the same", async () => {
    const t = setup();
    await store(t, "episodic", "The kayak needs a new paddle.");
    const made = [await reflect(t), await reflect(t, { depth: "deep" })];
    expect(made[1]._id).toBe(made[0]._id);
  });

  it("is less important than its evidence, and names no entity that the evidence lacks", async () => {
    const t = setup();
    await harbour(t);
    const { _id } = await reflect(t);
    const rows = await t.run((ctx) => ctx.db.query("memories").collect());
    const sources = rows.filter(({ author }) => author === "world");
    const row = rows.find((one) => one._id === _id);
    expect(row?.importance).toBeLessThan(Math.max(...sources.map(({ importance }) => importance)));
    expect(row?.content).toMatch(/\d{4}/);
    const texts = sources.map(({ content }) => content).join("\n");
    for (const name of row?.entities ?? []) expect(texts).toContain(name);
  });

  it("is shown themes with the focus in their label before those that mention it in passing", async () => {
    const t = setup();
    await store(t, "semantic", "Sigrid lives in Voss.");
    const figures = { confidence: 1, labelledSize: 9, lastReinforced: 1, createdAt: 1 };
    const label = { writer: "reflex", scope: "" } as const;
    await t.run(async (ctx) => {
      const row = { ...figures, clusterId: await emptyCluster(ctx) };
      for (const [theme, summary, size] of [
        ["Sigrid", "A friend.", 3],
        ["Fjord and run", "Sigrid came along.", 9],
        ["Bread", "Sigrid came along.", 9],
        ["Choir", "Sigrid came along.", 9],
      ] as const) {
        await writeCoreMemory(ctx, null, { ...row, ...label, theme, summary, size });
      }
    });
    const { themes } = await t.query(internal.reflections.functions.collectInput, {
      request: { type: "knowledge", focus: "Sigrid", depth: "deep" },
      vectorHits: null,
    });
    expect(themes[0]?.theme).toBe("Sigrid");
  });

  it("on a focus uses only memories about it as evidence", async () => {
    const t = setup();
    await store(t, "episodic", "Zelda says that the tide table is wrong.");
    const kayak = await store(t, "episodic", "The kayak needs a new paddle.");
    await store(t, "episodic", "I practised the guitar for an hour.");
    const broken = await store(t, "episodic", "Paavo broke the kayak on Friday.");
    const { evidenceIds } = await collect(t, "knowledge", "kayak");
    expect([...evidenceIds].sort()).toEqual([kayak, broken].sort());
  });

  it("never uses the agent's own words as evidence", async () => {
    const t = setup();
    await harbour(t);
    const own = [await reflect(t), await reflect(t, { type: "growth" })].map(({ _id }) => _id);
    for (const focus of [null, "the ferry", own[0].content]) {
      for (const type of ["knowledge", "emotional", "behavioral", "growth"] as const) {
        const { evidenceIds } = await collect(t, type, focus);
        for (const id of own) expect(evidenceIds).not.toContain(id);
      }
    }
    await expect(
      t.mutation(internal.reflections.functions.save, {
        draft: {
          scope: "",
          type: "growth",
          depth: "shallow",
          focus: null,
          content: "I was right.",
          confidence: 1,
          basedOn: own,
          shown: [],
          coveredImportance: 0,
        },
        epoch: 0,
      }),
    ).rejects.toThrow();
  });

  it("never uses a reflection by a caller as evidence, nor counts its importance", async () => {
    const t = setup();
    const before = await t.run((ctx) => Schedule.accumulated(ctx));
    const stored = await store(t, "reflection", "The ferry is what I rely on most.", 1);
    expect(await t.run((ctx) => Schedule.accumulated(ctx))).toBe(before);
    expect(await reflect(t)).toMatchObject({ basedOn: [] });
    await harbour(t);
    for (const focus of [null, "the ferry"])
      for (const type of ["knowledge", "emotional", "behavioral", "growth"] as const)
        expect((await collect(t, type, focus)).evidenceIds).not.toContain(stored);
  });

  it("without new evidence is the earlier one, with higher salience and the same confidence", async () => {
    const t = setup();
    await harbour(t);
    const first = await reflect(t);
    const [before] = await reflections(t);
    vi.setSystemTime(Date.now() + 12 * HOUR);
    const second = await reflect(t);
    expect(second).toEqual(first);
    const saved = await reflections(t);
    expect(saved).toHaveLength(1);
    expect(saved[0]?.salience).toBeGreaterThan(before?.salience ?? 1);
    expect(saved[0]?.confidence).toBe(before?.confidence);
    await store(t, "semantic", "The pier has twelve planks.");
    expect((await reflect(t))._id).not.toBe(first._id);
  });

  it("without new evidence is the earlier one on its focus, whatever was asked in between", async () => {
    const t = setup();
    await harbour(t);
    const asked = [{ focus: "ferry" }, { focus: "pier" }, {}, { type: "growth", focus: "ferry" }];
    const first = [];
    for (const body of asked) first.push(await reflect(t, body));
    for (let round = 0; round < 2; round++) {
      vi.setSystemTime(Date.now() + 12 * HOUR);
      for (const [i, body] of asked.entries()) expect(await reflect(t, body)).toEqual(first[i]);
    }
    expect(await reflections(t)).toHaveLength(asked.length);
    await store(t, "episodic", "Zelda painted the mast of the ferry green.");
    const next = await reflect(t, { focus: "ferry" });
    expect(next._id).not.toBe(first[0]._id);
    expect(next.content).toContain("Zelda painted the mast");
  });

  it("that repeats an earlier one does not cite anew what was erased", async () => {
    const t = setup();
    const ids = [await store(t, "semantic", "The pier is open."), await store(t, "semantic", "Gulls cry.")];
    const asked = { scope: "", type: "growth", depth: "shallow", focus: null, confidence: 0.5 } as const;
    const keep = (epoch: number, ...basedOn: typeof ids) =>
      t.mutation(internal.reflections.functions.save, {
        draft: { ...asked, content: "The pier matters to me.", basedOn, shown: [], coveredImportance: 0 },
        epoch,
      });
    await keep(0, ...ids.slice(0, 1));
    expect((await send(t, "DELETE", `/memories/${ids[0]}`)).status).toBe(200);
    expect(await keep(1, ...ids.slice(1))).not.toBeNull();
    const cited = await t.run(async ({ db }) =>
      (await db.query("citations").collect()).map(({ source }) => source),
    );
    expect(cited).toEqual([ids[1]]);
  });

  it("that repeats an earlier one unites their evidence, touches it and resets the accumulated importance", async () => {
    const t = setup();
    const ids = [await store(t, "semantic", "The pier is open."), await store(t, "semantic", "Gulls cry.")];
    const nothing = { scope: "", type: "growth", depth: "shallow", focus: null, confidence: 0.5 } as const;
    const keep = (content: string, ...basedOn: typeof ids) =>
      t.mutation(internal.reflections.functions.save, {
        draft: { ...nothing, content, basedOn, shown: [], coveredImportance: seen },
        epoch: 0,
      });
    const totals = () =>
      t.run(async (ctx) => ({
        importanceSinceReflection: await Schedule.accumulated(ctx),
        lastReflection: (await ctx.db.query("reflectionProgress").first())?.lastReflection ?? 0,
      }));
    const gathered = (await totals()).importanceSinceReflection;
    let seen = gathered;
    expect(gathered).toBeGreaterThan(0);
    const recalled = async () =>
      (await t.query(internal.memories.queries.list, { limit: 9, offset: 0, type: "semantic" })).memories
        .toReversed()
        .map(({ lastAccessedAt }) => lastAccessedAt);

    vi.setSystemTime(NOON + HOUR);
    for (let i = 0; i < 2; i++) await keep("There was nothing to reflect on.");
    expect(await totals()).toMatchObject({ importanceSinceReflection: gathered, lastReflection: 0 });
    const first = await keep("The pier matters to me.", ...ids.slice(0, 1));
    expect(await totals()).toMatchObject({ importanceSinceReflection: 0, lastReflection: NOON + HOUR });
    expect(await recalled()).toEqual([NOON + HOUR, NOON + 1]);

    vi.setSystemTime(NOON + 2 * HOUR);
    // A memory stored while the model is asked has not been reflected on.
    seen = 0;
    await store(t, "semantic", "Bread rises overnight.");
    const later = (await totals()).importanceSinceReflection;
    expect(later).toBeGreaterThan(0);
    await keep("The pier matters to me.", ...ids.slice(1));
    expect((await totals()).importanceSinceReflection).toBe(later);
    seen = later;
    const again = await keep("The pier matters to me.", ...ids.slice(1));
    expect(again).toEqual({ ...first, basedOn: ids });
    expect(await t.run(async (ctx) => first && (await ctx.db.get("memories", first._id))?.basedOn)).toEqual(
      ids,
    );
    expect(await totals()).toMatchObject({ importanceSinceReflection: 0, lastReflection: NOON + 2 * HOUR });
    await keep("There was nothing to reflect on.");
    expect((await totals()).lastReflection).toBe(NOON + 2 * HOUR);
    expect(await wrongFigures(t)).toEqual([]);
  });

  it("says once that there is nothing to reflect on, with confidence 0", async () => {
    const t = setup();
    const nothing = await reflect(t);
    expect(nothing).toMatchObject({ basedOn: [], confidence: 0 });
    expect(nothing.content).toContain("nothing to reflect on");
    expect(await reflect(t)).toEqual(nothing);
    await store(t, "semantic", "Bread rises overnight.");
    const elsewhere = await reflect(t, { focus: "quantum chromodynamics" });
    expect(elsewhere).toMatchObject({ basedOn: [], confidence: 0 });
    expect(elsewhere.content).toContain("“quantum chromodynamics”");
  });

  it("without evidence is listed, but excluded from search and deduplication", async () => {
    const t = setup();
    await store(t, "semantic", "Bread rises overnight.");
    const nothing = await reflect(t, { focus: "quantum chromodynamics" });
    expect(nothing.basedOn).toEqual([]);
    expect((await reflections(t)).map(({ _id }) => _id)).toEqual([nothing._id]);
    const found = async (query: string, threshold: number) => {
      const search = { query, now: Date.now(), threshold, limit: 10, offset: 0, vectorHits: null };
      return (await t.query(internal.memories.search.search, search)).results.map(({ memory }) => memory._id);
    };
    for (const query of ["quantum chromodynamics", nothing.content])
      expect(await found(query, 0)).not.toContain(nothing._id);
    const stored = await store(t, "semantic", "Quantum chromodynamics is a theory of quarks.");
    expect(await found("quantum chromodynamics", 0.1)).toEqual([stored]);
    const repeated = await t.mutation(internal.memories.functions.storeOnce, {
      memory: { type: "reflection", content: nothing.content, importance: 1 },
      embedding: null,
      nearest: [],
    });
    expect(repeated).toMatchObject({ body: { kind: "new" } });
    expect((await collect(t, "knowledge")).earlier).toEqual([]);
    expect(await wrongFigures(t)).toEqual([]);
  });

  it("is the same for equal concurrent calls", async () => {
    const t = setup();
    await harbour(t);
    await tell(
      t,
      Array.from({ length: 30 }, (_, i) => ({
        content: `Lamp ${i} of the pier hangs over plank ${i}.`,
        at: Date.now() + i,
      })),
    );
    const made = await Promise.all(Array.from({ length: 10 }, () => reflect(t, { focus: "the pier" })));
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    expect(await reflections(t)).toHaveLength(1);
  });

  it("is made once under an Idempotency-Key", async () => {
    const t = setup();
    await harbour(t);
    const headers = { "Idempotency-Key": "one" };
    const first = await reflect(t, { type: "growth" }, headers);
    await store(t, "semantic", "The pier has twelve planks.");
    expect(await reflect(t, { type: "growth" }, headers)).toEqual(first);
    await expectFailure(await ask(t, { type: "emotional" }, headers), 422, "VALIDATION_ERROR");
    expect(await reflections(t)).toHaveLength(1);
  });

  it("needs the tick token and no body", async () => {
    const t = setup();
    const unauthorized = await post(t, "/memories/reflect", {}, { Authorization: `Bearer ${WRITE_TOKEN}` });
    await expectFailure(unauthorized, 401, "UNAUTHORIZED");
    const bare = await t.fetch("/memories/reflect", {
      method: "POST",
      headers: { Authorization: `Bearer ${TICK_TOKEN}` },
    });
    expect(bare.status).toBe(200);
  });

  it.each([
    ["an unknown type", { type: "spiritual" }],
    ["an unknown depth", { depth: "bottomless" }],
    ["a blank focus", { focus: " " }],
    ["a focus of 257 characters", { focus: "x".repeat(257) }],
    ["null for a focus", { focus: null }],
    ["a field too many", { extra: 1 }],
  ])("is refused with %s", async (_, body) => {
    const t = setup();
    await expectFailure(await ask(t, body), 400, "VALIDATION_ERROR");
    expect(await reflections(t)).toEqual([]);
  });

  it("on a focus cites other memories besides one that was stored forty times", async () => {
    const t = setup();
    const found = await store(
      t,
      "episodic",
      "Olof found a crack in the wall of the lighthouse after the frost.",
    );
    for (let i = 0; i < 40; i++) await store(t, "episodic", "The lighthouse wall has a crack.");
    const { evidenceIds } = await collect(t, "knowledge", "lighthouse wall crack");
    expect(evidenceIds).toContain(found);
    expect(evidenceIds).toHaveLength(2);
  });

  large("reads no more when there are many memories", async () => {
    const t = setup();
    const read = async () =>
      t.run(async (ctx) => {
        await ctx.runQuery(internal.reflections.functions.collectInput, {
          request: { type: "growth", focus: null, depth: "shallow" },
          vectorHits: null,
        });
        return (await ctx.meta.getTransactionMetrics()).documentsRead.used;
      });
    const sail = (from: number) =>
      tell(
        t,
        Array.from({ length: 40 }, (_, i) => ({
          type: "episodic",
          content: `On day ${from + i} the ferry sailed.`,
          at: Date.now() + from + i,
        })),
      );
    for (const from of [0, 40]) await sail(from);
    const few = await read();
    for (const from of [80, 120, 160]) await sail(from);
    expect(await read()).toBeLessThan(1.5 * few);
  });
});
