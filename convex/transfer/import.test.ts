/** What POST /import takes and refuses, beside whole exports. */
import { describe, expect, test } from "vitest";
import { wrongFigures } from "../../test/functions/recount";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import { exportAll, importLines } from "../../test/functions/transfer";
import { internal } from "../_generated/api";
import { consolidate, FERRY, store } from "../../test/functions/consolidation";

const bearer = { Authorization: `Bearer ${TICK_TOKEN}` };
const frame = { source: "notebook", export: 1, seq: 1 };
const told = (id: string, content: string, more: object = {}) =>
  JSON.stringify({ kind: "told", ...frame, id, type: "semantic", content, ...more });
const memories = async (t: App, query = "?limit=100") =>
  (await (await t.fetch(`/memories${query}`)).json()).memories;

describe("memories of other programs", () => {
  test("are stored with their moments, judged, found, and stored once", async () => {
    const t = setup();
    const results = [
      { id: "m1", memory: "Ana likes the blue ferry.", user_id: "ana", created_at: "2024-07-26T08:44:41Z" },
      { id: "m2", memory: "The harbour closes at ten.", created_at: "2024-07-27T08:44:41Z" },
    ];
    const sent = () => post(t, "/import", { results }, bearer);
    expect(await (await sent()).json()).toMatchObject({ created: 2, unchanged: 0 });
    expect(await (await sent()).json()).toMatchObject({ created: 0, unchanged: 2 });
    expect(await memories(t)).toMatchObject([
      { content: "The harbour closes at ten.", createdAt: Date.UTC(2024, 6, 27, 8, 44, 41) },
    ]);
    const found = await t.fetch("/memories/search?q=blue%20ferry&scope=ana&threshold=0.3");
    expect((await found.json()).results).toMatchObject([
      { memory: { content: "Ana likes the blue ferry." } },
    ]);
    expect(await wrongFigures(t)).toEqual([]);
    // What is stored next is newer all the same.
    await store(t, ["The ferry is late."]);
    expect((await memories(t))[0].content).toBe("The ferry is late.");
  });

  test("are merged into what is here, on request, and stored beside it otherwise", async () => {
    const t = setup();
    const [known] = await store(t, ["Ana likes the blue ferry."]);
    const results = [
      { id: "m1", memory: "Ana likes the blue ferry!", created_at: "2024-07-26T08:44:41Z" },
      { id: "m2", memory: "The harbour closes at ten.", created_at: "2024-07-27T08:44:41Z" },
      { id: "m3", memory: "The harbour closes at eleven.", created_at: "2024-07-27T08:44:41Z" },
    ];
    const sent = async (query: string, list = results) =>
      await (await post(t, `/import${query}`, { results: list }, bearer)).json();
    const counts = { lines: 3, created: 2, merged: 1, unchanged: 0 };
    expect(await sent("?dedup=true&dryRun=true")).toMatchObject(counts);
    expect(await sent("?dedup=true")).toMatchObject(counts);
    expect(await sent("?dedup=true")).toMatchObject({ created: 0, merged: 0, unchanged: 3 });
    expect((await memories(t)).map(({ _id }: { _id: string }) => _id)).toContain(known);
    expect(await memories(t)).toHaveLength(3);
    const again = results.slice(0, 1).map((one) => ({ ...one, id: "m4" }));
    expect(await sent("", again)).toMatchObject({ created: 1, merged: 0 });
    expect(await memories(t)).toHaveLength(4);
    expect(await wrongFigures(t)).toEqual([]);
  });

  test("of a conversation come in the order in which they were said", async () => {
    const t = setup();
    const message = (id: string, parent: string | null, role: string, at: number) => ({
      [id]: {
        ...{ id, parent, children: [] },
        message: {
          id,
          author: { role },
          create_time: at,
          content: { content_type: "text", parts: [`Said ${id}.`] },
        },
      },
    });
    const mapping = { ...message("one", null, "user", 1e9), ...message("two", "one", "assistant", 1e9 + 5) };
    const body = JSON.stringify([{ title: "Talk", mapping, current_node: "two" }], null, 2);
    const response = await t.fetch("/import?format=chatgpt", {
      method: "POST",
      headers: { ...bearer, "Content-Type": "application/json" },
      body,
    });
    expect(await response.json()).toMatchObject({ success: true, lines: 2, created: 2 });
    expect((await memories(t)).map(({ content }: { content: string }) => content)).toEqual([
      "Said two.",
      "Said one.",
    ]);
  });
});

test("a dry run says what would be, and writes nothing", async () => {
  const t = setup();
  await importLines(t, [told("a", "Known.")]);
  const lines = [told("a", "Known."), told("b", "New.")];
  const outcome = await importLines(t, lines, "?dryRun=true");
  expect(outcome).toMatchObject({ dryRun: true, lines: 2, created: 1, unchanged: 1 });
  expect((await memories(t)).length).toBe(1);
});

test("the first line that breaks a rule is named, and nothing is written", async () => {
  const t = setup();
  const good = told("a", "Good.");
  const link = { kind: "links", ...frame, id: "l" };
  const row = {
    source: "a",
    target: "b",
    type: "related_to",
    strength: 1,
    confidence: 1,
    detected: true,
    createdAt: 1,
  };
  const refusals: [string, RegExp][] = [
    ["nonsense", /^line 2: must be valid JSON/],
    ["7", /^line 2: line: must be a JSON object/],
    [JSON.stringify({ kind: "rows", ...frame, id: "a" }), /^line 2: kind: is no kind of line that is known/],
    [JSON.stringify({ kind: "links", id: "l" }), /^line 2: source: is missing/],
    [JSON.stringify(link), /^line 2: row: is missing/],
    [
      JSON.stringify({ ...link, row: { ...row, strength: 2 } }),
      /^line 2: row\.strength: must be from 0 to 1/,
    ],
    [
      JSON.stringify({ ...link, row: { ...row, colour: 1 } }),
      /^line 2: row\.colour: is not a field of this kind/,
    ],
    [
      JSON.stringify({ ...link, row: { ...row, type: "likes" } }),
      /^line 2: row\.type: must be one of "caused_by"/,
    ],
    [told("b", "x".repeat(16_385)), /^line 2: content: must be text of at most 16384 characters/],
    [told("b", "B.", { metadata: "[]" }), /^line 2: metadata: must be the JSON text of an object/],
  ];
  for (const [line, message] of refusals) {
    const response = await t.fetch("/import", {
      method: "POST",
      headers: { ...bearer, "Content-Type": "application/x-ndjson" },
      body: `${good}\n${line}\n`,
    });
    expect(await expectFailure(response, 400, "VALIDATION_ERROR")).toMatch(message);
  }
  expect(await memories(t)).toEqual([]);
  const wrongType = await t.fetch("/import", {
    method: "POST",
    headers: { ...bearer, "Content-Type": "text/csv" },
    body: "a",
  });
  await expectFailure(wrongType, 415, "VALIDATION_ERROR");
  await expectFailure(await post(t, "/import", {}), 401, "UNAUTHORIZED");
});

test("a line waits for what it refers to, and is reported until that comes", async () => {
  const t = setup();
  const row = {
    source: "a",
    target: "b",
    type: "related_to",
    strength: 1,
    confidence: 1,
    detected: true,
    createdAt: 1,
  };
  const link = JSON.stringify({ kind: "links", ...frame, id: "l", row });
  expect(await importLines(t, [link, told("a", "One.")])).toMatchObject({
    ...{ created: 1, waiting: 1, missing: ["memories b"] },
  });
  expect(await importLines(t, [told("b", "Two.")])).toMatchObject({ created: 2, waiting: 0, missing: [] });
  expect((await (await t.fetch("/memories/stats")).json()).totalLinks ?? 1).toBe(1);
  expect(await wrongFigures(t)).toEqual([]);
});

test("an export that comes home changes nothing", async () => {
  const t = setup();
  await store(t, ["The ferry leaves at nine.", "Rye bread needs a day."]);
  const lines = await exportAll(t);
  expect(await importLines(t, lines)).toMatchObject({ created: 0, replaced: 0, unchanged: lines.length });
});

test("rows of two services and of this one live side by side", async () => {
  const [one, two, here] = [setup(), setup(), setup()];
  await store(one, ["First of one.", "Second of one."]);
  await store(two, ["First of two."]);
  await store(here, ["First of here."]);
  for (const lines of [await exportAll(one), await exportAll(two)]) await importLines(here, lines);
  await store(one, ["Third of one."]);
  expect(await importLines(here, await exportAll(one))).toMatchObject({ waiting: 0 });
  await store(here, ["Second of here."]);
  expect((await memories(here)).length).toBe(6);
  const places = await here.run(async (ctx) =>
    (await ctx.db.query("memories").collect()).map(({ place }) => place),
  );
  expect(new Set(places).size).toBe(6);
  expect(await wrongFigures(here)).toEqual([]);
});

describe("an import and a consolidation", () => {
  test("the import goes first: the consolidation writes nothing more, and a later one goes on where it was", async () => {
    const t = setup();
    await store(t, FERRY);
    const begun = await t.mutation(internal.consolidation.functions.begin, {});
    const step = { from: 0, to: 0, model: "", baseline: 0, reinforcedAt: Date.now(), memories: [] };
    const assign = () =>
      t.mutation(internal.consolidation.functions.assign, { run: begun?.run ?? 0, ...step });
    expect(await assign()).toEqual([]);
    const sent = await post(t, "/import", { results: [{ id: "m1", memory: "Ana likes tea." }] }, bearer);
    expect(await sent.json()).toMatchObject({ created: 1 });
    await expect(assign()).rejects.toThrow("another consolidation has taken over");
    expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 5, coreMemoriesCreated: 1 });
  });

  test("two imports exclude each other", async () => {
    const t = setup();
    const run = await t.mutation(internal.transfer.importFunctions.begin, {});
    expect(run).not.toBeNull();
    const results = [{ id: "m1", memory: "Ana likes tea." }];
    const error = await expectFailure(await post(t, "/import", { results }, bearer), 503, "INTERNAL_ERROR");
    expect(error).toContain("another import");
    await t.mutation(internal.transfer.importFunctions.end, { run: run ?? 0 });
    expect((await post(t, "/import", { results }, bearer)).status).toBe(200);
  });
});
