/** The rule by which an erasure follows what was shown (docs/erasure.md), row by row. */
import { describe, expect, it } from "vitest";
import { internal } from "../_generated/api";
import { save, thoughtOf } from "../../test/functions/consciousness";
import { store } from "../../test/functions/consolidation";
import { send, tablesWith } from "../../test/functions/corrections";
import { post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import { ANSWER, begun, feed, finishBy, gathered } from "../../test/functions/ticks";

const FACT = "The Zorblat ferry leaves at nine.";

async function erase(t: App, path: string, headers: Record<string, string> = {}) {
  const response = await send(t, "DELETE", `${path}?derived=true`, undefined, headers);
  return { status: response.status, kinds: kindsOf((await response.json()).derived ?? []) };
}

const kindsOf = (rows: { kind: string }[]): string[] => rows.map(({ kind }) => kind).sort();

/** Not brilliant, so that no memory is made of it. */
const UNSURE = { confidence: 0.5 };

/** A tick over an event, whose model writes this summary. */
async function tick(t: App, event: string, summary: string, more: object = {}): Promise<void> {
  await feed(t, event);
  const answer = { ...ANSWER, summary, detail: summary, artifacts: [], ...more };
  expect(await finishBy(t, await begun(t), undefined, answer)).toMatchObject({ kind: "done" });
}

const logs = async (t: App): Promise<string[]> =>
  (await (await t.fetch("/logs")).json()).logs.map(({ summary }: { summary: string }) => summary);

describe("DELETE with `derived`", () => {
  it("erases of a tick that was shown only another's words what holds words that are in none of its own events", async () => {
    const t = setup({ AUTONOMY: "off" });
    const [id = ""] = await store(t, [FACT]);
    await tick(t, "Is the Zorblat ferry late?", "It goes at nine, as a rule.");
    await tick(t, "Rain falls.", "Rain, and the Zorblat.");
    await tick(t, "Hail falls.", "Hail only.");
    expect(await erase(t, `/memories/${id}`)).toEqual({ status: 200, kinds: ["log", "log"] });
    expect(await logs(t)).toEqual(["Hail only."]);
    const { entries } = await (
      await t.fetch("/audit?kind=eraseMemory", { headers: { Authorization: `Bearer ${TICK_TOKEN}` } })
    ).json();
    expect(entries).toMatchObject([{ count: 3, erased: { memory: 1, log: 2 } }]);
    expect(entries[0].ids).toContain(id);
  });

  it("follows receipts that name no log entries, and is not misled by words of the tick's own events", async () => {
    const t = setup({ AUTONOMY: "off" });
    const [id = ""] = await store(t, [FACT]);
    await tick(t, "Rain falls.", "Rain, and the Zorblat.");
    await tick(t, "Fog, and boats at nine.", "Fog at nine.");
    await t.run(async (ctx) => {
      for (const { _id, shown } of await ctx.db.query("ticks").take(9)) {
        if (shown === undefined) throw new Error("a tick without a receipt");
        const { events, memories: _, knowledge } = shown;
        await ctx.db.patch("ticks", _id, { shown: { events, memories: [], knowledge, logs: 1 } });
      }
    });
    expect(await erase(t, `/memories/${id}`)).toEqual({ status: 200, kinds: ["log"] });
    expect(await logs(t)).toEqual(["Fog at nine."]);
  });

  it("erases reminders that a tick set, and the events that they became", async () => {
    const t = setup({ AUTONOMY: "off" });
    const [id = ""] = await store(t, [FACT]);
    await post(t, "/wake", { note: "Remind me of the Zorblat ferry twice.", from: "Ada" });
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    expect(shown.memoryIds).toEqual([id]);
    const at = [Date.now() + 1, Date.now() + 9e6];
    const reminders = at.map((at) => ({ note: 1, text: "Off goes the Zorblat", at }));
    const replies = [{ note: 1, text: "At nine." }];
    await finishBy(t, tickId, shown, { ...ANSWER, reminders, replies });
    await tick(t, "Rain falls.", "Rain.");
    expect((await (await t.fetch("/events?scope=*")).json()).total).toBe(3);
    const { kinds } = await erase(t, `/memories/${id}`);
    // The second tick read the event, so its words go as well.
    expect(kinds).toEqual(["artifact", "event", "log", "log", "reminder", "reply"]);
    expect(await tablesWith(t, "off goes")).toEqual([]);
  });

  it("erases a thought whose model was shown an erased one and says its words, and no other", async () => {
    const t = setup({ AUTONOMY: "off" });
    const first = await save(t, "The Zorblat keeps its hours.", UNSURE);
    const after = async (content: string, ...shown: (typeof first._id)[]) => {
      const thought = { ...thoughtOf(content, UNSURE), shown };
      const epoch = await t.query(internal.thoughts.functions.epoch, {});
      const answer = { filtered: 0, processTime: 1 };
      return await t.mutation(internal.thoughts.functions.save, { thought, epoch, answer });
    };
    const second = await after("Like the Zorblat, the tide is punctual.", first._id);
    if (second === null) throw new Error("no thought");
    await after("Gulls are loud in spring.", first._id, second._id);
    expect((await erase(t, `/thoughts/${first._id}`)).kinds).toEqual(["thought"]);
    const { thoughts } = await (await t.fetch("/consciousness/thoughts")).json();
    expect(thoughts).toMatchObject([{ content: "Gulls are loud in spring." }]);
  });

  it("erases nothing of a version that If-Match does not name, and answers 404 to an id of another kind", async () => {
    const t = setup({ AUTONOMY: "off" });
    const [id = ""] = await store(t, [FACT]);
    expect((await erase(t, `/memories/${id}`, { "If-Match": "2" })).status).toBe(412);
    expect((await erase(t, `/logs/${id}`)).status).toBe(404);
    expect(await erase(t, `/memories/${id}`, { "If-Match": "1" })).toEqual({ status: 200, kinds: [] });
    expect((await erase(t, `/memories/${id}`)).status).toBe(404);
  });
});

it("a memory learned from two events rests on both", async () => {
  const t = setup({ AUTONOMY: "off" });
  for (const content of ["The pier is long.", "The pier is old."]) await feed(t, content);
  const learned = {
    type: "semantic" as const,
    content: "The pier is long and old.",
    importance: 0.5,
    basedOn: [1, 2],
  };
  await finishBy(t, await begun(t), undefined, { ...ANSWER, memories: [learned] });
  const { events } = await (await t.fetch("/events")).json();
  expect(events).toHaveLength(2);
  for (const { _id } of events) {
    const plan = await (await post(t, "/erase", { ids: [_id] })).json();
    expect(plan.derivedCounts).toMatchObject({ memory: 1, log: 1, artifact: 1 });
  }
});
