/** Scopes: memories of several people, which searches, lists, duplicates, links and themes keep apart. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import * as Listing from "../lib/listing";

const TEXT = "Maria keeps the spare key of the boathouse under the blue pot.";

async function read(t: App, path: string) {
  const response = await t.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  return await response.json();
}

async function store(t: App, scope: string | null, content: string, path = "store") {
  const response = await post(t, `/memories/${path}`, {
    ...(scope === null ? {} : { scope }),
    type: "semantic",
    content,
  });
  expect(response.status).toBe(200);
  return await response.json();
}

const scopesOf = (found: { scope?: string }[]) => found.map(({ scope }) => scope ?? null).sort();

/** The texts in a search or a list are those of the requested scope; `*` requests all. */
describe.each([
  ["GET /memories", "/memories?", "memories"],
  ["GET /memories?query=", "/memories?query=spare%20key&threshold=0&", "memories"],
  ["GET /memories/search", "/memories/search?q=spare%20key&threshold=0&", "results"],
  ["GET /memories/search by type", "/memories/search?q=spare%20key&type=semantic&threshold=0&", "results"],
  [
    "GET /memories/search of the last day",
    "/memories/search?q=spare%20key&recency=24h&threshold=0&",
    "results",
  ],
  ["GET /memories/search for a stored text", `/memories/search?q=${encodeURIComponent(TEXT)}&`, "results"],
])("%s", (_name, path, field) => {
  test("keeps scopes apart unless all are requested", async () => {
    const t = setup();
    for (const scope of [null, "ana", "bo", "a|n&a=%"]) await store(t, scope, TEXT);
    const found = async (query: string) =>
      scopesOf(
        (await read(t, `${path}${query}`))[field].map((one: { memory?: object }) => one.memory ?? one),
      );
    expect(await found("")).toEqual([null]);
    expect(await found("scope=ana")).toEqual(["ana"]);
    expect(await found(`scope=${encodeURIComponent("a|n&a=%")}`)).toEqual(["a|n&a=%"]);
    expect(await found("scope=nobody")).toEqual([]);
    expect(await found("scope=*")).toEqual(["ana", "a|n&a=%", "bo", null]);
  });
});

test("the same text in two scopes is no duplicate, and each is unique in its own", async () => {
  const t = setup();
  const [ana, bo, own] = [
    await store(t, "ana", TEXT, "store-dedup"),
    await store(t, "bo", TEXT, "store-dedup"),
    await store(t, null, TEXT, "store-dedup"),
  ];
  expect([ana, bo, own].map(({ deduplicated }) => deduplicated)).toEqual([false, false, false]);
  expect(await store(t, "ana", TEXT, "store-dedup")).toMatchObject({
    memoryId: ana.memoryId,
    deduplicated: true,
  });
  const near = TEXT.replace("spare key", "second key");
  expect(await store(t, "cy", near, "store-dedup")).toMatchObject({ deduplicated: false });
  expect(await store(t, "bo", near, "store-dedup")).toMatchObject({ memoryId: bo.memoryId });
  const { memories } = await read(t, "/memories?scope=*");
  expect(memories.every(({ unique }: { unique: boolean }) => unique)).toBe(true);
});

test("links and contradictions stay within a scope, also those made by hand", async () => {
  const t = setup();
  const { memoryId: other } = await store(t, "bo", "The ferry to the island leaves the harbour at nine.");
  const { memoryId } = await store(t, "ana", "The ferry to the island leaves the harbour at ten.");
  const detected = await (await post(t, "/memories/link", { memoryId })).json();
  expect(detected).toMatchObject({ success: true, linksCreated: [] });
  const byHand = { memoryId, autoDetect: false, targetId: other, type: "related_to" };
  expect(await expectFailure(await post(t, "/memories/link", byHand), 400, "VALIDATION_ERROR")).toMatch(
    /^targetId: must be a memory of the same scope/,
  );
  const { memoryId: same } = await store(t, "ana", "The ferry to the island leaves the harbour at eleven.");
  const { linksCreated } = await (await post(t, "/memories/link", { memoryId: same })).json();
  expect(linksCreated.map(({ targetId }: { targetId: string }) => targetId)).toEqual([memoryId]);
});

test("a theme has memories of one scope only", async () => {
  const t = setup();
  const subjects = ["the pier in Lisbon", "the pier of Lisbon", "Lisbon's old pier", "that pier in Lisbon"];
  for (const subject of subjects)
    for (const scope of ["ana", "bo"])
      await store(t, scope, `We repainted ${subject} with blue paint again.`);
  const done = await post(t, "/memories/consolidate", {}, { Authorization: `Bearer ${TICK_TOKEN}` });
  expect(done.status).toBe(200);
  const all = await read(t, "/memories/core?scope=*");
  const members = new Map<string, Set<string>>();
  for (const { _id, memories } of all.coreMemories)
    for (const id of memories)
      members.set(_id, (members.get(_id) ?? new Set()).add((await read(t, `/memories/${id}`)).scope));
  expect([...members.values()].map((scopes) => scopes.size)).toEqual([1, 1]);
  expect(await read(t, "/memories/core")).toEqual({ coreMemories: [], total: 0 });
  const { coreMemories, total } = await read(t, "/memories/core?scope=ana");
  expect(total).toBe(1);
  expect([...(members.get(coreMemories[0]._id) ?? [])]).toEqual(["ana"]);
});

test("a scope has 1 to 128 characters, and nothing can be stored in *", async () => {
  const t = setup();
  for (const scope of ["", " ", "x".repeat(129), "*", 1])
    await expectFailure(
      await post(t, "/memories/store", { scope, type: "semantic", content: "x" }),
      400,
      "VALIDATION_ERROR",
    );
  await store(t, "x".repeat(128), TEXT);
  expect((await read(t, `/memories?scope=${"x".repeat(128)}`)).total).toBe(1);
});

test("an erased memory leaves the lists of its scope", async () => {
  const t = setup();
  const { memoryId } = await store(t, "ana", TEXT);
  await store(t, "ana", "Something else entirely.");
  const headers = { Authorization: `Bearer write-token-of-the-tests` };
  expect((await t.fetch(`/memories/${memoryId}`, { method: "DELETE", headers })).status).toBe(200);
  for (const query of ["scope=ana", "scope=*", "scope=ana&type=semantic"])
    expect((await read(t, `/memories?${query}`)).total).toBe(1);
});

test("a page of all scopes has the rows of all in one order, at any offset", async () => {
  const row = fc.record({ scope: fc.constantFrom("", "", "ana", "bo"), key: fc.nat({ max: 60 }) });
  const page = { limit: fc.integer({ min: 1, max: 7 }), offset: fc.nat({ max: 45 }) };
  const bound = fc.option(fc.nat({ max: 60 }), { nil: undefined });
  const property = fc.asyncProperty(
    fc.uniqueArray(row, { maxLength: 40, selector: ({ key }) => key }),
    fc.record({ ...page, since: bound, until: bound, scope: fc.constantFrom("", "ana", undefined) }),
    async (rows, { scope, limit, offset, ...range }) => {
      const t = setup();
      await t.run(async (ctx) => {
        for (const { scope, key } of rows)
          await Listing.move(
            ctx,
            [],
            [{ ...Listing.inScope({ list: "list", facets: {}, scope }), key, id: `${key}` }],
          );
      });
      const wanted = rows
        .filter((one) => scope === undefined || one.scope === scope)
        .filter(({ key }) => key > (range.since ?? -1) && key < (range.until ?? Infinity))
        .map(({ key }) => key)
        .sort((a, b) => b - a);
      const found = await t.run((ctx) =>
        Listing.pageOfScope(ctx, { list: "list", scope, limit, offset, ...range }),
      );
      expect(found).toEqual({
        ids: wanted.slice(offset, offset + limit).map(String),
        total: wanted.length,
        hasMore: wanted.length > offset + limit,
      });
    },
  );
  await fc.assert(property, { numRuns: 80 });
});
