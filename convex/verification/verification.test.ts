/** Damage that is made in the database itself is found by what it is, and repaired where it follows from rows. */
import { describe, expect, it } from "vitest";
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { EntriesByTree } from "../lib/entriesByTree";
import { consolidate, store } from "../../test/functions/consolidation";
import { post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import { live } from "../../test/functions/transfer";
import * as Documents from "../search/documents";
import type { Report } from "./run";

const verify = (t: App, repairs = false): Promise<Report> =>
  t.action(internal.verification.run.all, { repairs });

async function lived(): Promise<App> {
  const t = setup({ AUTONOMY: "off" });
  await live(t);
  return t;
}

/** Enough memories for a tree of two levels. */
async function withManyMemories(): Promise<App> {
  const t = setup({ AUTONOMY: "off" });
  await store(
    t,
    Array.from({ length: 150 }, (_, i) => `Buoy ${i} was seen by the harbour master at mile ${i * 7}.`),
  );
  return t;
}

async function first<T>(found: Promise<T | null>): Promise<T> {
  const row = await found;
  if (row === null) throw new Error("the row that was to be damaged is missing");
  return row;
}

const leafOf = (ctx: MutationCtx, name: string, level = 0) =>
  first(
    ctx.db
      .query("listNodes")
      .withIndex("by_from", (q) => q.eq("name", name).eq("level", level))
      .first(),
  );

const recentOf = (ctx: MutationCtx, kind: string) =>
  first(
    ctx.db
      .query("recentEntries")
      .withIndex("by_kind", (q) => q.eq("kind", kind))
      .unique(),
  );

/** `keys`: of the list without facets. */
async function changeRecent(
  ctx: MutationCtx,
  kind: string,
  by: (recent: EntriesByTree, keys: string[]) => void,
): Promise<void> {
  const { _id, entries } = await recentOf(ctx, kind);
  const recent = EntriesByTree.parsed(entries);
  by(recent, [...recent.of(kind).keys()]);
  await ctx.db.patch("recentEntries", _id, { entries: recent.text() });
}

/** What was damaged, how, and what a verification says of it. */
const DAMAGES: readonly [what: string, damage: (ctx: MutationCtx) => Promise<void>, told: RegExp][] = [
  [
    "an entry that is lost",
    (ctx) => changeRecent(ctx, "memories", (recent, [key = ""]) => recent.set("memories", key, null)),
    /^the list memories lacks \w+$/,
  ],
  [
    "an entry with another measure",
    (ctx) =>
      changeRecent(ctx, "memories", (recent) => {
        const tree = "memories|type=semantic";
        const [key = ""] = recent.of(tree).keys();
        recent.set(tree, key, 0.123);
      }),
    /^the list memories\|type has a wrong measure of \w+$/,
  ],
  [
    "an entry of a row that belongs into another list",
    async (ctx) => {
      const { _id, mood } = await first(ctx.db.query("logs").first());
      await ctx.db.patch("logs", _id, { mood: mood === "excited" ? "curious" : "excited" });
    },
    /^the list logs\|mood names \w+, which does not belong there$/,
  ],
  [
    "an entry of a row that is gone",
    async (ctx) => ctx.db.delete("logs", (await first(ctx.db.query("logs").first()))._id),
    /^the list logs names \w+, which does not belong there$/,
  ],
  [
    "a list that is gone",
    async (ctx) => ctx.db.delete("recentEntries", (await recentOf(ctx, "ticks"))._id),
    /^the list ticks lacks \w+$/,
  ],
  [
    "newest entries that belong into their tree",
    async (ctx) => {
      const { _id, from } = await recentOf(ctx, "thoughts");
      await ctx.db.patch("recentEntries", _id, { from: `${from}9` });
    },
    /^the list thoughts: its newest entries are out of order$/,
  ],
  [
    "a total",
    async (ctx) => {
      const { _id, counts } = await first(ctx.db.query("totals").first());
      await ctx.db.patch("totals", _id, { counts: { ...counts, links: 77 } });
    },
    /^the total memories\.links is 77, but its rows add up to \d+$/,
  ],
  [
    "a total of a row that is gone",
    async (ctx) => ctx.db.delete("merges", (await first(ctx.db.query("merges").first()))._id),
    /^the total memories\.characters is \d+, but its rows add up to \d+$/,
  ],
];

/** The same of a list of two levels. */
const DAMAGED_NODES: typeof DAMAGES = [
  [
    "an entry of a leaf that is lost",
    async (ctx) => {
      const { _id, keys, values } = await leafOf(ctx, "memories");
      await ctx.db.patch("listNodes", _id, { keys: keys.slice(1), values: values.slice(1) });
    },
    /^the list memories(: a count is wrong| lacks \w+)$/,
  ],
  [
    "a leaf that is gone",
    async (ctx) => ctx.db.delete("listNodes", (await leafOf(ctx, "memories"))._id),
    /its first node is missing|a node is missing/,
  ],
  [
    "a node above that is gone",
    async (ctx) => ctx.db.delete("listNodes", (await leafOf(ctx, "memories", 1))._id),
    /^the list memories: a node is not where it is looked for$/,
  ],
  [
    "a count above",
    async (ctx) => {
      const { _id, values } = await leafOf(ctx, "memories", 1);
      await ctx.db.patch("listNodes", _id, { values: values.with(0, new ArrayBuffer(8)) });
    },
    /^the list memories: a count is wrong$/,
  ],
  [
    "keys out of order",
    async (ctx) => {
      const { _id, keys } = await leafOf(ctx, "memories");
      await ctx.db.patch("listNodes", _id, { keys: keys.toReversed() });
    },
    /^the list memories: its keys are out of order$/,
  ],
];

/** What no row tells how to repair. */
const LASTING_DAMAGES: typeof DAMAGES = [
  [
    "a part whose whole is gone",
    async (ctx) => {
      const { memoryId } = await first(ctx.db.query("memoryVersions").first());
      await ctx.db.delete("memories", memoryId);
    },
    /^memoryVersions \w+: the row of memoryId is missing$/,
  ],
  [
    "a memory without its activation",
    async (ctx) =>
      ctx.db.delete(
        "memoryActivation",
        (await first(ctx.db.query("memoryActivation").order("desc").first()))._id,
      ),
    /^memories \w+: its row of memoryActivation is missing$/,
  ],
  [
    "a memory that no search finds",
    async (ctx) => {
      const memory = await first(ctx.db.query("memories").order("desc").first());
      await ctx.db.delete("searchDocuments", (await first(Documents.ofOwner(ctx, memory._id)))._id);
    },
    /^memories \w+: 1 of its 1 search documents are missing$/,
  ],
  [
    "a passage without its document",
    async (ctx) => {
      const { documentId } = await first(ctx.db.query("passages").first());
      await ctx.db.delete("searchDocuments", documentId);
    },
    /^passages \w+: the row of documentId is missing$/,
  ],
];

describe("a verification", () => {
  it("finds nothing in a life of every kind", async () => {
    const t = await lived();
    await consolidate(t);
    const report = await verify(t);
    expect(report).toMatchObject({ differences: [], found: 0, repaired: 0, uncompared: [] });
    expect(report.rows).toBeGreaterThan(100);
    expect(report.entries).toBeGreaterThan(100);
  });

  it("finds and repairs each kind of damage", async () => {
    const t = await lived();
    for (const [what, damage, told] of DAMAGES) {
      await t.run(damage);
      const { differences } = await verify(t);
      expect([what, differences]).toEqual([
        what,
        expect.arrayContaining([expect.stringMatching(told)] as unknown[]),
      ]);
      const repaired = await verify(t, true);
      expect([what, repaired]).toMatchObject([what, { differences: [], found: 0 }]);
      expect(repaired.repaired).toBeGreaterThan(0);
    }
  });

  it("finds and repairs each kind of damage in a list of two levels", async () => {
    const t = await withManyMemories();
    const listed = async () => {
      const { memories, total } = await (await t.fetch("/memories?limit=100&offset=40")).json();
      return [total, memories.map(({ _id }: { _id: string }) => _id)];
    };
    const before = await listed();
    for (const [what, damage, told] of DAMAGED_NODES) {
      await t.run(damage);
      expect([what, (await verify(t)).differences]).toEqual([
        what,
        expect.arrayContaining([expect.stringMatching(told)] as unknown[]),
      ]);
      expect([what, await verify(t, true)]).toMatchObject([what, { differences: [], found: 0 }]);
      expect(await listed()).toEqual(before);
    }
  });

  it("reports what rows alone can't repair, and leaves it", async () => {
    const t = await lived();
    for (const [, damage] of LASTING_DAMAGES) await t.run(damage);
    const { differences } = await verify(t, true);
    for (const [what, , told] of LASTING_DAMAGES)
      expect([what, differences]).toEqual([
        what,
        expect.arrayContaining([expect.stringMatching(told)] as unknown[]),
      ]);
  });

  it("finds no difference in what is written meanwhile", async () => {
    const t = await withManyMemories();
    let verified = false;
    const verifying = verify(t).finally(() => (verified = true));
    let stored = 0;
    while (!verified) {
      await store(t, [`Tern ${(stored += 1)} was counted on the pier of Kiel.`]);
      const { memories } = await (await t.fetch("/memories?limit=1&offset=60")).json();
      await t.fetch(`/memories/${memories[0]._id}`, {
        method: "DELETE",
        headers: { Authorization: `Bearer ${TICK_TOKEN}` },
      });
    }
    expect(stored).toBeGreaterThan(1);
    expect(await verifying).toMatchObject({ differences: [], found: 0 });
    expect(await verify(t)).toMatchObject({ found: 0, uncompared: [] });
  });
});

describe("POST /verify", () => {
  const tick = { Authorization: `Bearer ${TICK_TOKEN}` };

  it("answers what differs, repairs on request, and GET /health tells until then", async () => {
    const t = await lived();
    const storage = async () => (await (await t.fetch("/health")).json()).checks.storage ?? "ok";
    await t.run(async (ctx) => ctx.db.delete("recentEntries", (await recentOf(ctx, "ticks"))._id));
    const found = await (await post(t, "/verify", {}, tick)).json();
    expect(found).toMatchObject({ success: true, repaired: 0 });
    expect(found.found).toBeGreaterThan(0);
    expect(await storage()).toContain("anima verify");
    expect(await storage()).toContain("the list ticks");
    const repaired = await (await post(t, "/verify", { repair: true }, tick)).json();
    expect(repaired).toMatchObject({ found: 0, differences: [], repaired: found.found });
    expect(await storage()).toBe("ok");
  });

  it("needs the tick token", async () => {
    expect((await post(setup(), "/verify", {})).status).toBe(401);
  });
});

describe("a start after a crash", () => {
  it("verifies a small store in the background", async () => {
    const t = await lived();
    await t.run(async (ctx) => ctx.db.delete("recentEntries", (await recentOf(ctx, "ticks"))._id));
    const scheduled = async (afterCrash: boolean) => {
      await t.mutation(internal.service.functions.started, { afterCrash });
      const jobs = await t.run((ctx) => ctx.db.system.query("_scheduled_functions").collect());
      return jobs.filter(({ name }) => name.includes("verification")).length;
    };
    expect(await scheduled(false)).toBe(0);
    expect(await scheduled(true)).toBe(1);
  });
});
