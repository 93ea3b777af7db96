/** Scopes in ticks: what a note's reply is made of, and where it lands what a tick learns. */
import { beforeEach, describe, expect, it, test, vi } from "vitest";
import { internal } from "../_generated/api";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import { currentSettings } from "../lib/currentSettings";
import * as Thoughts from "../thoughts/thoughts";
import { ANSWER, begun, feed, finishBy, finishByJournal, gathered } from "../../test/functions/ticks";

const NOON = Date.UTC(2026, 5, 1, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ["Date"] });
  return () => vi.useRealTimers();
});

const app = (env = {}) => setup({ AUTONOMY: "off", ...env });
const WITH_MODEL = { LLM_API_KEY: "any-key", LLM_BASE_URL: "http://127.0.0.1:9" };

async function send(t: App, path: string, body: object) {
  const response = await post(t, path, body);
  expect([path, response.status]).toEqual([path, 200]);
  vi.setSystemTime(Date.now() + 1);
  return await response.json();
}

async function read(t: App, path: string) {
  const response = await t.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  return await response.json();
}

const scopeIn = (scope: string) => (scope === "" ? {} : { scope });
const remember = (t: App, scope: string, content: string, more = {}) =>
  send(t, "/memories/store", { ...scopeIn(scope), type: "semantic", content, ...more });
const learn = (t: App, scope: string, title: string, content: string) =>
  send(t, "/knowledge", { ...scopeIn(scope), title, content });
const wake = (t: App, scope: string, note: string, more = {}) =>
  send(t, "/wake", { ...scopeIn(scope), note, ...more });

/** Where the spare key of the boathouse is, by each person's account, and by everybody's. */
const PLACES = { ana: "under the blue pot", bo: "behind the third oar", "": "at the harbour office" };
const QUESTION = "Where is the spare key of the boathouse?";

async function fill(t: App) {
  for (const [scope, place] of Object.entries(PLACES)) {
    await remember(t, scope, `The spare key of the boathouse is ${place}.`);
    await learn(
      t,
      scope,
      `Boathouse of ${scope}`,
      `# Keys\n\nA spare key of the boathouse hangs ${place}, too.`,
    );
    await remember(t, scope, `Whoever needs the boathouse looks ${place}.`, { pinned: true });
  }
}

/** Which of the places a text names. */
const named = (text: string) =>
  Object.entries(PLACES).flatMap(([scope, place]) => (text.includes(place) ? [scope] : []));

describe("a reply to a note", () => {
  it.each(["ana", "bo", ""])("of scope '%s' is made of that scope and what is shared", async (scope) => {
    const t = app();
    await fill(t);
    await wake(t, scope, QUESTION);
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    await finishByJournal(t, tickId, shown);
    const { notes, total } = await read(t, `/notes?scope=${scope === "" ? "*" : scope}`);
    expect(total).toBe(1);
    expect(named(notes[0].reply).sort()).toEqual(scope === "" ? [""] : ["", scope].sort());
    expect(named(JSON.stringify(shown.situation)).sort()).toEqual(scope === "" ? [""] : ["", scope].sort());
  });

  it.each(["ana", ""])(
    "of scope '%s' is shown no pinned memory, log entry, artifact or turn of another",
    async (scope) => {
      const t = app(WITH_MODEL);
      await fill(t);
      await wake(t, "bo", "My locker code is 4711-BLUE.", { from: "Kim" });
      const first = await begun(t);
      const reply = { note: 1, text: "Kept: 4711-BLUE." };
      const answer = { ...ANSWER, summary: "Kim's code is 4711-BLUE.", replies: [reply] };
      const artifacts = [{ type: "note" as const, content: "The code is 4711-BLUE." }];
      await finishBy(t, first, await gathered(t, first), { ...answer, artifacts });
      vi.setSystemTime(NOON + 60_000);
      await wake(t, scope, "What is my locker code?", { from: "Kim", shared: scope === "" });
      const { situation } = await gathered(t, await begun(t));
      expect(JSON.stringify(situation)).not.toContain("4711");
      expect(named(JSON.stringify(situation)).sort()).toEqual(scope === "" ? [""] : ["", scope].sort());
    },
  );

  it("is given by a tick of its own where notes of several scopes wait", async () => {
    const t = app();
    await fill(t);
    await wake(t, "ana", QUESTION);
    await wake(t, "bo", QUESTION);
    await wake(t, "ana", "Who repaints the boathouse?");
    const answered: string[][] = [];
    for (let i = 0; i < 2; i += 1) {
      await finishByJournal(t, await begun(t));
      const { notes } = await read(t, "/notes?scope=*&status=answered");
      answered.push(notes.map(({ scope }: { scope: string }) => scope).sort());
    }
    expect(answered).toEqual([
      ["ana", "ana"],
      ["ana", "ana", "bo"],
    ]);
  });
});

describe("a tick without a note", () => {
  it.each(["over an event that all share", "without an event"])(
    "%s is shown what is shared, and its log entry and artifacts are shared",
    async (kind) => {
      const t = app(WITH_MODEL);
      await fill(t);
      if (kind !== "without an event") await feed(t, "The spare key of the boathouse was found.");
      const tickId = await begun(t);
      const shown = await gathered(t, tickId);
      expect(shown.situation.memories.length).toBeGreaterThan(0);
      expect(named(JSON.stringify(shown.situation))).toEqual([""]);
      await finishBy(t, tickId, shown);
      expect((await read(t, "/artifacts?type=tweet")).total).toBe(1);
      vi.setSystemTime(NOON + 60_000);
      await wake(t, "ana", QUESTION);
      const { situation } = await gathered(t, await begun(t));
      expect([situation.logs.length, situation.made.length]).toEqual([1, 1]);
      expect(named(JSON.stringify(situation)).sort()).toEqual(["", "ana"]);
    },
  );

  it("over events of a scope is shown that scope and what is shared", async () => {
    const t = app();
    await fill(t);
    await send(t, "/feed", {
      scope: "bo",
      type: "custom",
      content: "The spare key of the boathouse was found.",
    });
    const { situation, scope } = await gathered(t, await begun(t));
    expect(scope).toBe("bo");
    expect(named(JSON.stringify(situation)).sort()).toEqual(["", "bo"]);
  });
});

/** The scope of each row that holds the text, "" for the agent's own. */
const scopesOf = (rows: readonly { scope?: string; content: string }[], text: string) =>
  rows.flatMap(({ scope = "", content }) => (content.includes(text) ? [scope] : []));

describe("what a tick learns", () => {
  it("of public news is shared after a talk of one person, too", async () => {
    const t = app(WITH_MODEL);
    await wake(t, "ana", "Remember that my boat, the Aurora, lies at the northern pier.", { from: "Ana" });
    await finishByJournal(t, await begun(t));
    const news = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"].map(
      (day) => `The ferry at the northern pier is cancelled on ${day}.`,
    );
    for (const [i, text] of news.entries()) {
      await feed(t, text);
      const tickId = await begun(t);
      const shown = await gathered(t, tickId);
      expect(JSON.stringify(shown.situation)).not.toContain("Aurora");
      // By the journal and by a model in turn.
      const learned = { type: "semantic" as const, content: text, importance: 0.7, basedOn: [1] };
      if (i % 2 === 0) await finishByJournal(t, tickId, shown);
      else await finishBy(t, tickId, shown, { ...ANSWER, memories: [learned] });
    }
    const { memories } = await read(t, "/memories?scope=*");
    expect(news.map((text) => scopesOf(memories, text))).toEqual(news.map(() => [""]));
    expect(scopesOf(memories, "Aurora")).toEqual(["ana"]);
    const rows = await t.run((ctx) => ctx.db.query("logs").collect());
    expect(rows.map(({ scope = "" }) => scope)).toEqual(["ana", ...news.map(() => "")]);
  });

  it("lands in the scope of what came in, and is no duplicate of another's", async () => {
    const t = app();
    const text = "The ferry Aurora sails at nine from Monday on.";
    for (const scope of ["ana", "bo", ""]) {
      await send(t, "/feed", { ...scopeIn(scope), type: "news", content: text });
      await finishByJournal(t, await begun(t));
    }
    const { memories } = await read(t, "/memories?scope=*");
    expect(memories.map(({ scope = "" }: { scope?: string }) => scope)).toEqual(["", "bo", "ana"]);
  });

  it("corrects nothing of another scope", async () => {
    const t = app();
    const { memoryId } = await remember(t, "", "The ferry sails at nine.");
    await wake(t, "ana", "The ferry sails at ten now, no longer at nine.");
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    const corrects = [shown.memoryIds.indexOf(memoryId) + 1];
    const content = "Ana says that the ferry sails at ten.";
    const learned = { type: "semantic" as const, content, importance: 0.7, basedOn: [1], corrects };
    await finishBy(t, tickId, shown, { ...ANSWER, memories: [learned] });
    expect((await read(t, "/memories?scope=ana")).memories).toMatchObject([{ content }]);
    expect((await read(t, `/memories/${memoryId}`)).confidence).toBe(0.8);
    expect(await t.run((ctx) => ctx.db.query("links").collect())).toEqual([]);
  });
});

describe("a note that names its sender and no scope", () => {
  it("belongs to its sender, with its reminder, what is learned from it and the conversation", async () => {
    const t = app(WITH_MODEL);
    await wake(t, "", "My locker code is 4711-BLUE.", { from: " Ada ", remindAt: NOON + 3_600_000 });
    const tickId = await begun(t);
    const content = "Ada's locker code is 4711-BLUE.";
    const learned = { type: "semantic" as const, content, importance: 0.7, basedOn: [1] };
    const replies = [{ note: 1, text: "Kept: 4711-BLUE." }];
    await finishBy(t, tickId, await gathered(t, tickId), { ...ANSWER, memories: [learned], replies });
    expect((await read(t, "/notes?from=%20Ada%20")).notes).toMatchObject([{ scope: "Ada", from: " Ada " }]);
    expect((await read(t, "/memories?scope=Ada%20")).memories).toMatchObject([{ scope: "Ada", content }]);
    expect((await read(t, "/reminders")).reminders).toMatchObject([{ scope: "Ada" }]);
    for (const list of ["memories", "notes", "events"]) expect((await read(t, `/${list}`))[list]).toEqual([]);
    vi.setSystemTime(NOON + 60_000);
    const shownTo = async (from: string) => {
      await wake(t, "", "What is my locker code?", { from });
      const tickId = await begun(t);
      const shown = await gathered(t, tickId);
      await finishByJournal(t, tickId, shown);
      return shown.situation;
    };
    expect((await shownTo(" Ada ")).turns).toMatchObject([{ reply: replies[0]?.text }]);
    for (const other of ["Bob", "ada"]) expect(JSON.stringify(await shownTo(other))).not.toContain("4711");
  });

  it.each([
    ["in its scope where one is stated", { from: "Ada", scope: " crew " }, {}, "crew"],
    ["shared where that is said", { from: "Ada", shared: true }, {}, ""],
    ["shared where NOTE_SCOPE says so", { from: "Ada" }, { NOTE_SCOPE: "shared" }, ""],
    ["shared where it names nobody", {}, {}, ""],
  ])("is %s", async (_name, note, env, scope) => {
    const t = app(env);
    await send(t, "/wake", { ...note, note: "Remember that the boathouse is painted blue." });
    await finishByJournal(t, await begun(t));
    for (const list of ["notes", "memories", "events"])
      expect([
        list,
        (await read(t, `/${list}?scope=*`))[list].map((row: { scope?: string }) => row.scope ?? ""),
      ]).toEqual([list, [scope]]);
  });

  it("is refused where it is shared beside a scope, or its sender is *", async () => {
    const t = app();
    for (const [field, more] of [
      ["shared", { scope: "ana", shared: true }],
      ["from", { from: " * " }],
    ] as const)
      expect(
        await expectFailure(await post(t, "/wake", { note: "x", ...more }), 400, "VALIDATION_ERROR"),
      ).toContain(field);
    expect((await read(t, "/events?scope=*")).total).toBe(0);
  });
});

describe("a reminder", () => {
  it("comes to a tick in the scope of the note that asked for it", async () => {
    const t = app();
    await wake(t, "ana", "Water the plants.", { remindAt: NOON + 60_000 });
    await finishByJournal(t, await begun(t));
    vi.setSystemTime(NOON + 61_000);
    const { situation, scope } = await gathered(t, await begun(t));
    expect(situation.events).toMatchObject([{ source: { kind: "reminder" } }]);
    expect(scope).toBe("ana");
  });
});

describe("a reflection", () => {
  it("on memories of several scopes belongs to none of them, and no reply is shown it", async () => {
    const t = app();
    await fill(t);
    const draft = { type: "knowledge", depth: "shallow", focus: null, confidence: 0.8 } as const;
    const request = { type: draft.type, depth: draft.depth, focus: null };
    const collect = () => t.query(internal.reflections.functions.collectInput, { request, vectorHits: null });
    const { evidenceIds, scope, epoch } = await collect();
    expect(scope).toBe("*");
    const content = `The spare key of the boathouse is ${PLACES.ana}, and ${PLACES.bo}.`;
    await t.mutation(internal.reflections.functions.save, {
      draft: { ...draft, scope, content, basedOn: evidenceIds, shown: [], coveredImportance: 0 },
      epoch,
    });
    expect((await read(t, "/memories?scope=*&type=reflection")).memories).toMatchObject([{ scope: "*" }]);
    expect((await read(t, "/memories?type=reflection")).total).toBe(0);
    await wake(t, "ana", QUESTION);
    const { situation } = await gathered(t, await begun(t));
    expect(named(JSON.stringify(situation)).sort()).toEqual(["", "ana"]);
  });

  it("on the memories of one scope is shown no earlier one or theme that rests on others", async () => {
    const t = app();
    for (const place of ["pier", "harbour"]) await remember(t, "", `The ferry leaves the ${place} at nine.`);
    const draft = { type: "knowledge", depth: "deep", focus: null, confidence: 0.8 } as const;
    const request = { type: draft.type, depth: draft.depth, focus: null };
    const collect = () => t.query(internal.reflections.functions.collectInput, { request, vectorHits: null });
    const { epoch, evidenceIds } = await collect();
    for (const scope of ["*", "ana", ""])
      await t.mutation(internal.reflections.functions.save, {
        draft: {
          ...draft,
          scope,
          content: `Of ${scope}.`,
          basedOn: evidenceIds,
          shown: [],
          coveredImportance: 0,
        },
        epoch,
      });
    expect(await collect()).toMatchObject({
      scope: "",
      earlier: [{ content: "Of ." }],
      previousConclusion: "Of .",
    });
    await remember(t, "ana", "The ferry leaves the island at ten.");
    const { scope, earlier } = await collect();
    expect([scope, earlier.map(({ content }) => content).sort()]).toEqual(["ana", ["Of .", "Of ana."]]);
  });
});

test("a thought is shown the earlier ones of the scope of its seeds and the agent's own only", async () => {
  const t = app();
  const ids = await Promise.all(
    ["", "ana", "bo"].map(async (scope) => (await remember(t, scope, "The ferry is blue.")).memoryId),
  );
  const [, ana = "", bo = ""] = ids;
  const origin = {
    seeds: [],
    sources: [],
    factors: { seedCount: 2, avgSeedImportance: 0.5, commonEntities: [] },
    seedSimilarity: 0,
  };
  const thought = { writer: "model", spontaneous: false, embedding: null, origin } as const;
  await t.run(async (ctx) => {
    for (const scope of ["", "ana", "bo", "*"]) {
      const draft = { content: `Of ${scope}.`, tone: "curious", confidence: 0.5 } as const;
      await Thoughts.add(ctx, NOON, currentSettings(), { ...thought, shown: [], draft, scope }, 0);
    }
  });
  const shownFor = async (sourceIds: string[]) =>
    (await t.query(internal.thoughts.functions.context, { sourceIds })).earlier
      .map(({ content }) => content)
      .sort();
  expect(await shownFor([])).toEqual(["Of ."]);
  expect(await shownFor([ana])).toEqual(["Of .", "Of ana."]);
  expect(await shownFor([ana, bo])).toHaveLength(4);
});
