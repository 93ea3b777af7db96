/** Core memories: reinforcement, outdated labels and removal. */
import { describe, expect, it } from "vitest";
import type { Id } from "../_generated/dataModel";
import { store } from "../../test/functions/memories";
import type { App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import { ChangeSet } from "../changes/changes";
import * as Assign from "./assign";
import * as Clusters from "./clusters";
import * as CoreMemories from "./coreMemories";
import { memorySums } from "../../test/functions/recount";

/** Assigns a memory with only these terms, nearest to those at `nearest`. Returns the themes that changed. */
async function assign(t: App, now: number, place: number, terms: string[], nearest: number[]) {
  const { memoryId } = await store(t, { content: `Number${place}.` });
  const weights = terms.map(() => 1 / Math.sqrt(terms.length));
  const one = {
    memoryId,
    scope: "",
    place,
    termVector: { terms, weights },
    confidence: 0.8,
    isStatement: true,
    nearest,
  };
  const step = { model: "", baseline: 0, reinforcedAt: now, memories: [one] };
  const by = { kind: "consolidation", by: "self", run: 1 } as const;
  return await t.run((ctx) => Assign.assign(ctx, step, new ChangeSet(ctx, now, by)));
}

/** Assigns one memory about `thing` at each place. Returns their cluster. */
async function cluster(
  t: App,
  now: number,
  thing: string,
  places: readonly number[],
): Promise<Id<"clusters">> {
  let changed: Id<"clusters">[] = [];
  for (const [i, place] of places.entries())
    changed = await assign(t, now, place, [thing], places.slice(0, i));
  const [id] = changed;
  if (id === undefined) throw new Error("no theme");
  return id;
}

const setLabel = (
  t: App,
  now: number,
  id: Id<"clusters">,
  theme: string,
  writer: "reflex" | "model" = "model",
) =>
  t.run((ctx) =>
    CoreMemories.setLabel(ctx, now, id, { theme, summary: `${theme}.`, writer, labelState: "settled" }, []),
  );
const read = (t: App, id: Id<"clusters">) => t.run((ctx) => CoreMemories.ofCluster(ctx, id));
const labelState = (t: App, id: Id<"clusters">) =>
  t.run(async (ctx) => (await ctx.db.get("clusters", id))?.labelState);
const listed = (t: App) =>
  t.run(async (ctx) => {
    const { coreMemories, total } = await CoreMemories.list(ctx, { limit: 100, offset: 0 });
    return { themes: coreMemories.map(({ theme }) => theme), total };
  });

describe("a core memory", () => {
  it("is reinforced when a new memory joins, never to an earlier time", async () => {
    const t = setup();
    const tea = await cluster(t, 1, "tea", [0, 1, 2]);
    const rain = await cluster(t, 1, "rain", [3, 4, 5]);
    expect(await setLabel(t, 100, tea, "Tea")).toBe("created");
    expect(await setLabel(t, 200, rain, "Rain")).toBe("created");
    expect(await listed(t)).toEqual({ themes: ["Rain", "Tea"], total: 2 });
    expect(await assign(t, 300, 6, ["tea"], [0, 1, 2])).toEqual([tea]);
    expect((await read(t, tea))?.lastReinforced).toBe(300);
    expect(await listed(t)).toEqual({ themes: ["Tea", "Rain"], total: 2 });
    await assign(t, 50, 7, ["tea"], [0, 1, 2]);
    expect(await read(t, tea)).toMatchObject({ lastReinforced: 300, size: 5 });
  });

  it("needs a new label by the model after growing by a quarter, and a new extracted one after any change", async () => {
    const t = setup();
    const tea = await cluster(t, 1, "tea", [0, 1, 2, 3, 4]);
    await setLabel(t, 1, tea, "Tea");
    await assign(t, 2, 5, ["tea"], [0]);
    expect(await labelState(t, tea)).toBe("settled");
    await assign(t, 2, 6, ["tea"], [0]);
    expect(await labelState(t, tea)).toBe("stale");
    expect(await setLabel(t, 3, tea, "Tea")).toBe("same");
    expect(await setLabel(t, 3, tea, "More tea", "reflex")).toBe("changed");
    await assign(t, 4, 7, ["tea"], [0]);
    expect(await labelState(t, tea)).toBe("stale");
  });

  it("disappears from the list and the totals when its members move to another theme", async () => {
    const t = setup();
    for (const place of [0, 1, 2]) await assign(t, 1, place, ["tea", "rain"], [0, 1].slice(0, place));
    const [both] = await t.run((ctx) => Clusters.byLabelState(ctx, "stale", 1));
    if (both === undefined) throw new Error("no theme");
    await setLabel(t, 1, both._id, "Rain at tea");
    const rain = await cluster(t, 1, "rain", [3, 4, 5, 6, 7, 8]);
    await setLabel(t, 1, rain, "Rain");
    expect((await memorySums(t)).coreMemories).toBe(2);
    expect(await assign(t, 2, 9, ["rain"], [3, 0, 1, 2])).toEqual([rain]);
    expect((await memorySums(t)).coreMemories).toBe(1);
    expect(await listed(t)).toEqual({ themes: ["Rain"], total: 1 });
    expect(await read(t, rain)).toMatchObject({ size: 10 });
    expect(await t.run((ctx) => ctx.db.get("clusters", both._id))).toBeNull();
  });

  it("gains and loses the members that an action has moved, unless they are gone", async () => {
    const t = setup();
    const tea = await cluster(t, 1, "tea", [0, 1, 2]);
    const rain = await cluster(t, 1, "rain", [3, 4, 5]);
    await setLabel(t, 1, tea, "Tea");
    const put = (clusterId: Id<"clusters">, moving: number[]) =>
      t.run((ctx) => {
        const groups = [{ clusterId, joining: [], moving }];
        const set = new ChangeSet(ctx, 2, { kind: "consolidation", by: "self", run: 2 });
        return Assign.putTogether(ctx, { reinforcedAt: 2, groups }, set);
      });
    expect(await put(rain, [2, 99])).toEqual({ clusterIds: [rain], themes: [rain] });
    const size = (id: Id<"clusters">) => t.run(async (ctx) => (await ctx.db.get("clusters", id))?.size);
    expect([await size(tea), await size(rain)]).toEqual([2, 4]);
    expect(await listed(t)).toEqual({ themes: [], total: 0 });
    const moves = await t.run((ctx) => ctx.db.query("clusterMoves").collect());
    expect(moves).toMatchObject([{ place: 2, from: tea }]);
    await t.run((ctx) => ctx.db.delete("clusters", rain));
    const { clusterIds } = await put(rain, [0]);
    expect(clusterIds).toEqual([expect.not.stringMatching(rain)]);
  });

  it("is labelled before smaller core memories", async () => {
    const t = setup();
    await cluster(t, 1, "tea", [0, 1, 2]);
    await cluster(t, 1, "rain", [3, 4, 5, 6]);
    const rows = await t.run((ctx) => Clusters.byLabelState(ctx, "stale", 9));
    expect(rows.map(({ size }) => size)).toEqual([4, 3]);
  });
});
