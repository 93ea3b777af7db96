/** Replies that are shown while they are written: who may write them, and what deletes them. */
import { beforeEach, expect, it, vi } from "vitest";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { post, type App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import { begun, finishByJournal, gathered } from "../../test/functions/ticks";

const NOON = Date.UTC(2026, 5, 1, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ["Date"] });
  return () => vi.useRealTimers();
});

/** A tick that reads two notes. `show` writes how far the reply to the first has come. */
async function ticking() {
  const t = setup({ AUTONOMY: "off" });
  const wake = async (note: string): Promise<Id<"events">> =>
    (await (await post(t, "/wake", { note })).json()).noteId;
  const [noteId, otherId] = [await wake("Is anybody there?"), await wake("And who?")];
  const tickId = await begun(t);
  const { epoch } = await gathered(t, tickId);
  const { run } = (await t.run(({ db }) => db.get("ticks", tickId)))!;
  const show = (text: string, to = noteId) =>
    t.mutation(internal.tick.functions.showReplies, { tickId, run, epoch, replies: [{ noteId: to, text }] });
  const shown = () => t.query(api.notes.partialReplies, {});
  return { t, noteId, otherId, tickId, epoch, show, shown };
}

const rows = (t: App) => t.run(async ({ db }) => (await db.query("partialReplies").collect()).length);

it("grow, are taken back, and are no reply to the note", async () => {
  const { t, noteId, tickId, show, shown } = await ticking();
  expect(await show("Yes, I")).toBe(true);
  expect(await show("Yes, I am")).toBe(true);
  expect(await shown()).toEqual([{ noteId, tickId, text: "Yes, I am" }]);
  expect(await show("")).toBe(true);
  expect(await shown()).toEqual([{ noteId, tickId }]);
  const note = (await t.query(api.notes.recent, {})).find(({ _id }) => _id === noteId);
  expect(note).toMatchObject({ status: "pending" });
  expect(note).not.toHaveProperty("reply");
});

it("are not taken back where nothing was shown", async () => {
  const { show, shown } = await ticking();
  await show("");
  expect(await shown()).toEqual([]);
});

it("go when the tick ends, however it ends, and nothing brings them back", async () => {
  const done = await ticking();
  await done.show("Yes");
  await finishByJournal(done.t, done.tickId);
  expect(await done.show("Yes, I")).toBe(false);
  expect(await rows(done.t)).toBe(0);

  const failed = await ticking();
  await failed.show("Yes");
  await failed.t.mutation(internal.tick.functions.fail, {
    ...{ tickId: failed.tickId, reason: "test", fault: "provider" },
  });
  expect(await failed.show("Yes, I")).toBe(false);
  expect(await rows(failed.t)).toBe(0);

  const lost = await ticking();
  await lost.show("Yes");
  vi.setSystemTime(NOON + 61_000);
  await begun(lost.t);
  expect(await lost.show("Yes, I")).toBe(false);
  expect(await rows(lost.t)).toBe(0);
});

it("go when anything is erased, and nothing brings them back", async () => {
  const { t, noteId, otherId, tickId, show, shown } = await ticking();
  await show("Yes");
  await show("Only me", otherId);
  await t.mutation(internal.corrections.functions.erase, { kind: "note", id: noteId });
  expect(await rows(t)).toBe(0);
  expect(await show("Yes, I")).toBe(false);
  expect(await shown()).toEqual([]);
  expect(await finishByJournal(t, tickId)).toMatchObject({ kind: "done" });
});

it("are hidden at once when a text was reworded that the tick had read", async () => {
  const { t, show, shown, tickId, epoch } = await ticking();
  await show("Yes");
  const { memoryId } = await t.mutation(internal.memories.functions.store, {
    ...{ type: "semantic", content: "The lamp is lit." },
  });
  const to = { changes: { content: "The lamp is out." } };
  await t.mutation(internal.corrections.functions.change, { id: memoryId, to });
  expect(await shown()).toEqual([]);
  expect(await show("Yes, I")).toBe(false);
  const read = await gathered(t, tickId);
  expect(read.epoch).toBeGreaterThan(epoch);
  expect(await finishByJournal(t, tickId, { ...read, epoch })).toEqual({ kind: "overtaken" });
  expect(await rows(t)).toBe(0);
});

it("expire after two minutes", async () => {
  const { t, show } = await ticking();
  await show("Yes");
  const sweptAfter = async (seconds: number) => {
    vi.setSystemTime(NOON + seconds * 1_000);
    await t.mutation(internal.registry.sweeper.sweep, {});
    return await rows(t);
  };
  expect(await sweptAfter(119)).toBe(1);
  expect(await sweptAfter(121)).toBe(0);
});
