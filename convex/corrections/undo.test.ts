/** Undoing merges, links, learned facts and consolidations, over HTTP. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { internal } from "../_generated/api";
import type { TableNames } from "../_generated/dataModel";
import { BREAD, consolidate, core, FERRY, store, STRAY } from "../../test/functions/consolidation";
import { send, tablesWith } from "../../test/functions/corrections";
import { listEntries, wrongFigures } from "../../test/functions/recount";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { large, setup, TICK_TOKEN } from "../../test/functions/setup";
import { ANSWER, begun, feed, finishBy, gathered } from "../../test/functions/ticks";
import * as Progress from "../consolidation/progress";
import { CHANGES_KEPT_MS } from "../changes/rows";

/** The tables that keep what undoing consolidations needs, when they are empty. */
const NOTHING_KEPT = { clusterMoves: [], themesBefore: [] };
const asTick = { Authorization: `Bearer ${TICK_TOKEN}` };
const get = async (t: App, path: string) => (await t.fetch(path)).json();
const listed = async (t: App, query = "") => await get(t, `/changes${query}`);

/** The newest change set that is not undone. */
async function newest(t: App, kind?: string): Promise<string> {
  const { changes } = await listed(t, `?limit=100${kind === undefined ? "" : `&kind=${kind}`}`);
  return changes.find(({ undone }: { undone?: unknown }) => undone === undefined)._id;
}

const undo = (t: App, id: string, headers: Record<string, string> = {}) =>
  post(t, `/changes/${id}/undo`, {}, { ...asTick, ...headers });

async function undone(t: App, id: string) {
  const response = await undo(t, id);
  expect([response.status, await response.clone().json()]).toMatchObject([200, { success: true }]);
  return (await response.json()).change;
}

async function refused(t: App, id: string): Promise<string> {
  return await expectFailure(await undo(t, id), 409, "VALIDATION_ERROR");
}

const merge = async (t: App, content: string, more: object = {}) =>
  (await (await post(t, "/memories/store-dedup", { type: "semantic", content, ...more })).json()).memoryId;

/** The rows of tables, without what an undo adds to or leaves in them. */
async function rowsOf(t: App, tables: readonly TableNames[]) {
  return await t.run(async (ctx) => {
    const rows: Record<string, object[]> = {};
    for (const table of tables) {
      const all = await ctx.db.query(table).take(1_000);
      rows[table] = all.map((row) => (table === "memories" ? { ...row, version: 0 } : row));
    }
    return rows;
  });
}

describe("a merge", () => {
  const later = {
    importance: 0.95,
    confidence: 0.97,
    salience: 1,
    pinned: true,
    metadata: { from: "Tom Lind", a: 2 },
  };

  it("is undone by a new version that equals the one before it", async () => {
    const t = setup();
    const stored = { type: "semantic", content: "The pier is long.", metadata: { a: 1 } };
    const { memoryId } = await (await post(t, "/memories/store", stored)).json();
    const tables = ["memories", "merges", "memoryActivation", "searchDocuments"] as const;
    const [before, entries] = [await rowsOf(t, tables), await listEntries(t)];
    await merge(t, "THE PIER IS LONG", later);
    expect(await get(t, `/memories/${memoryId}`)).toMatchObject({ pinned: true, metadata: { a: 1 } });
    const { changes, total } = await listed(t);
    expect(total).toBe(1);
    expect(changes).toMatchObject([
      { kind: "merge", by: "world", memoryIds: [memoryId], counts: { memories: 1, links: 0, themes: 0 } },
    ]);
    const change = await undone(t, changes[0]._id);
    expect(change.undone.at).toBeGreaterThan(0);
    expect([await rowsOf(t, tables), await listEntries(t)]).toEqual([before, entries]);
    expect((await get(t, `/memories/${memoryId}`)).version).toBe(3);
    const { versions } = await get(t, `/memories/${memoryId}/history`);
    expect(versions).toMatchObject([
      { change: "undone", changeId: change._id },
      { change: "merged", changeId: change._id },
    ]);
    expect(versions[1].merged).toBeUndefined();
    expect(await wrongFigures(t)).toEqual([]);
  });

  it("is undone once, and a second call gives the same answer", async () => {
    const t = setup();
    await store(t, ["The pier is long."]);
    await merge(t, "The pier is LONG", { importance: 1 });
    const id = await newest(t);
    const key = { "Idempotency-Key": "undo-once" };
    const first = await (await undo(t, id, key)).json();
    expect(await (await undo(t, id, key)).json()).toEqual(first);
    expect(await (await undo(t, id)).json()).toEqual(first);
    const { entries } = await (await t.fetch("/audit?kind=undoChange", { headers: asTick })).json();
    expect(entries).toHaveLength(1);
    expect(entries[0].ids).toContain(id);
  });

  it("keeps its wording after an undo if another merge had the same wording", async () => {
    const t = setup();
    const [id = ""] = await store(t, ["The pier is long."]);
    await merge(t, "the pier is long", { importance: 1 });
    await merge(t, "the pier is long", { importance: 1 });
    expect((await listed(t)).total).toBe(1);
    await undone(t, await newest(t));
    expect((await rowsOf(t, ["merges"]))["merges"]).toMatchObject([{ memoryId: id, times: 1 }]);
    expect(await wrongFigures(t)).toEqual([]);
  });

  it("can't be undone after a later merge until that is undone, nor after an edit or an erasure", async () => {
    const t = setup();
    const [id = ""] = await store(t, ["The pier is long."]);
    await merge(t, "THE pier is long", { importance: 0.9 });
    const first = await newest(t);
    await merge(t, "the PIER is long", { importance: 0.95 });
    const second = await newest(t);
    expect(await refused(t, first)).toMatch(new RegExp(`${id} was merged .*${second}`));
    await undone(t, second);
    expect((await get(t, `/memories/${id}`)).importance).toBe(0.9);
    await undone(t, first);
    await merge(t, "the pier IS long", { importance: 0.97 });
    const third = await newest(t);
    await send(t, "PATCH", `/memories/${id}`, { confidence: 0.5 });
    const before = await rowsOf(t, ["memories", "merges", "memoryVersions", "changes"]);
    expect(await refused(t, third)).toMatch(`${id} was edited`);
    expect(await rowsOf(t, ["memories", "merges", "memoryVersions", "changes"])).toEqual(before);
    await send(t, "DELETE", `/memories/${id}`);
    expect(await refused(t, third)).toMatch(`${id} was erased`);
    expect(await wrongFigures(t)).toEqual([]);
  });

  it("can't be undone with a write token, nor under an unknown id", async () => {
    const t = setup();
    await store(t, ["The pier is long."]);
    await merge(t, "The pier is LONG", { importance: 1 });
    const path = `/changes/${await newest(t)}/undo`;
    await expectFailure(await post(t, path, {}), 401, "UNAUTHORIZED");
    await expectFailure(await undo(t, "none"), 404, "NOT_FOUND");
    await expectFailure(await post(t, path, { force: true }, asTick), 400, "VALIDATION_ERROR");
  });
});

large(
  "an undo stays whole while the memory is merged into, corrected and erased at the same moment",
  async () => {
    const step = fc.constantFrom("undo", "undo later", "reword", "merge", "restore", "erase");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        const t = setup();
        const [id = ""] = await store(t, ["Zorblat is long."]);
        await merge(t, "ZORBLAT is long", { importance: 0.9 });
        const first = await newest(t);
        await merge(t, "zorblat is LONG", { importance: 0.95 });
        const second = await newest(t);
        const statuses = await Promise.all(
          steps.map(async (step, i) => {
            const path = `/memories/${id}`;
            if (step === "undo") return (await undo(t, first)).status;
            if (step === "undo later") return (await undo(t, second)).status;
            if (step === "erase") return (await send(t, "DELETE", path)).status;
            if (step === "restore") return (await post(t, `${path}/restore`, { version: 1 })).status;
            if (step === "reword")
              return (await send(t, "PATCH", path, { content: `Zorblat is wide ${i}.` })).status;
            const memory = { type: "semantic", content: "zorblat IS long", confidence: 0.9 + i / 100 };
            return (await post(t, "/memories/store-dedup", memory)).status;
          }),
        );
        for (const status of statuses) expect([200, 404, 409]).toContain(status);
        expect(await wrongFigures(t)).toEqual([]);
        for (const { _id } of (await get(t, "/memories")).memories)
          await send(t, "DELETE", `/memories/${_id}`);
        expect(await tablesWith(t, "zorblat")).toEqual([]);
        expect(await wrongFigures(t)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  },
);

describe("undoing links", () => {
  it("deletes them and restores a confidence that a contradiction lowered", async () => {
    const t = setup();
    const [older = "", newer = ""] = await store(t, [
      "The pier is 40 metres long.",
      "The pier is 60 metres long.",
    ]);
    const before = await get(t, `/memories/${older}`);
    await post(t, "/memories/link", { memoryId: newer });
    const { links } = await get(t, `/memories/linked?id=${newer}`);
    expect(links).toMatchObject([{ targetId: older, type: "contradicts" }]);
    expect((await get(t, `/memories/${older}`)).confidence).toBeLessThan(before.confidence);
    expect(await undone(t, await newest(t, "links"))).toMatchObject({ counts: { links: 1, memories: 1 } });
    expect((await get(t, `/memories/linked?id=${newer}`)).links).toEqual([]);
    expect(await get(t, `/memories/${older}`)).toEqual({ ...before, version: 3 });
    expect(await wrongFigures(t)).toEqual([]);
    // Linking on request finds them again.
    await post(t, "/memories/link", { memoryId: newer });
    expect((await get(t, `/memories/linked?id=${newer}`)).links).toHaveLength(1);
  });

  it("covers all links of one run, which the next run does not find again", async () => {
    const t = setup({ AUTONOMY: "on" });
    await store(t, FERRY);
    const run = async () => {
      const { run } = await t.run(async (ctx) => {
        const row = await ctx.db.query("leases").take(9);
        return { run: (row.find(({ job }) => job === "links")?.run ?? 0) + 1 };
      });
      await t.run(async (ctx) => {
        const lease = (await ctx.db.query("leases").take(9)).find(({ job }) => job === "links");
        const held = { run, expiresAt: Date.now() + 60_000 };
        if (lease === undefined) await ctx.db.insert("leases", { job: "links", ...held });
        else await ctx.db.patch("leases", lease._id, held);
      });
      await t.action(internal.memories.linkMemory.runScheduled, { run });
    };
    await run();
    const { changes } = await listed(t, "?kind=links");
    expect(changes).toMatchObject([{ by: "self" }]);
    const count = async () => (await rowsOf(t, ["links"]))["links"]?.length;
    expect(changes[0].counts.links).toBe(await count());
    expect(await count()).toBeGreaterThan(1);
    await undone(t, changes[0]._id);
    expect(await count()).toBe(0);
    await run();
    expect(await count()).toBe(0);
    expect(await wrongFigures(t)).toEqual([]);
  });
});

describe("undoing learned facts", () => {
  const fact = (content: string, more: object = {}) => ({
    ...{ type: "semantic" as const, content, importance: 0.9, basedOn: [1], ...more },
  });

  async function learn(t: App, facts: ReturnType<typeof fact>[]): Promise<string> {
    await feed(t, "Tom says that the pier is 60 metres long and the crane is broken.");
    const tickId = await begun(t);
    await finishBy(t, tickId, await gathered(t, tickId), { ...ANSWER, memories: facts });
    return tickId;
  }

  it("erases them with their links, reverts their merges, and keeps the receipt", async () => {
    const t = setup({ AUTONOMY: "off" });
    const [known = ""] = await store(t, ["The pier is 40 metres long."]);
    const before = await get(t, `/memories/${known}`);
    const texts = ["one", "two", "three", "four", "five"].map((word) => `Zorblat has dock ${word}.`);
    const tickId = await learn(t, [
      fact("THE PIER IS 40 METRES LONG"),
      ...texts.map((text) => fact(text)),
      fact("zorblat has dock one"),
    ]);
    const receipt = await get(t, `/ticks/${tickId}`);
    const { changes } = await listed(t);
    expect(changes).toMatchObject([{ kind: "facts", by: "self", tickId, counts: { memories: 6 } }]);
    expect(receipt.memories.toSorted()).toEqual(changes[0].memoryIds.toSorted());
    await undone(t, changes[0]._id);
    const after = await get(t, `/memories/${known}`);
    expect(after).toEqual({ ...before, version: after.version });
    expect((await get(t, "/memories")).total).toBe(1);
    expect(await get(t, `/ticks/${tickId}`)).toEqual(receipt);
    expect((await tablesWith(t, "zorblat")).filter((table) => table !== "events")).toEqual([]);
    expect(await wrongFigures(t)).toEqual([]);
  });

  it("erases none of them if one was merged into later", async () => {
    const t = setup({ AUTONOMY: "off" });
    await learn(t, [fact("The crane is broken."), fact("The pier has a new lamp.")]);
    const facts = await newest(t);
    await merge(t, "THE CRANE IS BROKEN", { importance: 1 });
    const later = await newest(t);
    expect(await refused(t, facts)).toContain(later);
    expect((await get(t, "/memories")).total).toBe(2);
    await undone(t, later);
    await undone(t, facts);
    expect((await get(t, "/memories")).total).toBe(0);
    expect(await wrongFigures(t)).toEqual([]);
  });
});

describe("undoing a consolidation", () => {
  const TABLES = ["clusters", "clusterMembers", "coreMemories"] as const;
  /** Rounds sums and sorts terms of equal weight, so that states can be compared. */
  const rounded = (rows: object) =>
    JSON.parse(JSON.stringify(rows), (name, value: unknown) => {
      if (name === "termVector") return termsByName(value as { terms: string[]; weights: number[] });
      return typeof value === "number" && !Number.isInteger(value) ? Math.round(value * 1e6) / 1e6 : value;
    });
  const termsByName = ({ terms, weights }: { terms: string[]; weights: number[] }) =>
    terms.map((term, i) => [term, weights[i]]).sort();
  /** A dissolved theme comes back under a new id, and ids decide the order of equal themes. */
  const withoutIds = (rows: readonly object[]) =>
    rows
      .map(({ _id, _creationTime, ...row }: { _id?: string; _creationTime?: number }) => JSON.stringify(row))
      .sort()
      .map((row) => JSON.parse(row));
  const state = async (t: App) => {
    const { coreMemories = [], ...rows } = await rowsOf(t, TABLES);
    const listed = (await core(t)).coreMemories;
    return rounded({ ...rows, coreMemories: withoutIds(coreMemories), listed: withoutIds(listed) });
  };

  it("leaves no theme, and only a requested run groups the memories again", async () => {
    const t = setup();
    await store(t, [...FERRY, ...BREAD, ...STRAY]);
    const before = await state(t);
    await consolidate(t);
    const themes = (await core(t)).coreMemories.map(({ memories }) => memories.toSorted()).toSorted();
    expect(themes).toHaveLength(2);
    const { changes } = await listed(t);
    expect(changes).toMatchObject([
      { kind: "consolidation", by: "world", counts: { memories: 11, themes: 2 } },
    ]);
    await undone(t, changes[0]._id);
    expect(await state(t)).toEqual(before);
    expect(await wrongFigures(t)).toEqual([]);

    await store(t, ["The ferry to the island was painted."]);
    await t.action(internal.consolidation.run.runScheduled, {});
    expect((await core(t)).total).toBe(0);
    await consolidate(t);
    const again = (await core(t)).coreMemories.map(({ memories }) => memories.toSorted()).toSorted();
    expect(again.flat()).toEqual(expect.arrayContaining(themes.flat()));
    expect(await wrongFigures(t)).toEqual([]);
  });

  it("restores the themes that it changed, newest consolidation first", async () => {
    const t = setup();
    await store(t, [...FERRY.slice(0, 3), ...BREAD.slice(0, 2), ...STRAY]);
    await consolidate(t);
    const first = await state(t);
    await store(t, [...FERRY.slice(3), ...BREAD.slice(2), "The boiler was repaired again."]);
    await consolidate(t);
    const second = await state(t);
    await store(t, ["Island ferry tickets got cheaper.", "The bread of Maria with rye flour sells well."]);
    await consolidate(t);
    const { changes } = await listed(t, "?kind=consolidation");
    const ids = changes.map(({ _id }: { _id: string }) => _id);
    expect(ids).toHaveLength(3);
    expect(await refused(t, ids[2])).toContain(ids[0]);
    await undone(t, ids[0]);
    expect(await state(t)).toEqual(second);
    await undone(t, ids[1]);
    expect(await state(t)).toEqual(first);
    await undone(t, ids[2]);
    expect(await rowsOf(t, TABLES)).toEqual({ clusters: [], clusterMembers: [], coreMemories: [] });
    expect(await rowsOf(t, ["clusterMoves", "themesBefore"])).toEqual(NOTHING_KEPT);
    expect(await wrongFigures(t)).toEqual([]);
  });

  /** Texts of which the last run takes members out of a theme, so that the theme is dissolved. */
  const MOVING = [
    "pier pier.",
    "bread Maria.|island pier pier.|bread rye bread crane.|Maria rye.|pier Maria.|rye rye.|ferry pier ferry.|Maria Maria pier rye.",
    "Maria rye crane pier.|pier pier rye.|pier Maria rye.|crane pier rye.|pier Maria pier rye.",
    "bread rye crane pier.|bread crane crane.|crane island island Maria.|Maria Maria island island.|rye ferry island ferry.|pier crane ferry rye.|rye rye.|pier crane pier.|pier crane.",
  ].map((run) => run.split("|"));

  large("restores every theme, whatever moved between clusters", async () => {
    const word = fc.constantFrom(..."pier ferry island bread rye Maria crane".split(" "));
    const text = fc.array(word, { minLength: 2, maxLength: 4 }).map((words) => `${words.join(" ")}.`);
    const runs = fc.array(fc.array(text, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 4 });
    let moved = 0;
    await fc.assert(
      fc.asyncProperty(runs, async (runs) => {
        const t = setup();
        const states = [await state(t)];
        for (const texts of runs) {
          await store(t, texts);
          await consolidate(t);
          states.push(await state(t));
        }
        moved += (await rowsOf(t, ["clusterMoves"]))["clusterMoves"]?.length ?? 0;
        for (let left = (await listed(t)).total; left > 0; left -= 1) {
          await undone(t, await newest(t));
          expect(await state(t)).toEqual(states[left - 1]);
        }
        expect(await rowsOf(t, ["clusterMoves", "themesBefore"])).toEqual(NOTHING_KEPT);
        expect(await wrongFigures(t)).toEqual([]);
      }),
      { numRuns: 12, examples: [[MOVING]] },
    );
    expect(moved).toBeGreaterThan(0);
  });

  it("is refused after a memory was erased or reworded, whose words are then kept nowhere", async () => {
    const t = setup();
    const [secret = ""] = await store(t, ["The Zorblat ferry to the island leaves at nine.", ...FERRY]);
    await consolidate(t);
    await store(t, ["The ferry to the island was painted."]);
    await consolidate(t);
    const id = await newest(t);
    expect(await tablesWith(t, "zorblat")).toContain("themesBefore");
    await send(t, "DELETE", `/memories/${secret}`);
    expect(await tablesWith(t, "zorblat")).toEqual([]);
    const before = await state(t);
    expect(await refused(t, id)).toMatch(`${secret}, which was erased or reworded`);
    expect(await state(t)).toEqual(before);
    await store(t, ["The island ferry has a new captain."]);
    await consolidate(t);
    await undone(t, await newest(t));
    expect(await state(t)).toEqual(before);
    expect(await wrongFigures(t)).toEqual([]);
  });

  it("continues if a memory is erased or reworded in between", async () => {
    const t = setup();
    const numbered = Array.from(
      { length: 30 },
      (_, i) => `The Zorblat ferry to the island sails on day ${i}.`,
    );
    const ids = await store(t, numbered);
    await consolidate(t);
    const id = await newest(t);
    await t.mutation(internal.corrections.undoFunctions.undo, { id });
    await send(t, "DELETE", `/memories/${ids[29]}`);
    await send(t, "PATCH", `/memories/${ids[28]}`, { content: "The bakery is open." });
    await undone(t, id);
    expect(await rowsOf(t, TABLES)).toEqual({ clusters: [], clusterMembers: [], coreMemories: [] });
    expect(await wrongFigures(t)).toEqual([]);
    await consolidate(t);
    expect((await core(t)).coreMemories.flatMap(({ memories }) => memories).toSorted()).toEqual(
      ids.slice(0, 28).toSorted(),
    );
  });

  it("is refused while a consolidation is running, and no consolidation starts until it ends", async () => {
    const t = setup();
    await store(t, FERRY);
    await consolidate(t);
    const id = await newest(t);
    const run = await t.mutation(internal.consolidation.functions.begin, {});
    expect((await undo(t, id)).status).toBe(503);
    await t.mutation(internal.consolidation.functions.release, { run: run?.run ?? 0 });
    await t.run(async (ctx) => {
      const changeId = ctx.db.normalizeId("changes", id);
      if (changeId === null) throw new Error("no id");
      await Progress.update(ctx, { undoing: changeId });
    });
    expect((await undo(t, id)).status).toBe(503);
    expect(await t.mutation(internal.consolidation.functions.begin, {})).toBeNull();
    await t.run((ctx) => Progress.update(ctx, { undoing: undefined }));
    await undone(t, id);
    expect(await t.mutation(internal.consolidation.functions.begin, {})).not.toBeNull();
  });
});

it("the clean-up deletes old change sets and what undoing them needed", async () => {
  const t = setup();
  await store(t, FERRY);
  await consolidate(t);
  await store(t, ["The ferry to the island was painted."]);
  await consolidate(t);
  await merge(t, FERRY[0] ?? "", { importance: 1 });
  await t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("changes").take(9))
      await ctx.db.patch("changes", _id, { at: Date.now() - CHANGES_KEPT_MS });
  });
  await t.mutation(internal.registry.sweeper.sweep, {});
  const left = await listed(t);
  expect(left).toMatchObject({ total: 1, changes: [{ kind: "merge" }] });
  expect(await rowsOf(t, ["clusterMoves", "themesBefore"])).toEqual(NOTHING_KEPT);
  await merge(t, (FERRY[0] ?? "").toUpperCase(), { confidence: 1 });
  expect((await listed(t, "?limit=1&offset=1")).changes).toEqual(left.changes);
});
