/** Filters of lists and searches by metadata, names and sentiment, for memories and knowledge. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { send } from "../../test/functions/corrections";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import * as Listing from "../lib/listing";
import * as OrderedTree from "../lib/orderedTree";
import * as TreeIntersection from "../lib/treeIntersection";

async function read(t: App, path: string) {
  const response = await t.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  return await response.json();
}

async function store(t: App, body: object, path = "/memories/store") {
  const response = await post(t, path, { type: "semantic", ...body });
  expect(response.status).toBe(200);
  return await response.json();
}

/** The contents or titles that a list or search returns. */
async function found(t: App, path: string): Promise<string[]> {
  const { memories, results, items } = await read(t, path);
  const rows: { memory?: object; content?: string; title?: string }[] = memories ?? results ?? items;
  return rows.map((row) => {
    const { title, content = "" } = { ...row, ...row.memory } as { title?: string; content?: string };
    return title ?? content;
  });
}

const FERRY = "The ferry sails at nine.";
const LATE = "The ferry sails late, which is terrible and sad.";
const GLAD = "What a wonderful ferry, said Maria in Lisbon.";

async function ferries(t: App) {
  await store(t, { content: FERRY, metadata: { topic: "ferry", year: 2026, open: true, "a.b&=ü": "x y" } });
  await store(t, {
    content: LATE,
    type: "episodic",
    metadata: { topic: "ferry", year: "2026" },
    importance: 0.9,
  });
  await store(t, { content: GLAD, metadata: { topic: "travel", entities: ["Ada"] } });
  await store(t, { content: "Of the ferry, in another scope.", scope: "ana", metadata: { topic: "ferry" } });
}

const BOTH = ["/memories?", "/memories?query=ferry&threshold=0&", "/memories/search?q=ferry&threshold=0&"];
describe.each(BOTH)("%s", (path) => {
  it.each([
    ["metadata.topic=ferry", [FERRY, LATE]],
    ["metadata.topic=ferry&scope=*", [FERRY, LATE, "Of the ferry, in another scope."]],
    ["metadata.topic=ferry&scope=ana", ["Of the ferry, in another scope."]],
    ["metadata.year=2026", [FERRY, LATE]],
    ["metadata.year=2026&metadata.open=true", [FERRY]],
    [`metadata.${encodeURIComponent("a.b&=ü")}=x+y`, [FERRY]],
    ["metadata.topic=Ferry", []],
    ["metadata.nothing=ferry", []],
    ["metadata.__proto__=x", []],
    ["metadata.topic=ferry&type=episodic", [LATE]],
    ["metadata.topic=ferry&sentiment=negative", [LATE]],
    ["sentiment=positive", [GLAD]],
    ["entity=ada", [GLAD]],
    ["entity=Lisbon", []],
    ["entity=Ada&metadata.topic=ferry", []],
  ])("returns the rows that match %s", async (filters, wanted) => {
    const t = setup();
    await ferries(t);
    expect((await found(t, `${path}${filters}`)).sort()).toEqual(wanted.toSorted());
    if (path === "/memories?") expect((await read(t, `${path}${filters}`)).total).toBe(wanted.length);
  });
});

it("filters by metadata, name and sentiment combine with importance, time and pages", async () => {
  const t = setup();
  await ferries(t);
  const lists = "/memories?metadata.topic=ferry&metadata.year=2026";
  expect(await found(t, `${lists}&minImportance=0.8`)).toEqual([LATE]);
  expect(await found(t, `${lists}&limit=1&offset=1`)).toEqual([FERRY]);
  const [{ createdAt }] = (await read(t, lists)).memories;
  expect(await found(t, `${lists}&until=${createdAt}`)).toEqual([FERRY]);
  expect(await found(t, `${lists}&since=${createdAt}`)).toEqual([]);
});

it("filters follow corrections, merges and erasures", async () => {
  const t = setup();
  const { memoryId } = await store(t, { content: FERRY, metadata: { topic: "ferry" } });
  const totals = async () =>
    await Promise.all(
      ["metadata.topic=ferry", "metadata.topic=pier", "metadata.deck=2", "sentiment=negative"].map(
        async (filter) => (await read(t, `/memories?${filter}`)).total,
      ),
    );
  expect(await totals()).toEqual([1, 0, 0, 0]);
  await store(t, { content: FERRY, metadata: { deck: 2 } }, "/memories/store-dedup");
  expect(await totals()).toEqual([1, 0, 1, 0]);
  expect((await send(t, "PATCH", `/memories/${memoryId}`, { metadata: { topic: "pier" } })).status).toBe(200);
  expect(await totals()).toEqual([0, 1, 0, 0]);
  expect((await send(t, "PATCH", `/memories/${memoryId}`, { content: LATE })).status).toBe(200);
  expect(await totals()).toEqual([0, 1, 0, 1]);
  expect((await send(t, "DELETE", `/memories/${memoryId}`)).status).toBe(200);
  expect(await totals()).toEqual([0, 0, 0, 0]);
  const nodes = await t.run((ctx) => ctx.db.query("listNodes").collect());
  expect(nodes.some(({ name }) => name.includes("pier"))).toBe(false);
});

describe("knowledge", () => {
  it.each([
    ["metadata.lang=en", ["Ferries", "Piers"]],
    ["metadata.lang=en&tag=sea", ["Ferries"]],
    ["metadata.lang=en&metadata.v=2", ["Piers"]],
    ["metadata.lang=en&scope=*", ["Ferries", "Piers", "Theirs"]],
    ["metadata.lang=fr", []],
  ])("is filtered by %s", async (filters, wanted) => {
    const t = setup();
    const learn = async (body: object) => {
      expect((await post(t, "/knowledge", { content: "All about the ferry.", ...body })).status).toBe(200);
    };
    await learn({ title: "Ferries", tags: ["sea"], metadata: { lang: "de" } });
    await learn({ title: "Ferries", tags: ["sea"], metadata: { lang: "en" } });
    await learn({ title: "Piers", metadata: { lang: "en", v: 2 } });
    await learn({ title: "Others", tags: ["sea"] });
    await learn({ title: "Theirs", scope: "ana", metadata: { lang: "en" } });
    for (const path of ["/knowledge?", "/knowledge?query=ferry&threshold=0&"])
      expect((await found(t, `${path}${filters}`)).sort()).toEqual(wanted);
    expect((await read(t, `/knowledge?${filters}`)).total).toBe(wanted.length);
  });
});

it("a filter that the service can't apply is rejected with a reason", async () => {
  const t = setup();
  for (const [query, why] of [
    ["metadata=x", "unknown query parameter|must be sent as metadata.<key>=<value>"],
    ["metadata.=x", "must have keys of 1 to 128"],
    [`metadata.a=${"x".repeat(129)}`, "values of at most 128"],
    ["metadata.a=1&metadata.b=1&metadata.c=1&metadata.d=1&metadata.e=1", "at most 4 keys"],
    ["metadata.a=1&metadata.a=2", "must not repeat a parameter"],
    ["sentiment=glad", "must be one of"],
    ["entity=", "must not be blank"],
  ] as const)
    expect(await expectFailure(await t.fetch(`/memories?${query}`), 400, "VALIDATION_ERROR")).toMatch(
      new RegExp(why),
    );
  await expectFailure(await t.fetch("/notes?metadata.a=1"), 400, "VALIDATION_ERROR");
});

describe("the intersection of several lists", () => {
  it("has the rows that all lists contain, in order, with exact totals, in any scope and range", async () => {
    const row = fc.record({
      key: fc.nat({ max: 90 }),
      scope: fc.constantFrom("", "", "ana"),
      in: fc.subarray(["a", "b", "c"]),
    });
    const asked = fc.record({
      lists: fc.subarray(["a", "b", "c"], { minLength: 1 }),
      scope: fc.constantFrom("", "ana", undefined),
      limit: fc.integer({ min: 1, max: 9 }),
      offset: fc.nat({ max: 40 }),
      since: fc.option(fc.nat({ max: 90 }), { nil: undefined }),
      leastMeasure: fc.constantFrom(undefined, 0.5),
    });
    const rows = fc.uniqueArray(row, { maxLength: 80, selector: ({ key }) => key });
    await fc.assert(
      fc.asyncProperty(rows, asked, async (all, { lists, scope, limit, offset, since, leastMeasure }) => {
        const t = setup();
        const measureOf = (key: number) => (key % 3) / 2;
        const page = await t.run(async (ctx) => {
          for (const { key, scope, in: names } of all)
            for (const list of names) {
              const entry = { ...Listing.inScope({ list, facets: {}, scope }), key, id: `${key}` };
              await Listing.move(ctx, [], [{ ...entry, measure: measureOf(key) }]);
            }
          const range = { scope, limit, offset, since, leastMeasure };
          return await Listing.pageOfAll(
            ctx,
            lists.map((list) => ({ list })),
            range,
          );
        });
        const wanted = all
          .filter((one) => scope === undefined || one.scope === scope)
          .filter(({ in: names }) => lists.every((list) => names.includes(list)))
          .filter(({ key }) => key > (since ?? -1) && measureOf(key) >= (leastMeasure ?? 0))
          .map(({ key }) => key)
          .sort((a, b) => b - a);
        expect(page).toEqual({
          ids: wanted.slice(offset, offset + limit).map(String),
          total: wanted.length,
          hasMore: wanted.length > offset + limit,
        });
      }),
      { numRuns: 60 },
    );
  });

  it("reads at most one leaf of a longer list for each row of the shortest, and gives up beyond a limit", async () => {
    const t = setup();
    await t.run(async (ctx) => {
      for (let i = 0; i < 600; i++) {
        const key = String(i).padStart(6, "0");
        await OrderedTree.changeAll(ctx, "long", new Map([[key, 0]]));
        if (i % 200 === 0) await OrderedTree.changeAll(ctx, "short", new Map([[key, 0]]));
      }
      const range = { from: "", end: OrderedTree.END, least: 0 };
      const budget = new TreeIntersection.LeafBudget();
      const [before] = [budget.left];
      expect(await TreeIntersection.intersection(ctx, ["long", "short"], range, budget)).toEqual([
        "000400",
        "000200",
        "000000",
      ]);
      expect(before - budget.left).toBe(1 + 3);
      budget.left = 3;
      expect(await TreeIntersection.intersection(ctx, ["long", "short"], range, budget)).toBeNull();
    });
  });
});
