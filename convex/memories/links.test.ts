/** Links between memories: detected, created by hand, and read from both ends. */
import { describe, expect, test } from "vitest";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import * as Links from "./links";
import * as NewMemory from "./newMemory";
import { memorySums } from "../../test/functions/recount";
import { readSettings } from "../lib/settings";
import { large, setup } from "../../test/functions/setup";

type App = ReturnType<typeof setup>;
type ById = Id<"memories">;

/** Stores memories in this order. */
async function remember(t: App, ...contents: string[]): Promise<ById[]> {
  return await t.run(async (ctx) => {
    const ids: ById[] = [];
    for (const content of contents) {
      const memory = { type: "semantic", content, author: "world", confidence: 0.8 } as const;
      ids.push((await NewMemory.createMemory(ctx, Date.now(), readSettings({}), memory)).memoryId);
    }
    return ids;
  });
}

async function rememberOne(t: App, content: string): Promise<ById> {
  return nth(await remember(t, content), 0);
}

function nth(ids: readonly ById[], n: number): ById {
  const id = ids[n];
  if (id === undefined) throw new Error(`there is no memory ${n}`);
  return id;
}

async function detect(t: App, memoryId: ById) {
  const { proposals } = await t.query(internal.memories.linkDetection.detect, {
    memoryId,
    embedding: null,
    nearest: [],
  });
  return await t.mutation(internal.memories.linkFunctions.createDetected, {
    memoryId,
    links: proposals.map(({ link }) => link),
  });
}

const byHand = (
  t: App,
  id: string,
  targetId: string,
  fields: { type?: "contradicts"; confidence?: number } = {},
) =>
  t.mutation(internal.memories.linkFunctions.createManual, {
    id,
    targetId,
    type: "related_to",
    strength: 0.5,
    confidence: 0.5,
    ...fields,
  });
const confidenceOf = (t: App, id: ById) =>
  t.run(async (ctx) => (await ctx.db.get("memories", id))?.confidence);

describe("detected links", () => {
  const UNRELATED = ["I planted tomatoes behind the shed", "The museum bought two paintings of the sea"];

  test("lead only to near memories", async () => {
    const t = setup();
    const ids = await remember(t, "The payment gateway failed at noon.", ...UNRELATED);
    const later = await rememberOne(t, "The launch was delayed because the payment gateway failed.");
    const { linksCreated, totalLinks } = await detect(t, later);
    expect(linksCreated).toMatchObject([{ targetId: nth(ids, 0), type: "related_to" }]);
    expect(totalLinks).toBe(1);
  });

  test("are created once, and detected again for later memories", async () => {
    const t = setup();
    const ids = await remember(t, "Our dog Rex is a collie.", "Our dog Rex loves the river.");
    const first = await detect(t, nth(ids, 1));
    expect(first.linksCreated).toHaveLength(1);
    expect(await detect(t, nth(ids, 1))).toEqual({ linksCreated: [], totalLinks: 1 });
    const later = await rememberOne(t, "Our dog Rex swam across the river.");
    const again = await detect(t, nth(ids, 1));
    expect(again.linksCreated.map(({ targetId }) => targetId)).toEqual([later]);
    expect(again.totalLinks).toBe(2);
  });

  test("are at most five at once, however many are near", async () => {
    const t = setup();
    const ids = await remember(
      t,
      ...Array.from({ length: 12 }, (_, i) => `The lighthouse keeper wrote letter ${i} to the harbour board`),
    );
    expect((await detect(t, nth(ids, 0))).linksCreated).toHaveLength(5);
  });

  test("lead from questions only to questions, and from statements only to statements", async () => {
    const t = setup();
    const ids = await remember(
      t,
      "Where is the key of the boathouse?",
      "The key of the boathouse is gone.",
      "Who has the key of the boathouse?",
      "The key of the boathouse hangs by the door.",
    );
    for (const [from, to] of [
      [2, 0],
      [3, 1],
    ] as const) {
      const { linksCreated } = await detect(t, nth(ids, from));
      expect(linksCreated.map(({ targetId }) => targetId)).toEqual([nth(ids, to)]);
    }
  });

  large("lead to a memory among many that shares a name", async () => {
    const t = setup();
    const old = await rememberOne(t, "We met Ottilie Brandt at the harbour fair");
    await remember(t, ...Array.from({ length: 80 }, (_, i) => `Note ${i}: the kettle in room ${i} is on`));
    const later = await rememberOne(t, "A letter came today from Ottilie Brandt");
    expect((await detect(t, later)).linksCreated.map(({ targetId }) => targetId)).toEqual([old]);
  });
});

describe("links of reflections", () => {
  const FOG = "Fog lay over the harbour bridge all morning.";

  const conclude = (t: App, content: string, basedOn?: ById[]) =>
    t.run(async (ctx) => {
      const memory = { type: "reflection", content, author: "self", ...(basedOn && { basedOn }) } as const;
      return (await NewMemory.createMemory(ctx, Date.now(), readSettings({}), memory)).memoryId;
    });

  test("lead only to the memories that they are based on", async () => {
    const t = setup();
    const ids = await remember(t, FOG, "Bread needs rye flour.", "The quay was painted blue.");
    const reflection = await conclude(t, `I have learned this: ${FOG}`, ids.slice(1));
    const { linksCreated } = await detect(t, reflection);
    expect(linksCreated.map(({ targetId }) => targetId).sort()).toEqual(ids.slice(1).sort());
    for (const link of linksCreated) expect(link).toMatchObject({ type: "related_to", confidence: 1 });
    expect((await detect(t, reflection)).linksCreated).toEqual([]);
  });

  test("are only of type related_to", async () => {
    const t = setup();
    const reflection = await conclude(t, FOG);
    const told = await rememberOne(t, FOG.replace("lay", "did not lie"));
    for (const [from, to] of [
      [told, reflection],
      [reflection, told],
    ] as const)
      expect((await detect(t, from)).linksCreated).toMatchObject([{ targetId: to, type: "related_to" }]);
  });
});

describe("a link", () => {
  test("is unique by source, target and type", async () => {
    const t = setup();
    const [from, to] = [await rememberOne(t, "one"), await rememberOne(t, "two")];
    expect(await byHand(t, from, to)).toMatchObject({ kind: "made", totalLinks: 1 });
    expect(await byHand(t, from, to)).toEqual({ kind: "made", linksCreated: [], totalLinks: 1 });
    expect(await byHand(t, from, to, { type: "contradicts" })).toMatchObject({ totalLinks: 2 });
    expect(await byHand(t, to, from)).toMatchObject({ totalLinks: 1 });
  });

  test("leads neither to its source nor to a missing memory", async () => {
    const t = setup();
    const from = await rememberOne(t, "one");
    expect(await byHand(t, from, from)).toEqual({ kind: "itself" });
    expect(await byHand(t, from, "nobody")).toEqual({ kind: "unknown", id: "nobody" });
    expect(await byHand(t, "nobody", from)).toEqual({ kind: "unknown", id: "nobody" });
  });

  large("is refused beyond 64 out of a memory, unless it exists", async () => {
    const t = setup();
    const ids = await remember(t, ...Array.from({ length: 66 }, (_, i) => `number ${i}`));
    for (const target of ids.slice(1, 65)) await byHand(t, nth(ids, 0), target);
    expect(await byHand(t, nth(ids, 0), nth(ids, 65))).toEqual({ kind: "full", most: 64 });
    expect(await byHand(t, nth(ids, 0), nth(ids, 1))).toMatchObject({ kind: "made", totalLinks: 64 });
    expect((await memorySums(t)).links).toBe(64);
  });

  test("counts in the totals", async () => {
    const t = setup();
    const [a, b] = [await rememberOne(t, "one"), await rememberOne(t, "two")];
    await byHand(t, a, b);
    await byHand(t, a, b);
    expect((await memorySums(t)).links).toBe(1);
  });
});

describe("a contradiction", () => {
  test.each(["the newer", "the older"])("from %s lowers the older one's confidence once", async (who) => {
    const t = setup();
    const [older, newer] = [await rememberOne(t, "The office is open"), await rememberOne(t, "It is closed")];
    const [from, to] = who === "by the newer" ? [newer, older] : [older, newer];
    await byHand(t, from, to, { type: "contradicts", confidence: 0.6 });
    expect(await confidenceOf(t, older)).toBe(0.56);
    expect(await confidenceOf(t, newer)).toBe(0.8);
    await byHand(t, to, from, { type: "contradicts", confidence: 1 });
    expect(await confidenceOf(t, older)).toBe(0.56);
    expect((await memorySums(t)).confidence).toBe(1_360_000);
  });

  test("lowers a memory's confidence once, however many contradict it", async () => {
    const t = setup();
    const older = await rememberOne(t, "The cistern is full");
    for (let i = 0; i < 3; i += 1)
      await byHand(t, await rememberOne(t, `Witness ${i} found it empty`), older, {
        type: "contradicts",
        confidence: 0.6,
      });
    expect(await confidenceOf(t, older)).toBe(0.56);
    expect((await memorySums(t)).confidence).toBe(3 * 800_000 + 560_000);
  });

  test("lowers confidence whether or not the two have other links", async () => {
    const t = setup();
    const [older, newer] = [await rememberOne(t, "The office is open"), await rememberOne(t, "It is closed")];
    await byHand(t, newer, older, { confidence: 1 });
    expect(await confidenceOf(t, older)).toBe(0.8);
    await byHand(t, newer, older, { type: "contradicts", confidence: 0.6 });
    expect(await confidenceOf(t, older)).toBe(0.56);
  });

  const conclude = async (t: App, content: string) => {
    const memory = { type: "reflection", content, author: "self", confidence: 0.8 } as const;
    return (await t.run((ctx) => NewMemory.createMemory(ctx, Date.now(), readSettings({}), memory))).memoryId;
  };

  test("by the agent's own words lowers the confidence only of the agent's own words", async () => {
    const t = setup();
    const told = await rememberOne(t, "The office is open on Sundays");
    const concluded = await conclude(t, "The office is always open");
    const own = await conclude(t, "The office is never open on Sundays");
    for (const older of [told, concluded])
      await byHand(t, own, older, { type: "contradicts", confidence: 0.6 });
    expect(await confidenceOf(t, told)).toBe(0.8);
    expect(await confidenceOf(t, concluded)).toBe(0.56);
  });

  test("is detected between near-equal statements", async () => {
    const t = setup();
    const ids = await remember(t, "The office is open on Sundays.", "The office is not open on Sundays.");
    const { linksCreated } = await detect(t, nth(ids, 1));
    expect(linksCreated).toMatchObject([{ targetId: nth(ids, 0), type: "contradicts" }]);
    expect(await confidenceOf(t, nth(ids, 0))).toBeLessThan(0.8);
  });
});

describe("a memory's links", () => {
  test("are read from both ends: the strongest first, and the newest backlinks first", async () => {
    const t = setup();
    const ids = await remember(t, "hub", "one", "two", "three");
    await t.run(async (ctx) => {
      const link = { type: "related_to", confidence: 0.5, detected: false } as const;
      for (const [i, strength] of [0.2, 0.9, 0.5].entries())
        await Links.add(ctx, 1000 + i, { source: nth(ids, 0), target: nth(ids, i + 1), strength, ...link });
      for (const i of [1, 2, 3])
        await Links.add(ctx, 2000 + i, { source: nth(ids, i), target: nth(ids, 0), strength: 0.5, ...link });
    });
    const found = await t.query(internal.memories.queries.linked, { id: nth(ids, 0) });
    expect(found?.memory.content).toBe("hub");
    expect(found?.links.map(({ strength }) => strength)).toEqual([0.9, 0.5, 0.2]);
    expect(found?.backlinks.map(({ sourceId }) => sourceId)).toEqual([nth(ids, 3), nth(ids, 2), nth(ids, 1)]);
  });

  test("of equal strength are in the order of creation", async () => {
    const t = setup();
    const ids = await remember(t, ...Array.from({ length: 9 }, (_, i) => `number ${i}`));
    for (const target of ids.slice(1)) await byHand(t, nth(ids, 0), target);
    const found = await t.query(internal.memories.queries.linked, { id: nth(ids, 0) });
    expect(found?.links.map(({ targetId }) => targetId)).toEqual(ids.slice(1));
  });

  test("are null for an id that names no memory", async () => {
    expect(await setup().query(internal.memories.queries.linked, { id: "nobody" })).toBeNull();
  });

  large("are read at a cost that does not grow with the number of backlinks", async () => {
    const t = setup();
    const ids = await remember(t, ...Array.from({ length: 103 }, (_, i) => `number ${i}`));
    const hub = nth(ids, 0);
    await t.run(async (ctx) => {
      for (const source of ids.slice(1)) {
        const link = { source, target: hub, type: "related_to", strength: 0.5, confidence: 0.5 } as const;
        await Links.add(ctx, Date.now(), { ...link, detected: true });
      }
    });
    expect((await t.query(internal.memories.queries.linked, { id: hub }))?.backlinks).toHaveLength(
      Links.MAX_BACK,
    );
  });
});
