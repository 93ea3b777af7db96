/** Scopes in ticks: what a note's reply is made of, and where it lands what a tick learns. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../_generated/api";
import { post, type App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
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
      await wake(t, scope, "What is my locker code?", { from: "Kim" });
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
  it("is shown the memories of all, and its log entry is shown to no reply", async () => {
    const t = app();
    await fill(t);
    await feed(t, "The spare key of the boathouse was found.");
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    expect(named(JSON.stringify(shown.situation.memories)).sort()).toEqual(["", "ana", "bo"]);
    expect(shown.scope).toBe("*");
    await finishByJournal(t, tickId, shown);
    expect(named((await read(t, "/logs")).logs[0].detail).length).toBeGreaterThan(1);
    await wake(t, "ana", QUESTION);
    const { situation } = await gathered(t, await begun(t));
    expect(situation.logs).toEqual([]);
    expect(named(JSON.stringify(situation)).sort()).toEqual(["", "ana"]);
  });

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

describe("what a tick learns", () => {
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
});
