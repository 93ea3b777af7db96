/** Replies to notes, by the model and by the journal, and conversations with the same sender. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../_generated/api";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import * as PoisonEvents from "./poisonEvents";
import { ANSWER, begun, feed, finishBy, finishByJournal, gathered } from "../../test/functions/ticks";

const NOON = Date.UTC(2026, 5, 1, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ["Date"] });
  return () => vi.useRealTimers();
});

async function wake(t: App, note: string, from?: string): Promise<string> {
  const response = await post(t, "/wake", { note, ...(from === undefined ? {} : { from }) });
  expect(response.status).toBe(200);
  return (await response.json()).noteId;
}

const notes = async (t: App, query = "") => {
  const response = await t.fetch(`/notes${query}`);
  expect(response.status).toBe(200);
  return await response.json();
};

const tell = (t: App, content: string) =>
  t.mutation(internal.memories.functions.store, { type: "semantic", content });

describe("a note", () => {
  it("is listed as pending, with its sender, until a tick replies", async () => {
    const t = setup({ AUTONOMY: "off" });
    const noteId = await wake(t, "Where is the spare key?", "Ada | Ben");
    expect(await notes(t, "?scope=*")).toEqual({
      notes: [
        {
          _id: noteId,
          scope: "Ada | Ben",
          note: "Where is the spare key?",
          from: "Ada | Ben",
          priority: "normal",
          status: "pending",
          receivedAt: NOON,
        },
      ],
      total: 1,
      hasMore: false,
    });
    const tickId = await begun(t);
    await finishByJournal(t, tickId);
    const [note] = (await notes(t, "?scope=*&status=answered")).notes;
    expect(note).toMatchObject({
      _id: noteId,
      status: "answered",
      repliedBy: "reflex",
      repliedAt: NOON,
      tickId,
    });
    expect(await notes(t, "?scope=*&status=pending")).toEqual({ notes: [], total: 0, hasMore: false });
    expect((await notes(t, `?from=${encodeURIComponent("Ada | Ben")}`)).total).toBe(1);
    expect((await notes(t, "?from=Ada")).total).toBe(0);
    expect(await t.query(api.notes.recent, {})).toEqual([note]);
  });

  it("without a model is answered with the memories found for it, if any, and told why", async () => {
    const t = setup({ AUTONOMY: "off" });
    await tell(t, "The spare key hangs behind the mill.");
    await wake(t, "Where does the spare key hang?");
    vi.setSystemTime(NOON + 1);
    await wake(t, "Who won the regatta?");
    await finishByJournal(t, await begun(t));
    const [regatta, key] = (await notes(t)).notes;
    expect(key.reply).toContain("The spare key hangs behind the mill.");
    expect(key.reply).toContain("1 June 2026");
    expect(key.reply).toContain("no model is configured");
    expect(regatta.reply).toContain("no model is configured");
    expect(regatta.reply).not.toContain("spare key");
  });

  it("waits for the next tick if this one has more notes than it can search memory for", async () => {
    const t = setup({ AUTONOMY: "off" });
    const places = ["mill", "pier", "forge", "chapel", "school", "lighthouse", "bakery"];
    for (const place of places) await tell(t, `The key of the ${place} hangs under the ${place} stairs.`);
    for (const place of places) {
      await wake(t, `Where does the key of the ${place} hang?`);
      vi.setSystemTime(Date.now() + 1);
    }
    await finishByJournal(t, await begun(t));
    const told = async (status: string) =>
      (await notes(t, `?status=${status}`)).notes.map(
        ({ note, reply = "" }: { note: string; reply?: string }) => {
          const place = places.find((one) => note.includes(one));
          return reply.includes(`under the ${place} stairs`);
        },
      );
    expect(await told("answered")).toEqual(Array(4).fill(true));
    expect(await told("pending")).toEqual(Array(3).fill(false));
    await finishByJournal(t, await begun(t));
    expect(await told("answered")).toEqual(Array(7).fill(true));
  });

  it("without a model is answered from the other events as well, but a greeting is not", async () => {
    const t = setup({ AUTONOMY: "off" });
    await tell(t, "The harbour fee rises to 18 euros a night.");
    await feed(t, "The new crane lifts 40 tonnes.");
    await wake(t, "How much can the new crane lift?");
    vi.setSystemTime(NOON + 1);
    await wake(t, "Good night.");
    await finishByJournal(t, await begun(t));
    const [greeting, crane] = (await notes(t)).notes;
    expect(crane.reply).toContain("40 tonnes");
    expect(greeting.reply).not.toContain("18 euros");
  });

  it("is answered by the journal if the model forgot it", async () => {
    const t = setup({ AUTONOMY: "off" });
    await wake(t, "Wie spät ist es?");
    vi.setSystemTime(NOON + 1);
    await wake(t, "Who won?");
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    const number = shown.situation.events.findIndex(({ content }) => content.startsWith("Wie")) + 1;
    await finishBy(t, tickId, shown, { ...ANSWER, replies: [{ note: number, text: "Es ist Mittag." }] });
    const [forgotten, answered] = (await notes(t)).notes;
    expect(answered).toMatchObject({ reply: "Es ist Mittag.", repliedBy: "model" });
    expect(forgotten).toMatchObject({ status: "answered", repliedBy: "reflex" });
  });

  it("is listed without feed events, and an unknown status is refused", async () => {
    const t = setup({ AUTONOMY: "off" });
    await feed(t, "A ship came in.");
    expect((await notes(t)).total).toBe(0);
    expect(await expectFailure(await t.fetch("/notes?status=lost"), 400, "VALIDATION_ERROR")).toContain(
      "status",
    );
  });
});

describe("a conversation", () => {
  it("shows the tick the last turns of the same sender only, oldest first", async () => {
    const t = setup({ AUTONOMY: "off" });
    for (const [note, from] of [
      ["My boat is the Aurora.", "Ada"],
      ["My code is 4711.", "Ben"],
      ["It is blue.", "Ada"],
    ] as const) {
      await wake(t, note, from);
      await finishByJournal(t, await begun(t));
      vi.setSystemTime(Date.now() + 60_000);
    }
    await wake(t, "What is its name?", "Ada");
    const { situation } = await gathered(t, await begun(t));
    expect(situation.turns.map(({ note }) => note)).toEqual(["My boat is the Aurora.", "It is blue."]);
    expect(situation.turns.every(({ from, reply }) => from === "Ada" && reply !== "")).toBe(true);
  });

  it("has no earlier turns if notes name no sender, because several people may have written them", async () => {
    const t = setup({ AUTONOMY: "off" });
    await wake(t, "My code is 4711.");
    await finishByJournal(t, await begun(t));
    await wake(t, "What did I say?");
    expect((await gathered(t, await begun(t))).situation.turns).toEqual([]);
  });
});

describe("a memory that a tick learns", () => {
  it("names its sender and event, and lowers the confidence of what it corrects", async () => {
    const t = setup({ AUTONOMY: "off" });
    const { memoryId } = await t.mutation(internal.memories.functions.store, {
      scope: "Ada",
      type: "semantic",
      content: "The ferry sails at nine.",
    });
    const noteId = await wake(t, "The ferry sails at ten now, no longer at nine.", "Ada");
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    const memories = [
      {
        type: "semantic" as const,
        content: "Ada says that the ferry sails at ten from 1 June 2026.",
        importance: 0.7,
        basedOn: [1],
        corrects: [shown.memoryIds.indexOf(memoryId) + 1],
      },
    ];
    await finishBy(t, tickId, shown, { ...ANSWER, memories });
    const learned = await t.run(async (ctx) => (await ctx.db.query("memories").collect()).at(-1));
    expect(JSON.parse(learned?.metadata ?? "{}")).toMatchObject({
      from: "Ada",
      eventId: noteId,
      source: "note",
    });
    const links = await t.run((ctx) => ctx.db.query("links").collect());
    expect(links).toMatchObject([{ source: learned?._id, target: memoryId, type: "contradicts" }]);
    const older = await t.run((ctx) => ctx.db.get("memories", memoryId));
    expect(older?.confidence).toBeLessThan(0.8);
  });

  it("is not made of a note that only greets or asks", async () => {
    const t = setup({ AUTONOMY: "off" });
    await wake(t, "Hello! When does the ferry sail?");
    await wake(t, "Good morning!");
    await finishByJournal(t, await begun(t));
    expect(await t.run((ctx) => ctx.db.query("memories").collect())).toEqual([]);
  });
});

describe("a note that makes every tick fail", () => {
  it("gets a reply that it was set aside, once it is quarantined", async () => {
    const t = setup({ AUTONOMY: "off" });
    const noteId = await wake(t, "A note that no tick can read.");
    const tickId = await begun(t);
    await t.run(async (ctx) => {
      const [event] = await ctx.db.query("events").take(1);
      if (event === undefined) throw new Error("there is no note");
      await ctx.db.insert("poisonSearch", {
        most: 1,
        proven: true,
        suspect: { event: event._id, strikes: 1 },
      });
      await PoisonEvents.failed(ctx, NOON, { timeZone: "UTC" }, tickId, [event._id], {
        usualMost: 8,
        transient: false,
      });
    });
    const [note] = (await notes(t, "?status=answered")).notes;
    expect(note).toMatchObject({ _id: noteId, repliedBy: "reflex", tickId });
    expect(note.reply).toContain("set aside");
  });
});

describe("a note that asks to forget", () => {
  it.each([
    ["Forget that my locker code is 4711.", "4711"],
    ["Bitte vergiss, dass mein Spindcode 4711 ist.", "4711"],
  ])("%s: is shown by id and day what matches, and neither stored nor quoted", async (request, secret) => {
    const t = setup({ AUTONOMY: "off" });
    const told = await wake(
      t,
      request.includes("Spind") ? "Mein Spindcode ist 4711." : "My locker code is 4711.",
    );
    await finishByJournal(t, await begun(t));
    const memories = await t.run((ctx) => ctx.db.query("memories").collect());
    expect(memories).toHaveLength(1);
    vi.setSystemTime(NOON + 1);
    const noteId = await wake(t, request);
    const tickId = await begun(t);
    await finishByJournal(t, tickId);
    const [note] = (await notes(t)).notes;
    expect(note.reply).toMatch(/^Nothing is forgotten yet\./u);
    for (const shown of [
      `/memories/${memories[0]?._id}`,
      `/notes/${told}`,
      `/notes/${noteId}`,
      "1 June 2026",
      "POST /erase",
      "anima forget",
    ])
      expect(note.reply).toContain(shown);
    expect(note.reply.match(/\(LLM_API_KEY\)/g)).toHaveLength(1);
    expect(note.reply).not.toContain(secret);
    expect(await t.run((ctx) => ctx.db.query("memories").collect())).toHaveLength(1);
    const [log] = await t.run((ctx) => ctx.db.query("logs").order("desc").take(1));
    expect(JSON.stringify(log)).not.toContain(secret);
    const [agent] = await t.run((ctx) => ctx.db.query("agent").collect());
    expect(agent?.summary).not.toContain(secret);
    expect(await t.run((ctx) => ctx.db.query("artifacts").collect())).toEqual([]);
  });

  it("is told plainly that nothing matches", async () => {
    const t = setup({ AUTONOMY: "off" });
    await wake(t, "Forget my locker code.");
    await finishByJournal(t, await begun(t));
    expect((await notes(t)).notes[0].reply).toMatch(
      /^Nothing is forgotten, for I found nothing that matches\./u,
    );
  });
});

describe("a reminder asked for without a model", () => {
  it("is set for the next such time in the agent's zone, listed, and told in the reply", async () => {
    const t = setup({ AUTONOMY: "off", AGENT_TIMEZONE: "Europe/Berlin" });
    const noteId = await wake(t, "Remind me at 04:30 to feed the cat.", "Ada");
    const tickId = await begun(t);
    await finishByJournal(t, tickId);
    const rows = await t.run((ctx) => ctx.db.query("reminders").collect());
    expect(rows).toMatchObject([
      { text: "feed the cat.", dueAt: Date.UTC(2026, 5, 2, 2, 30), noteId, from: "Ada", setBy: "reflex" },
    ]);
    expect((await (await t.fetch(`/ticks/${tickId}`)).json()).reminders).toEqual([rows[0]?._id]);
    const [note] = (await notes(t, "?from=Ada")).notes;
    expect(note.reply).toContain("Tuesday, 2 June 2026, 04:30 (Europe/Berlin)");
    expect(await t.run((ctx) => ctx.db.query("memories").collect())).toEqual([]);
  });

  it("is set as well where the model forgets the note, and not twice where it sets one itself", async () => {
    const t = setup({ AUTONOMY: "off" });
    await wake(t, "Remind me in 20 minutes to check the oven.");
    vi.setSystemTime(NOON + 1);
    await wake(t, "Remind me in 30 minutes to call Ben.");
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    const ben = shown.situation.events.findIndex(({ content }) => content.includes("Ben")) + 1;
    const reminders = [{ note: ben, text: "Call Ben.", at: NOON + 1_800_000 }];
    await finishBy(t, tickId, shown, { ...ANSWER, replies: [], reminders });
    const rows = await t.run((ctx) => ctx.db.query("reminders").collect());
    expect(rows.map(({ text, setBy }) => [text, setBy])).toEqual([
      ["Call Ben.", "model"],
      ["check the oven.", "reflex"],
    ]);
  });

  it("is not set for a note without a time, and its reply says why", async () => {
    const t = setup({ AUTONOMY: "off" });
    await wake(t, "Remind me to buy 3 apples.");
    await finishByJournal(t, await begun(t));
    expect(await t.run((ctx) => ctx.db.query("reminders").collect())).toEqual([]);
    expect((await notes(t)).notes[0].reply).toMatch(/^No reminder is set, since .*no time/u);
  });
});
