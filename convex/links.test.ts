/** Links between memories: detected, made by hand, and read both ways. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import * as Links from "./model/links";
import * as NewMemory from "./model/newMemory";
import * as Totals from "./model/memoryTotals";
import { readSettings } from "./settings";
import { large, setup } from "./test.setup";

afterEach(() => {
  vi.useRealTimers();
});

type App = ReturnType<typeof setup>;
type ById = Id<"memories">;

/** Stores memories in this order. */
async function remember(t: App, ...contents: string[]): Promise<ById[]> {
  return await t.run(async (ctx) => {
    const ids: ById[] = [];
    for (const content of contents) {
      const memory = { type: "semantic", content, author: "world", confidence: 0.8 } as const;
      ids.push((await NewMemory.add(ctx, Date.now(), readSettings({}), memory)).memoryId);
    }
    return ids;
  });
}

/** Stores one of each teller. */
async function tell(
  t: App,
  tellings: readonly (readonly [user: string, content: string])[],
): Promise<ById[]> {
  return await t.run(async (ctx) => {
    const ids: ById[] = [];
    for (const [user, content] of tellings) {
      const metadata = JSON.stringify({ user });
      const memory = { type: "semantic", content, metadata, author: "world", confidence: 0.8 } as const;
      ids.push((await NewMemory.add(ctx, Date.now(), readSettings({}), memory)).memoryId);
    }
    return ids;
  });
}

/** Stores one. */
async function rememberOne(t: App, content: string): Promise<ById> {
  return nth(await remember(t, content), 0);
}

/** The nth of some ids. */
function nth(ids: readonly ById[], n: number): ById {
  const id = ids[n];
  if (id === undefined) throw new Error(`there is no memory ${n}`);
  return id;
}

async function detect(t: App, memoryId: ById) {
  const { proposals } = await t.query(internal.links.detect, { memoryId, embedding: null, nearest: [] });
  const links = proposals.map(({ targetId, type, strength, confidence }) => ({
    targetId,
    type,
    strength,
    confidence,
  }));
  return await t.mutation(internal.links.make, { memoryId, links });
}

const byHand = (
  t: App,
  id: string,
  targetId: string,
  fields: { type?: "contradicts"; confidence?: number } = {},
) =>
  t.mutation(internal.links.makeByHand, {
    id,
    targetId,
    type: "related_to",
    strength: 0.5,
    confidence: 0.5,
    ...fields,
  });
const confidenceOf = (t: App, id: ById) =>
  t.run(async (ctx) => (await ctx.db.get("memories", id))?.confidence);
const totals = (t: App) => t.run((ctx) => Totals.read(ctx));

describe("detected links", () => {
  const UNRELATED = ["I planted tomatoes behind the shed", "The museum bought two paintings of the sea"];

  test("lead to what tells of the same, and not to strangers", async () => {
    const t = setup();
    const ids = await remember(t, "The payment gateway failed at noon.", ...UNRELATED);
    const effect = await rememberOne(t, "The launch was delayed because the payment gateway failed.");
    const { linksCreated, totalLinks } = await detect(t, effect);
    expect(linksCreated.map(({ targetId, type }) => ({ targetId, type }))).toEqual([
      { targetId: nth(ids, 0), type: "caused_by" },
    ]);
    expect(totalLinks).toBe(1);
  });

  describe("of what goes on from what was told just before", () => {
    const CAME_OF_IT = "Because of that, we delayed the launch.";
    const causes = async (t: App, id: ById) => {
      const { linksCreated } = await detect(t, id);
      return linksCreated.filter(({ type }) => type === "caused_by").map(({ targetId }) => targetId);
    };

    test("lead to that, though they share no word, and however much is more alike", async () => {
      const t = setup();
      const alike = Array.from({ length: 44 }, (_, i) => `We delayed launch ${i} of the kite.`);
      const ids = await remember(t, ...alike, ...UNRELATED, "The gateway failed at noon.");
      expect(await causes(t, await rememberOne(t, CAME_OF_IT))).toEqual([nth(ids, 46)]);
    });

    test("pass over what somebody else said in between", async () => {
      const t = setup();
      const ids = await tell(t, [
        ["ana", "The gateway failed at noon."],
        ["ben", "The soup was salty."],
        ["ana", CAME_OF_IT],
      ]);
      expect(await causes(t, nth(ids, 2))).toEqual([nth(ids, 0)]);
    });

    test("pass over what the agent itself noted in between, and what was concluded", async () => {
      const t = setup();
      const failed = await rememberOne(t, "The gateway failed at noon.");
      await t.run(async (ctx) => {
        const own = { type: "semantic", content: "The soup was salty.", author: "self" } as const;
        await NewMemory.add(ctx, Date.now(), readSettings({}), own);
      });
      const cameOfIt = await rememberOne(t, CAME_OF_IT);
      expect(await causes(t, cameOfIt)).toEqual([failed]);
      const concluded = { type: "reflection", content: "Soups tend to be salty." } as const;
      await t.mutation(internal.memories.store, concluded);
      expect(await causes(t, await rememberOne(t, "Because of that, nobody ate."))).toEqual([cameOfIt]);
    });

    test("lead nowhere where it was told long before, or only asked", async () => {
      const t = setup();
      const told = Date.UTC(2026, 10, 23, 12);
      vi.useFakeTimers({ now: told, toFake: ["Date"] });
      await remember(t, "The gateway failed at noon.");
      vi.setSystemTime(told + 2 * 60 * 60_000);
      expect(await causes(t, await rememberOne(t, CAME_OF_IT))).toEqual([]);
      await remember(t, "Who has seen the cat?");
      expect(await causes(t, await rememberOne(t, CAME_OF_IT))).toEqual([]);
    });
  });

  test("are made once, and found again when more is known", async () => {
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

  test("are at most five at once, however many are alike", async () => {
    const t = setup();
    const ids = await remember(
      t,
      ...Array.from({ length: 12 }, (_, i) => `The lighthouse keeper wrote letter ${i} to the harbour board`),
    );
    expect((await detect(t, nth(ids, 0))).linksCreated).toHaveLength(5);
  });

  large("find a memory among many by a name that both share", async () => {
    const t = setup();
    const old = await rememberOne(t, "We met Ottilie Brandt at the harbour fair");
    await remember(t, ...Array.from({ length: 80 }, (_, i) => `Note ${i}: the kettle in room ${i} is on`));
    const later = await rememberOne(t, "A letter came today from Ottilie Brandt");
    expect((await detect(t, later)).linksCreated.map(({ targetId }) => targetId)).toEqual([old]);
  });
});

describe("links of reflections", () => {
  const FOG = "The harbour ferry stood still, because fog lay over the harbour bridge.";
  const FOG_NOTED = "Fog lay over the harbour bridge all morning.";

  const conclude = (t: App, content: string, basedOn?: readonly ById[]) =>
    t.run(async (ctx) => {
      const memory = { type: "reflection", content, author: "self", ...(basedOn && { basedOn }) } as const;
      return (await NewMemory.add(ctx, Date.now(), readSettings({}), memory)).memoryId;
    });

  test("lead to what they are based on, and nowhere else", async () => {
    const t = setup();
    const ids = await remember(t, FOG_NOTED, "Bread needs rye flour.", "The quay was painted blue.");
    const reflection = await conclude(t, `I have learned this: ${FOG_NOTED}`, ids.slice(1));
    const { linksCreated } = await detect(t, reflection);
    expect(linksCreated.map(({ targetId }) => targetId).sort()).toEqual(ids.slice(1).sort());
    for (const link of linksCreated) expect(link).toMatchObject({ type: "related_to", confidence: 1 });
    expect((await detect(t, reflection)).linksCreated).toEqual([]);
  });

  test("are relations only: a reflection is no cause, and has none", async () => {
    const t = setup();
    const reflection = await conclude(t, FOG_NOTED);
    const told = await rememberOne(t, FOG);
    expect((await detect(t, told)).linksCreated).toMatchObject([
      { targetId: reflection, type: "related_to" },
    ]);
    expect((await detect(t, reflection)).linksCreated).toMatchObject([
      { targetId: told, type: "related_to" },
    ]);
    const noted = await rememberOne(t, FOG_NOTED.replace("all morning", "until noon"));
    const drawn = await conclude(t, FOG);
    const links = (await detect(t, drawn)).linksCreated;
    expect(links.map(({ targetId }) => targetId)).toContain(noted);
    expect(new Set(links.map(({ type }) => type))).toEqual(new Set(["related_to"]));
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

  test("leads neither to its source nor to what is not there", async () => {
    const t = setup();
    const from = await rememberOne(t, "one");
    expect(await byHand(t, from, from)).toEqual({ kind: "itself" });
    expect(await byHand(t, from, "nobody")).toEqual({ kind: "unknown", id: "nobody" });
    expect(await byHand(t, "nobody", from)).toEqual({ kind: "unknown", id: "nobody" });
  });

  large("is one of at most 64 out of a memory; those that exist may still be named", async () => {
    const t = setup();
    const ids = await remember(t, ...Array.from({ length: 66 }, (_, i) => `number ${i}`));
    for (const target of ids.slice(1, 65)) await byHand(t, nth(ids, 0), target);
    expect(await byHand(t, nth(ids, 0), nth(ids, 65))).toEqual({ kind: "full", most: 64 });
    expect(await byHand(t, nth(ids, 0), nth(ids, 1))).toMatchObject({ kind: "made", totalLinks: 64 });
    expect((await totals(t)).links).toBe(64);
  });

  test("counts in the totals, with its bytes", async () => {
    const t = setup();
    const [a, b] = [await rememberOne(t, "one"), await rememberOne(t, "two")];
    const before = await totals(t);
    await byHand(t, a, b);
    await byHand(t, a, b);
    const after = await totals(t);
    expect(after.links).toBe(1);
    expect(after.bytes).toBeGreaterThan(before.bytes);
  });
});

describe("a contradiction", () => {
  test.each(["by the newer", "by the older"])(
    "told %s takes from the older's confidence, once",
    async (who) => {
      const t = setup();
      const [older, newer] = [
        await rememberOne(t, "The office is open"),
        await rememberOne(t, "It is closed"),
      ];
      const [from, to] = who === "by the newer" ? [newer, older] : [older, newer];
      await byHand(t, from, to, { type: "contradicts", confidence: 0.6 });
      expect(await confidenceOf(t, older)).toBe(0.56);
      expect(await confidenceOf(t, newer)).toBe(0.8);
      await byHand(t, to, from, { type: "contradicts", confidence: 1 });
      expect(await confidenceOf(t, older)).toBe(0.56);
      expect((await totals(t)).confidenceSum).toBe(1_360_000);
    },
  );

  test("that is told again in the same words takes nothing more", async () => {
    const t = setup();
    const older = await rememberOne(t, "The cistern is full");
    await remember(t, ...Array.from({ length: 40 }, (_, i) => `number ${i}`));
    for (const copy of ["The cistern is empty", "The cistern is empty!", "the cistern is  empty."])
      await byHand(t, await rememberOne(t, copy), older, { type: "contradicts", confidence: 0.6 });
    expect(await confidenceOf(t, older)).toBe(0.56);
    const another = await rememberOne(t, "There is no water in the cistern");
    await byHand(t, another, older, { type: "contradicts", confidence: 0.6 });
    expect(await confidenceOf(t, older)).toBeLessThan(0.56);
  });

  test("takes, with all others together, no more than two thirds of what the confidence was", async () => {
    const t = setup();
    const older = await rememberOne(t, "The cistern is full");
    for (let i = 0; i < 6; i += 1)
      await byHand(t, await rememberOne(t, `Witness ${i} found it empty`), older, {
        type: "contradicts",
        confidence: 0.9,
      });
    expect(await confidenceOf(t, older)).toBeCloseTo(0.8 / 3, 5);
    const weakened = Math.round(1e6 * ((await confidenceOf(t, older)) ?? 0));
    expect((await totals(t)).confidenceSum).toBe(6 * 800_000 + weakened);
  });

  test("is none between the figures of two days", async () => {
    const t = setup();
    const ids = await remember(t, "Sales today: 412 euros.", "Sales today: 388 euros.");
    const [first = nth(ids, 0), second = nth(ids, 1)] = ids;
    await t.run((ctx) => ctx.db.patch("memories", first, { createdAt: Date.UTC(2026, 1, 2, 18) }));
    const { linksCreated } = await detect(t, second);
    expect(linksCreated.filter(({ type }) => type === "contradicts")).toEqual([]);
    expect(await confidenceOf(t, first)).toBe(0.8);
  });

  test("takes from the older's confidence also where the same was said before and led to no contradiction", async () => {
    const t = setup();
    const older = await rememberOne(t, "The cistern is full");
    const [, again] = [await rememberOne(t, "It is empty"), await rememberOne(t, "It is empty")];
    await byHand(t, again, older, { type: "contradicts", confidence: 0.6 });
    expect(await confidenceOf(t, older)).toBe(0.56);
  });

  test("alone takes confidence, be the two linked otherwise already or not", async () => {
    const t = setup();
    const [older, newer] = [await rememberOne(t, "The office is open"), await rememberOne(t, "It is closed")];
    await byHand(t, newer, older, { confidence: 1 });
    expect(await confidenceOf(t, older)).toBe(0.8);
    await byHand(t, newer, older, { type: "contradicts", confidence: 0.6 });
    expect(await confidenceOf(t, older)).toBe(0.56);
  });

  const conclude = async (t: App, content: string) => {
    const memory = { type: "reflection", content, author: "self", confidence: 0.8 } as const;
    return (await t.run((ctx) => NewMemory.add(ctx, Date.now(), readSettings({}), memory))).memoryId;
  };

  test("by the agent's own words takes nothing from the world's, but from the agent's", async () => {
    const t = setup();
    const told = await rememberOne(t, "The office is open on Sundays");
    const concluded = await conclude(t, "The office is always open");
    const own = await conclude(t, "The office is never open on Sundays");
    for (const older of [told, concluded])
      await byHand(t, own, older, { type: "contradicts", confidence: 0.6 });
    expect(await confidenceOf(t, told)).toBe(0.8);
    expect(await confidenceOf(t, concluded)).toBe(0.56);
  });

  test("is detected between memories of one subject", async () => {
    const t = setup();
    const ids = await remember(t, "The office is open on Sundays.", "The office is not open on Sundays.");
    const { linksCreated } = await detect(t, nth(ids, 1));
    expect(linksCreated).toMatchObject([{ targetId: nth(ids, 0), type: "contradicts" }]);
    expect(await confidenceOf(t, nth(ids, 0))).toBeLessThan(0.8);
  });

  test.each([
    ["I have no pets.", "I have a dog."],
    ["I have a sister.", "I have no siblings."],
    ["Ada is vegan.", "Ada eats cheese every day."],
  ])("is told of a kind and of what is of it, without a word in common: %s %s", async (before, after) => {
    const t = setup();
    const others = [
      "Rain fell all night.",
      "The mill turns slowly.",
      "Paul sells apples.",
      "We met at five.",
    ];
    const older = await rememberOne(t, before);
    await remember(t, ...others);
    const { linksCreated } = await detect(t, await rememberOne(t, after));
    expect(linksCreated).toContainEqual(expect.objectContaining({ targetId: older, type: "contradicts" }));
  });

  test("is none where what was got since is told, which is linked as what brings it up to date", async () => {
    const t = setup();
    const older = await rememberOne(t, "I have no pets.");
    await remember(t, "Rain fell all night.", "The mill turns slowly.", "Paul sells apples.");
    const { linksCreated } = await detect(t, await rememberOne(t, "I adopted a puppy from the shelter."));
    expect(linksCreated).toContainEqual(expect.objectContaining({ targetId: older, type: "related_to" }));
    expect(await confidenceOf(t, older)).toBe(0.8);
  });

  test("is none between two people who each tell of themselves, and one where it holds for both", async () => {
    const t = setup();
    const home = await tell(t, [
      ["alice", "I live in Berlin."],
      ["bob", "I live in Rome."],
    ]);
    const ofHomes = await detect(t, nth(home, 1));
    expect(ofHomes.linksCreated.map(({ type }) => type)).not.toContain("contradicts");
    const office = await tell(t, [
      ["alice", "The office is in Berlin."],
      ["bob", "The office is in Rome."],
    ]);
    const ofOffices = await detect(t, nth(office, 1));
    expect(ofOffices.linksCreated).toContainEqual(
      expect.objectContaining({ targetId: nth(office, 0), type: "contradicts" }),
    );
  });
});

describe("a memory's links", () => {
  test("are read both ways: the strongest first, and the newest that lead to it", async () => {
    const t = setup();
    const ids = await remember(t, "hub", "one", "two", "three");
    await t.run(async (ctx) => {
      const link = { type: "related_to", confidence: 0.5, detected: false } as const;
      for (const [i, strength] of [0.2, 0.9, 0.5].entries())
        await Links.add(ctx, 1000 + i, { source: nth(ids, 0), target: nth(ids, i + 1), strength, ...link });
      for (const i of [1, 2, 3])
        await Links.add(ctx, 2000 + i, { source: nth(ids, i), target: nth(ids, 0), strength: 0.5, ...link });
    });
    const found = await t.query(internal.links.linked, { id: nth(ids, 0) });
    expect(found?.memory.content).toBe("hub");
    expect(found?.links.map(({ strength }) => strength)).toEqual([0.9, 0.5, 0.2]);
    expect(found?.backlinks.map(({ sourceId }) => sourceId)).toEqual([nth(ids, 3), nth(ids, 2), nth(ids, 1)]);
  });

  test("of one strength stand in the order in which they were made", async () => {
    const t = setup();
    const ids = await remember(t, ...Array.from({ length: 9 }, (_, i) => `number ${i}`));
    for (const target of ids.slice(1)) await byHand(t, nth(ids, 0), target);
    const found = await t.query(internal.links.linked, { id: nth(ids, 0) });
    expect(found?.links.map(({ targetId }) => targetId)).toEqual(ids.slice(1));
  });

  test("of an id that names no memory are none", async () => {
    expect(await setup().query(internal.links.linked, { id: "nobody" })).toBeNull();
  });

  large("are read at a cost that does not grow with how many lead to it", async () => {
    const t = setup();
    const ids = await remember(t, ...Array.from({ length: 103 }, (_, i) => `number ${i}`));
    const hub = nth(ids, 0);
    await t.run(async (ctx) => {
      for (const source of ids.slice(1)) {
        const link = { source, target: hub, type: "related_to", strength: 0.5, confidence: 0.5 } as const;
        await Links.add(ctx, Date.now(), { ...link, detected: true });
      }
    });
    expect((await t.query(internal.links.linked, { id: hub }))?.backlinks).toHaveLength(Links.MOST_BACK);
  });
});
