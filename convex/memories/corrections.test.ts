/** Corrections of memories: the mark on what was corrected, through all that may happen to either. */
import { beforeEach, expect, it, vi } from "vitest";
import { internal } from "../_generated/api";
import { send } from "../../test/functions/corrections";
import { wrongFigures } from "../../test/functions/recount";
import { post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import { exportAll, importLines } from "../../test/functions/transfer";
import { ANSWER, begun, feed, finishBy, gathered } from "../../test/functions/ticks";

const NOON = Date.UTC(2026, 5, 1, 12);
const ELEVEN = "The library on Mill Street opens at 11.";
const TEN = "The library on Mill Street opens at 10.";
const NINE = "From June on it is nine already for the library on Mill Street.";

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ["Date"] });
  return () => vi.useRealTimers();
});

const app = () => setup({ AUTONOMY: "off" });

/** A tick that learns `content` of an event with these words, and says that it corrects the memories of these texts. */
async function learn(t: App, content: string, corrects: string[] = [], from: "note" | "feed" = "note") {
  vi.setSystemTime(Date.now() + 1_000);
  if (from === "feed") await feed(t, content);
  else await post(t, "/wake", { note: content });
  const tickId = await begun(t);
  const shown = await gathered(t, tickId);
  const numbers = corrects.map(
    (text) => shown.situation.memories.findIndex((one) => one.content === text) + 1,
  );
  expect(numbers).not.toContain(0);
  const memories = [{ type: "semantic" as const, content, importance: 0.5, basedOn: [1], corrects: numbers }];
  await finishBy(t, tickId, shown, { ...ANSWER, memories });
}

/** What a search finds, best first, and the text of what corrects it. */
async function found(t: App, question = "library on Mill Street", query = "") {
  const { results } = await (
    await t.fetch(`/memories/search?q=${encodeURIComponent(question)}&threshold=0.3${query}`)
  ).json();
  const { memories } = await (await t.fetch("/memories?limit=100")).json();
  const textOf = (id: string | undefined) =>
    memories.find(({ _id }: { _id: string }) => _id === id)?.content ?? id;
  return results.map(({ memory }: { memory: { content: string; correctedBy?: string } }) => [
    memory.content,
    textOf(memory.correctedBy),
  ]);
}

const idOf = async (t: App, content: string): Promise<string> =>
  (await (await t.fetch("/memories?limit=100")).json()).memories.find(
    (one: { content: string }) => one.content === content,
  )?._id;

const confidenceOf = async (t: App, content: string): Promise<number> =>
  (await (await t.fetch(`/memories/${await idOf(t, content)}`)).json()).confidence;

async function undoNewest(t: App) {
  const { changes } = await (await t.fetch("/changes")).json();
  const asTick = { Authorization: `Bearer ${TICK_TOKEN}` };
  expect((await post(t, `/changes/${changes[0]._id}/undo`, {}, asTick)).status).toBe(200);
}

it("marks what it corrects, stands before it, and is no duplicate of it", async () => {
  const t = setup({ AUTONOMY: "off", DEDUP_THRESHOLD: "0.5" });
  const [early, told, again] = ["early in the morning", "in the morning", "in the morning, too"].map(
    (when) => `The library on Mill Street opens ${when}.`,
  );
  await learn(t, early ?? "");
  await learn(t, told ?? "", [early ?? ""]);
  const both = [
    [told, undefined],
    [early, told],
  ];
  expect(await found(t)).toEqual(both);
  // Even for the words of what is corrected.
  expect(await found(t, early)).toEqual(both);
  // What corrects nothing is merged.
  await learn(t, again ?? "");
  expect(await found(t)).toHaveLength(2);
});

it("answers what the corrected memory answers, if in other words", async () => {
  const t = app();
  await learn(t, ELEVEN);
  const told = "Mill Street: die Bücherei macht um zehn auf.";
  await learn(t, told, [ELEVEN]);
  expect(await found(t, "When is the library open?")).toEqual([
    [told, undefined],
    [ELEVEN, told],
  ]);
  expect(await found(t, "When is the library open?", "&explain=true&limit=1&offset=1")).toHaveLength(1);
});

it("is corrected in its turn, and holds again once it is said again", async () => {
  const t = app();
  await learn(t, ELEVEN);
  await learn(t, TEN, [ELEVEN]);
  await learn(t, NINE, [TEN]);
  const chain = [
    [NINE, undefined],
    [TEN, NINE],
    [ELEVEN, TEN],
  ];
  expect(await found(t)).toEqual(chain);
  await learn(t, ELEVEN, [NINE]);
  expect((await found(t))[0]).toEqual([ELEVEN, undefined]);
  expect(new Map(await found(t)).get(NINE)).toBe(ELEVEN);
  expect(await wrongFigures(t)).toEqual([]);
  await undoNewest(t);
  expect(await found(t)).toEqual(chain);
  expect(await wrongFigures(t)).toEqual([]);
});

it("loses its mark when the correction is undone or erased, or either is reworded", async () => {
  const t = app();
  await learn(t, ELEVEN);
  const holds = async () => new Map(await found(t)).get(ELEVEN);
  await learn(t, TEN, [ELEVEN]);
  expect(await holds()).toBe(TEN);
  await undoNewest(t);
  expect(await found(t)).toEqual([[ELEVEN, undefined]]);
  expect(await confidenceOf(t, ELEVEN)).toBe(0.8);

  await learn(t, TEN, [ELEVEN]);
  const reworded = "The library on Mill Street opens at 10 already.";
  await send(t, "PATCH", `/memories/${await idOf(t, TEN)}`, { content: reworded });
  expect(await holds()).toBe(reworded);
  await send(t, "PATCH", `/memories/${await idOf(t, ELEVEN)}`, { importance: 0.9 });
  expect(await holds()).toBe(reworded);
  expect(await wrongFigures(t)).toEqual([]);
  await send(t, "DELETE", `/memories/${await idOf(t, reworded)}`);
  expect(await found(t)).toEqual([[ELEVEN, undefined]]);

  await learn(t, NINE, [ELEVEN]);
  await send(t, "PATCH", `/memories/${await idOf(t, ELEVEN)}`, { content: TEN });
  expect(new Map(await found(t)).get(TEN)).toBeUndefined();
  expect(await wrongFigures(t)).toEqual([]);
});

it("travels with an export", async () => {
  const t = app();
  await learn(t, ELEVEN);
  await learn(t, TEN, [ELEVEN]);
  const lines = await exportAll(t);
  const before = await found(t);
  const to = app();
  await importLines(to, lines);
  expect(await found(to)).toEqual(before);
  expect(await wrongFigures(to)).toEqual([]);
});

it("needs a person's word against a person's: a feed contradicts, but lowers nothing", async () => {
  const t = app();
  await learn(t, ELEVEN);
  await learn(t, TEN, [ELEVEN], "feed");
  expect(new Map(await found(t)).get(ELEVEN)).toBeUndefined();
  expect(await confidenceOf(t, ELEVEN)).toBe(0.8);
  const { backlinks } = await (await t.fetch(`/memories/linked?id=${await idOf(t, ELEVEN)}`)).json();
  expect(backlinks).toMatchObject([{ type: "contradicts" }]);
  // Nor when links are looked for later.
  await learn(t, "The pier is 40 metres long.");
  await learn(t, "The pier is 60 metres long.", [], "feed");
  await post(t, "/memories/link", { memoryId: await idOf(t, "The pier is 60 metres long.") });
  expect(await confidenceOf(t, "The pier is 40 metres long.")).toBe(0.8);
  // What a feed reported, another corrects, and so does a person.
  await learn(t, NINE, [TEN], "feed");
  expect(new Map(await found(t)).get(TEN)).toBe(NINE);
  await learn(t, "The library on Mill Street is closed.", [NINE]);
  expect(new Map(await found(t)).get(NINE)).toBe("The library on Mill Street is closed.");
  // The words of a person's memory, repeated by a feed, have no more authority than the feed.
  const dawn = "The library on Mill Street opens at dawn.";
  await t.mutation(internal.memories.functions.store, { type: "semantic", content: dawn });
  await learn(t, dawn.toUpperCase(), [ELEVEN], "feed");
  expect(await idOf(t, dawn.toUpperCase())).toBeUndefined();
  expect(new Map(await found(t)).get(ELEVEN)).toBeUndefined();
});
