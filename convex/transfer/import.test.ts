/** What POST /import takes and refuses, beside whole exports. */
import { describe, expect, test } from "vitest";
import { wrongFigures } from "../../test/functions/recount";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import { expectSeen, exportAll, importLines, live, parsed, seen } from "../../test/functions/transfer";
import { internal } from "../_generated/api";
import { EXPORTED } from "../lib/exportedTables";
import { FieldError } from "./fields";
import { fieldsOf, told as toldFields } from "./lines";
import { checkedLine, ruleOf } from "./rules";
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

  test("are stored once without ids, too, each for whom it is", async () => {
    const t = setup();
    const results = [
      { memory: "Ana likes the blue ferry.", user_id: "ana" },
      { memory: "Ana likes the blue ferry.", user_id: "bo" },
      { memory: "The harbour closes at ten.", created_at: "2024-07-27T08:44:41Z" },
    ];
    const sent = async () => await (await post(t, "/import", { results }, bearer)).json();
    expect(await sent()).toMatchObject({ lines: 3, created: 3, unchanged: 0 });
    expect(await sent()).toMatchObject({ lines: 3, created: 0, unchanged: 3 });
    expect(await memories(t, "?limit=100&scope=*")).toHaveLength(3);
    const passages = [{ text: "Rex is a dog." }, { text: "Rex is brown." }];
    const letta = async () => {
      const headers = { ...bearer, "Content-Type": "application/json" };
      return await t.fetch("/import", { method: "POST", headers, body: JSON.stringify(passages) });
    };
    expect(await (await letta()).json()).toMatchObject({ created: 2 });
    expect(await (await letta()).json()).toMatchObject({ unchanged: 2 });
  });

  test("are refused where one has no text, is for all scopes, or none is found", async () => {
    const t = setup();
    const good = { id: "a", memory: "Good." };
    const refusals: [object, string, RegExp][] = [
      [{ results: [good, { id: "b", memory: " " }] }, "", /^line 1: memory of item 2: /],
      [{ results: [good, { id: "b", text: "Another." }] }, "", /^line 1: memory of item 2: /],
      [{ results: [good, { ...good, user_id: "*" }] }, "", /^line 1: scope: /],
      [
        { agents: [{ messages: [{ role: "system", content: "Be kind." }] }], blocks: [] },
        "",
        /nothing in it/,
      ],
      [{ results: [{ id: "b", fact: "Another." }] }, "?format=letta", /nothing in it/],
    ];
    for (const [body, query, message] of refusals) {
      const response = await post(t, `/import${query}`, body, bearer);
      expect(await expectFailure(response, 400, "VALIDATION_ERROR")).toMatch(message);
    }
    const empty = await post(t, "/import?format=mem0", { results: [], relations: [] }, bearer);
    expect(await empty.json()).toMatchObject({ lines: 0, created: 0 });
    expect(await memories(t, "?limit=100&scope=*")).toEqual([]);
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

/** The paths of a line's numbers, with their lists' places. */
function numbersIn(value: unknown, path = ""): string[] {
  if (typeof value === "number") return [path];
  if (Array.isArray(value)) return value.flatMap((one, i) => numbersIn(one, `${path}[${i}]`));
  if (typeof value !== "object" || value === null) return [];
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  return Object.entries(value).flatMap(([name, one]) => numbersIn(one, at(name)));
}

/** A copy of a line with another value at a path. */
function changed<T extends object>(line: T, path: string, value: unknown): T {
  const copy = structuredClone(line);
  const steps = path.replace(/\[(\d+)\]/g, ".$1").split(".");
  const last = steps.pop() ?? "";
  const parent = steps.reduce<Record<string, unknown>>(
    (at, step) => at[step] as Record<string, unknown>,
    copy as Record<string, unknown>,
  );
  parent[last] = value;
  return copy;
}

const faultOf = (line: unknown) => {
  try {
    checkedLine(line, Date.now());
    return null;
  } catch (thrown) {
    return thrown instanceof FieldError ? thrown.path : thrown;
  }
};

describe("what a file can't know", () => {
  test("every number that the schema lets a line hold has a rule", () => {
    type Validator = ReturnType<typeof fieldsOf> | { readonly kind: string };
    const paths: string[] = [];
    const walk = (validator: Validator, path: string): void => {
      const one = validator as unknown as {
        readonly kind: string;
        readonly element: Validator;
        readonly members: readonly Validator[];
        readonly fields: Readonly<Record<string, Validator>>;
      };
      if (one.kind === "float64") paths.push(path);
      if (one.kind === "array") walk(one.element, `${path}[]`);
      if (one.kind === "union") one.members.forEach((member) => walk(member, path));
      if (one.kind === "object")
        Object.entries(one.fields).forEach(([name, field]) =>
          walk(field, path === "" ? name : `${path}.${name}`),
        );
    };
    for (const validator of [...EXPORTED.map((table) => fieldsOf(table)), toldFields]) walk(validator, "");
    expect(paths.length).toBeGreaterThan(80);
    expect(paths.filter((path) => ruleOf(path) === undefined)).toEqual([]);
  });

  test("is refused: moments in the future, numbers out of range, blank texts, scopes of all that somebody sent", async () => {
    const from = setup();
    await live(from);
    const text = await exportAll(from);
    const lines = parsed(text).filter(({ kind }) => kind !== "end");
    expect(lines.filter((line) => faultOf(line) !== null)).toEqual([]);
    const ahead = Date.now() + 3_600_000;
    const tried = { past: 0, ranges: 0 };
    for (const line of lines)
      for (const path of numbersIn(line)) {
        const rule = ruleOf(path);
        if (rule === undefined || rule === "any" || rule === "anyTime") continue;
        const wrong = rule === "past" ? [ahead, -1, 0.5] : [rule.least - 1, rule.most + 1];
        expect(wrong.map((value) => faultOf(changed(line, path, value)))).toEqual(wrong.map(() => path));
        tried[rule === "past" ? "past" : "ranges"] += 1;
      }
    expect(tried.past).toBeGreaterThan(100);
    expect(tried.ranges).toBeGreaterThan(100);

    const at = (kind: string, where = (_line: (typeof lines)[number]) => true) =>
      lines.findIndex((line) => line.kind === kind && where(line));
    const note = at("events", (line) => JSON.stringify(line.row).includes('"wake"'));
    const tick = at("ticks");
    const refusals: [number, string, unknown][] = [
      [at("memories"), "row.content", " "],
      [at("memories"), "norm", -1],
      [at("memories"), "row.createdAt", ahead],
      [at("memories"), "row.place", 1e15],
      [at("knowledge"), "norms[0]", -1],
      [at("knowledge"), "contents.content", ""],
      [at("knowledge"), "row.scope", "*"],
      [note, "row.content", "\n"],
      [note, "row.scope", "*"],
      [at("reminders"), "row.scope", "*"],
      [at("agent"), "row.affect.at", ahead],
      [tick, "row.startedAt", ahead],
      [at("consolidationProgress"), "row.lastConsolidation", ahead],
      [at("thoughtSchedule"), "row.memoriesCoveredTo", ahead],
      [at("links"), "export", ahead],
    ];
    const to = setup();
    for (const [index, path, value] of refusals) {
      expect([path, index]).not.toEqual([path, -1]);
      const sent = [...text];
      sent[index] = JSON.stringify(changed(lines[index] ?? {}, path, value));
      const headers = { ...bearer, "Content-Type": "application/x-ndjson" };
      const response = await to.fetch("/import", { method: "POST", headers, body: sent.join("\n") });
      const error = await expectFailure(response, 400, "VALIDATION_ERROR");
      expect(error.startsWith(`line ${index + 1}: ${path}: `), error).toBe(true);
    }
    expect(await memories(to, "?limit=100&scope=*")).toEqual([]);

    // What the agent learned from several people is nobody's; a reminder is due when it is.
    const several = changed(lines[at("memories")] ?? {}, "row.scope", "*");
    expect(faultOf(several)).toBeNull();
    const reminder = lines[at("reminders")];
    expect((reminder?.row as { dueAt: number }).dueAt).toBeGreaterThan(Date.now());
  });

  test("is counted: totals, places and progress of a file change nothing, as earlier versions wrote them", async () => {
    const from = setup();
    await store(from, FERRY);
    expect(await consolidate(from)).toMatchObject({ coreMemoriesCreated: 1 });
    // The last search before an export: it touches what it finds.
    await from.fetch("/memories/search?q=ferry&threshold=0");
    const lines = await exportAll(from);
    const before = await seen(from);
    const huge = 1e15;
    const forged = parsed(lines).map(({ row, ...line }) => {
      const counts: Readonly<Record<string, object>> = {
        memoryTotals: {
          ...{
            byType: { episodic: huge, semantic: -1, emotional: 0, procedural: 0, reflection: 0 },
            unique: huge,
          },
          ...{
            importanceSum: huge,
            confidenceSum: huge,
            salienceSum: -huge,
            coreMemories: huge,
            links: huge,
          },
          ...{
            placed: huge,
            newest: huge,
            bytes: huge,
            consolidatedTo: huge,
            importanceSinceReflection: huge,
          },
        },
        clusters: {
          ...{ termVector: { terms: ["x"], weights: [huge] }, embeddedCount: huge, confidenceSum: huge },
          ...{ statements: huge, size: huge },
        },
        clusterMembers: { place: huge },
        coreMemories: { size: huge },
      };
      const more =
        line.kind === "memories"
          ? { placed: huge, activation: { ...(line.activation as object), decaysAt: huge } }
          : {};
      return JSON.stringify({
        ...line,
        ...more,
        ...(typeof row === "object" ? { row: { ...row, ...counts[line.kind] } } : {}),
      });
    });
    const progress = { ...frame, kind: "linkProgress", id: "p", row: { linkedTo: huge, failures: huge } };
    const to = setup();
    await importLines(to, [JSON.stringify(progress), ...forged]);
    await expectSeen(to, before);
    expect(await wrongFigures(to)).toEqual([]);
    // Its memories are grouped, so a consolidation finds nothing to do, and ends.
    expect(await consolidate(to)).toMatchObject({ memoriesProcessed: 0, coreMemoriesCreated: 0 });
    const [mine, theirs] = [await stored(from), await stored(to)];
    expect(theirs.clusters).toEqual(mine.clusters);
    expect(theirs.decaysAt).toEqual(mine.decaysAt);
    expect(theirs.links).toEqual([]);
    // What is stored next is consolidated as usual.
    await store(
      to,
      FERRY.map((text) => text.replace("ferry", "steamer")),
    );
    expect(await consolidate(to)).toMatchObject({ memoriesProcessed: FERRY.length });
  });

  test("may leave gaps: a place far ahead costs a consolidation nothing", async () => {
    const from = setup();
    await store(from, FERRY);
    const far = parsed(await exportAll(from)).map((line) =>
      JSON.stringify(
        line.kind === "memories"
          ? changed(line, "row.place", 99_999_999 - Number((line.row as { place: number }).place))
          : line,
      ),
    );
    const to = setup();
    await importLines(to, far);
    expect(await consolidate(to)).toMatchObject({ memoriesProcessed: FERRY.length });
    const stats = await (await to.fetch("/memories/stats")).json();
    expect(stats.total).toBe(FERRY.length);
    expect(await wrongFigures(to)).toEqual([]);
  });

  test("linking goes on where it was at the source", async () => {
    const from = setup();
    await store(from, FERRY);
    await from.run((ctx) => ctx.db.insert("linkProgress", { linkedTo: FERRY.length - 2, failures: 2 }));
    const lines = await exportAll(from);
    const [progress] = parsed(lines).filter(({ kind }) => kind === "linkProgress");
    const linked = (progress?.row as { linked: string }).linked;
    const to = setup();
    await importLines(to, lines);
    const memory = parsed(lines).find(({ id }) => id === linked)?.row as { content: string };
    expect((await stored(to)).links).toEqual([{ content: memory.content, failures: 0 }]);
  });
});

/** Derived figures of a service, without ids. */
async function stored(t: App) {
  return await t.run(async (ctx) => {
    const all = await ctx.db.query("memories").collect();
    const activations = await ctx.db.query("memoryActivation").collect();
    const clusters = await ctx.db.query("clusters").collect();
    const links = await ctx.db.query("linkProgress").collect();
    return {
      clusters: clusters.map(({ size, statements, embeddedCount, confidenceSum, termVector }) => ({
        ...{ size, statements, embeddedCount, confidenceSum: Number(confidenceSum.toFixed(9)) },
        terms: termVector.terms.toSorted(),
      })),
      decaysAt: activations.map(({ decaysAt }) => decaysAt).sort(),
      links: links.map(({ linkedTo, failures }) => ({
        content: all.find(({ place }) => place === linkedTo)?.content,
        failures,
      })),
    };
  });
}

describe("a restore", () => {
  const link = {
    ...{ source: "a", target: "b", type: "related_to", strength: 1, confidence: 1 },
    ...{ detected: true, createdAt: 1 },
  };

  test("refuses a line whose row is part of one that has not come, and goes on once it has", async () => {
    const from = setup();
    await store(from, FERRY.slice(0, 2));
    const lines = await exportAll(from);
    const [one, two] = parsed(lines).filter(({ kind }) => kind === "memories");
    const row = { ...link, source: one?.id, target: two?.id };
    const of = { source: one?.source, export: one?.export, seq: 1_000 };
    const between = JSON.stringify({ kind: "links", ...of, id: "l", row });
    const at = lines.findIndex((line) => line.includes(two?.id ?? "none"));
    const cut = [...lines.slice(0, at), between, ...lines.slice(at)];
    const to = setup();
    const headers = { ...bearer, "Content-Type": "application/x-ndjson" };
    const refused = await to.fetch("/import", { method: "POST", headers, body: cut.join("\n") });
    expect(await expectFailure(refused, 400, "VALIDATION_ERROR")).toBe(
      `line ${at + 1}: row.target: must name a row that has come before: memories ${two?.id}`,
    );
    expect(await memories(to)).toHaveLength(1);
    const whole = [...lines.slice(0, -1), between, ...lines.slice(-1)];
    expect(await importLines(to, whole)).toMatchObject({ created: expect.any(Number), skipped: 0 });
    expect(await memories(to)).toHaveLength(2);
    expect((await to.run((ctx) => ctx.db.query("links").collect())).length).toBe(1);
    expect(await wrongFigures(to)).toEqual([]);
  });

  test("leaves out what a row can do without", async () => {
    const from = setup();
    await live(from);
    const lines = parsed(await exportAll(from)).filter(
      ({ kind }) => !["ticks", "logs", "artifacts"].includes(kind),
    );
    const to = setup();
    await importLines(
      to,
      lines.map((line) => JSON.stringify(line)),
    );
    // Read by ticks that did not come: no tick here reads them again.
    const events = async (t: App) => await t.run((ctx) => ctx.db.query("events").collect());
    const pending = async (t: App) =>
      (await events(t)).filter(({ consumedBy }) => consumedBy === null).length;
    expect(await events(to)).toHaveLength((await events(from)).length);
    expect(await pending(to)).toBe(await pending(from));
  });

  test("brings nothing back that was erased here", async () => {
    const from = setup();
    await live(from);
    const lines = await exportAll(from);
    const to = setup();
    await importLines(to, lines);
    const [{ _id }] = await memories(to);
    await to.fetch(`/memories/${_id}`, { method: "DELETE", headers: bearer });
    const left = await memories(to, "?limit=100&scope=*");
    expect(await importLines(to, lines)).toMatchObject({ created: 0, replaced: 0 });
    expect(await memories(to, "?limit=100&scope=*")).toEqual(left);
  });
});

describe("an agent that was told something", () => {
  test("takes memories, knowledge and notes beside its own, and nothing else, once", async () => {
    const from = setup();
    await live(from);
    const lines = await exportAll(from);
    const kinds = parsed(lines).map(({ kind }) => kind);
    const to = setup();
    await store(to, ["First of here."]);
    await post(to, "/knowledge", {
      title: "Timetable",
      source: "harbour",
      content: "The ferry leaves at ten.",
    });
    const state = await (await to.fetch("/state")).json();
    const notes = parsed(lines).filter(
      ({ kind, row }) => kind === "events" && JSON.stringify(row).includes('"wake"'),
    );
    const theirs = new Set(parsed(lines).flatMap(({ kind, id }) => (kind === "memories" ? [id] : [])));
    const outcome = await importLines(to, lines);
    expect(outcome).toMatchObject({ created: theirs.size + notes.length, merged: 0, replaced: 0, erased: 0 });
    expect(outcome.skipped).toBeGreaterThan(
      kinds.filter((kind) => kind === "ticks" || kind === "links").length,
    );
    expect(await (await to.fetch("/state")).json()).toEqual(state);
    expect(await importLines(to, lines)).toMatchObject({ created: 0, skipped: outcome.skipped });
    expect(await memories(to, "?limit=100&scope=*")).toHaveLength(theirs.size + 1);

    const told = async (t: App) =>
      (await memories(t, "?limit=100&scope=*"))
        .filter(({ content }: { content: string }) => content !== "First of here.")
        .map(
          ({
            type,
            scope,
            content,
            importance,
            confidence,
            createdAt,
            metadata,
          }: Record<string, unknown>) => ({
            ...{ type, scope, content, importance, confidence, createdAt, metadata },
          }),
        );
    expect(await told(to)).toEqual(await told(from));
    const items = await (await to.fetch("/knowledge?limit=100")).json();
    expect(items.knowledge ?? items.items).toMatchObject([{ content: "The ferry leaves at ten." }]);
    expect(await wrongFigures(to)).toEqual([]);
  });

  test("keeps replies to notes: no tick answers them again", async () => {
    const from = setup();
    const wake = (note: string) =>
      from.mutation(internal.tick.wake.wake, { note, priority: "high", from: "Ana", triggerTick: false });
    await wake("Is the ferry late?");
    await post(from, "/tick", {}, bearer);
    await wake("And tomorrow?");
    const notesOf = async (t: App) => (await (await t.fetch("/notes?limit=100&scope=*")).json()).notes;
    const [pending, answered] = await notesOf(from);
    expect([pending.status, answered.status]).toEqual(["pending", "answered"]);
    const to = setup();
    await store(to, ["First of here."]);
    await importLines(to, await exportAll(from));
    const said = ({ note, status, reply, repliedAt, receivedAt }: Record<string, unknown>) => ({
      ...{ note, status, reply, repliedAt, receivedAt },
    });
    expect((await notesOf(to)).map(said)).toEqual([pending, answered].map(said));
    await post(to, "/tick", {}, bearer);
    const after = await notesOf(to);
    expect(after.map(({ status }: { status: string }) => status)).toEqual(["answered", "answered"]);
    expect(said(after[1])).toEqual(said(answered));
    // An export of this agent takes them along as they are.
    const next = setup();
    await importLines(next, await exportAll(to));
    expect((await notesOf(next)).map(said)).toEqual(after.map(said));
  });

  test("merges memories into its own on request", async () => {
    const from = setup();
    await store(from, ["Ana likes the blue ferry!", "The harbour closes at ten."]);
    const lines = await exportAll(from);
    const to = setup();
    await store(to, ["Ana likes the blue ferry."]);
    const counts = { created: 1, merged: 1 };
    expect(await importLines(to, lines, "?dedup=true&dryRun=true")).toMatchObject(counts);
    expect(await importLines(to, lines, "?dedup=true")).toMatchObject(counts);
    expect(await importLines(to, lines, "?dedup=true")).toMatchObject({ created: 0, merged: 0 });
    expect(await memories(to)).toHaveLength(2);
  });
});

test("an export that comes home changes nothing", async () => {
  const t = setup();
  await store(t, ["The ferry leaves at nine.", "Rye bread needs a day."]);
  const lines = await exportAll(t);
  expect(await importLines(t, lines)).toMatchObject({ created: 0, replaced: 0, unchanged: lines.length });
});

test("memories of two services and of this one live side by side", async () => {
  const [one, two, here] = [setup(), setup(), setup()];
  await store(one, ["First of one.", "Second of one."]);
  await store(two, ["First of two."]);
  await store(here, ["First of here."]);
  for (const lines of [await exportAll(one), await exportAll(two)]) await importLines(here, lines);
  await store(one, ["Third of one."]);
  expect(await importLines(here, await exportAll(one))).toMatchObject({ created: 1 });
  await store(here, ["Second of here."]);
  expect((await memories(here)).length).toBe(6);
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
