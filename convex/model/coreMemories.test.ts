/** Changes of core memories, one transaction each: when they count as reinforced, when their words are out of date. */
import { describe, expect, it } from "vitest";
import type { Id } from "../_generated/dataModel";
import { store } from "../test.memories";
import type { App } from "../test.requests";
import { setup } from "../test.setup";
import * as CoreMemories from "./coreMemories";
import * as Totals from "./memoryTotals";
import * as Neighbours from "./neighbours";

type Theme = Id<"coreMemories">;
type Members = Extract<CoreMemories.Change, { kind: "founded" }>["members"];

/** Memories that were compared, as many as asked for, at the places from 0 on. */
async function compared(t: App, count: number): Promise<Members> {
  const members: Members = [];
  for (let place = 0; place < count; place += 1) {
    const { memoryId } = await store(t, { content: `Number${place}.` });
    members.push({ memoryId, place });
  }
  const row = { nearest: [], comparedBy: "", evidence: true, confidence: 0.8 };
  await t.run((ctx) =>
    Neighbours.write(
      ctx,
      members.map((member) => ({ ...row, ...member })),
    ),
  );
  return members;
}

const words = (theme: string, writer: "reflex" | "model" = "model") =>
  ({ theme, summary: `${theme}.`, writer, wording: writer === "model" ? "settled" : "provisional" }) as const;
const apply = (t: App, now: number, ...changes: CoreMemories.Change[]) =>
  t.run((ctx) => CoreMemories.apply(ctx, now, changes));
const change = (id: Theme, members: Members) => ({ kind: "changed", id, members, confidence: 0.5 }) as const;
const read = (t: App, id: Theme) => t.run((ctx) => ctx.db.get("coreMemories", id));
const listed = (t: App) =>
  t.run(async (ctx) => {
    const { coreMemories, total } = await CoreMemories.list(ctx, { limit: 100, offset: 0 });
    return { themes: coreMemories.map(({ theme }) => theme), total };
  });
const totals = (t: App) => t.run((ctx) => Totals.read(ctx));

async function found(t: App, now: number, members: Members, written = words("First")): Promise<Theme> {
  const [id] = await apply(t, now, { kind: "founded", members, confidence: 0.5, words: written });
  if (id === undefined) throw new Error("nothing was founded");
  return id;
}

describe("a core memory", () => {
  it("is reinforced by what was in none before, not by what moves between two, nor ever backwards", async () => {
    const t = setup();
    const all = await compared(t, 9);
    const first = await found(t, 100, all.slice(0, 4));
    const second = await found(t, 200, all.slice(4, 7), words("Second"));
    expect(await listed(t)).toEqual({ themes: ["Second", "First"], total: 2 });
    const moved = [change(first, all.slice(0, 5)), change(second, all.slice(5, 7))];
    expect(await apply(t, 300, ...moved)).toEqual([first, second]);
    expect((await read(t, first))?.lastReinforced).toBe(100);
    await apply(t, 300, change(first, [...all.slice(0, 5), ...all.slice(7, 8)]));
    expect((await read(t, first))?.lastReinforced).toBe(300);
    expect(await listed(t)).toEqual({ themes: ["First", "Second"], total: 2 });
    // The clock was set back.
    await apply(t, 50, change(first, [...all.slice(0, 5), ...all.slice(7)]));
    expect((await read(t, first))?.lastReinforced).toBe(300);
  });

  it("needs other words of a model when a quarter came or a fifth went, and of the reflexes at any change", async () => {
    const t = setup();
    const all = await compared(t, 12);
    const id = await found(t, 1, all.slice(0, 8));
    const wording = async () => (await read(t, id))?.wording;
    await apply(t, 1, change(id, all.slice(0, 9)));
    await apply(t, 1, change(id, all.slice(0, 7)));
    expect(await wording()).toBe("settled");
    await apply(t, 1, change(id, all.slice(0, 10)));
    expect(await wording()).toBe("stale");
    const rewordAt = (size: number) =>
      t.run((ctx) => CoreMemories.reword(ctx, id, size, words("Other words")));
    // Written for members that it no longer has.
    expect(await rewordAt(8)).toBe(false);
    expect(await rewordAt(10)).toBe(true);
    expect(await read(t, id)).toMatchObject({ theme: "Other words", wording: "settled", wordedSize: 10 });
    await apply(t, 1, change(id, all.slice(0, 8)));
    expect(await wording()).toBe("stale");
    const plain = await found(t, 1, all.slice(8, 11), words("Plain", "reflex"));
    await apply(t, 1, change(plain, all.slice(8, 12)));
    expect((await read(t, plain))?.wording).toBe("stale");
  });

  it("that is dissolved is in no list and no figure, and its memories may be in another", async () => {
    const t = setup();
    const all = await compared(t, 6);
    const before = await totals(t);
    const id = await found(t, 1, all);
    expect((await totals(t)).coreMemories).toBe(1);
    await apply(t, 2, { kind: "dissolved", id });
    expect(await totals(t)).toEqual({ ...before, changed: expect.anything() });
    expect(await listed(t)).toEqual({ themes: [], total: 0 });
    await expect(apply(t, 2, { kind: "dissolved", id })).rejects.toThrow("not there");
    expect(await t.run((ctx) => CoreMemories.byIds(ctx, [id]))).toEqual([]);
    expect(await t.run((ctx) => CoreMemories.reword(ctx, id, 6, words("Late")))).toBe(false);
    await found(t, 3, all);
  });

  it("is worded before smaller ones", async () => {
    const t = setup();
    const all = await compared(t, 9);
    for (const [from, to] of [
      [0, 2],
      [2, 6],
      [6, 9],
    ] as const)
      await found(t, 1, all.slice(from, to), words("Plain", "reflex"));
    const rows = await t.run((ctx) => CoreMemories.worded(ctx, "provisional", 2));
    expect(rows.map(({ size }) => size)).toEqual([4, 3]);
  });
});
