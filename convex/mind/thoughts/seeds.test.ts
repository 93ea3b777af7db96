import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { selectSeeds, type Seed } from "./seeds";

const storm: Seed = { content: "A storm closed the harbour of Kiel on Monday.", importance: 0.8 };
const ferry: Seed = { content: "The ferry to Oslo could not leave Kiel.", importance: 0.6 };
const lunch: Seed = { content: "Lunch was soup again.", importance: 0.1 };

describe("selecting seeds", () => {
  test("drops those under 0.3 by default and counts them", () => {
    const selection = selectSeeds([storm, lunch, ferry]);
    expect(selection).toMatchObject({ kind: "enough", filtered: 1, merged: 0 });
    expect(selection.kind === "enough" && selection.kept.map(({ content }) => content)).toEqual([
      storm.content,
      ferry.content,
    ]);
  });

  test("keeps what stands exactly at the minimum", () => {
    const seeds = [0.5, 0.5, 0.49].map((importance, i) => ({ content: `Matter ${"abc"[i]}`, importance }));
    expect(selectSeeds(seeds, { minImportance: 0.5 })).toMatchObject({ kind: "enough", filtered: 1 });
  });

  test.each([
    [
      [storm, lunch],
      "Of two seeds only one seed reaches importance 0.3; a thought takes at least two seeds.",
    ],
    [[lunch, lunch], "Of two seeds none reaches importance 0.3; a thought takes at least two seeds."],
    [[], "There are no seeds."],
  ])("has too few with %j, and says why", (seeds, reason) => {
    expect(selectSeeds(seeds)).toMatchObject({ kind: "too few", reason });
  });

  test("force lifts the rule of two, and still drops what is under the minimum", () => {
    const selection = selectSeeds([storm, lunch], { force: true });
    expect(selection).toMatchObject({ kind: "enough", filtered: 1, kept: [{ content: storm.content }] });
  });

  test("force with none over the minimum uses all, and none is filtered", () => {
    const selection = selectSeeds([lunch, { ...ferry, importance: 0.2 }], { force: true });
    expect(selection).toMatchObject({ kind: "enough", filtered: 0 });
    expect(selection.kind === "enough" && selection.kept).toHaveLength(2);
    expect(selectSeeds([], { force: true })).toMatchObject({ kind: "too few" });
  });

  test("seeds that say the same were told when the last of them was, as far as anybody knows", () => {
    const toldAt = (...times: (number | undefined)[]) => {
      const seeds = times.map((at, i) => ({
        ...storm,
        importance: 0.8 - i / 10,
        ...(at === undefined ? {} : { at }),
      }));
      const selection = selectSeeds([...seeds, ferry]);
      return selection.kind === "enough" ? selection.kept.map(({ at }) => at) : [];
    };
    expect(toldAt(undefined, 5)).toContain(5);
    expect(toldAt(5, undefined, 7)).toContain(7);
    expect(toldAt(undefined, undefined)).toEqual([null, null]);
  });

  test("seeds that say the same are one, with the entities of both and the higher importance", () => {
    const again = {
      ...storm,
      content: `${storm.content.toUpperCase()}!`,
      importance: 0.9,
      entities: ["Baltic"],
    };
    const selection = selectSeeds([storm, again, ferry]);
    expect(selection).toMatchObject({ kind: "enough", filtered: 0, merged: 1 });
    const kept = selection.kind === "enough" ? selection.kept : [];
    expect(kept[0]).toMatchObject({ content: again.content, importance: 0.9 });
    expect(kept[0]?.entities.map((entity) => entity.toLowerCase())).toEqual(
      expect.arrayContaining(["baltic", "monday", "kiel"]),
    );
    expect(selectSeeds([storm, storm])).toMatchObject({
      kind: "too few",
      reason: expect.stringContaining("all say the same") as unknown,
    });
  });

  test("long seeds that go on differently are two, and with the same end one", () => {
    const beginning = "The miller sold the rope to the captain. ".repeat(30);
    const merged = (end: string, other: string) =>
      selectSeeds(
        [end, other].map((last, i) => ({ content: `${beginning}${last}`, importance: 0.9 - i / 10 })),
      ).merged;
    expect(merged("The mill burnt down.", "The ferry sank.")).toBe(0);
    expect(merged("The mill burnt down.", "the mill burnt down")).toBe(1);
  });

  test("contradicting seeds are two", () => {
    const closed = { content: "The bridge to Fehmarn is closed to lorries.", importance: 0.5 };
    const open = { content: "The bridge to Fehmarn is open to lorries.", importance: 0.5 };
    expect(selectSeeds([closed, open])).toMatchObject({ kind: "enough", merged: 0 });
  });

  test("of seeds that matter alike, the one tied to others weighs more", () => {
    const alone = { content: "A painter in Rome finished a fresco.", importance: 0.6 };
    const selection = selectSeeds([alone, ferry, { ...storm, importance: 0.6 }]);
    expect(selection.kind === "enough" && selection.kept.at(-1)?.content).toBe(alone.content);
  });

  test("what another says too is no longer only the agent's own word", () => {
    const own = { ...storm, own: true };
    const selection = selectSeeds([own, { ...storm, importance: 0.5 }, { ...ferry, own: true }]);
    expect(selection.kind === "enough" && selection.kept.map((seed) => seed.own)).toEqual([false, true]);
  });

  const seed = fc.record({
    content: fc.oneof(
      fc.constantFrom(storm.content, ferry.content, lunch.content),
      fc.string({ maxLength: 80 }),
    ),
    importance: fc.double({ min: 0, max: 1, noNaN: true }),
    entities: fc.array(fc.string({ maxLength: 12 }), { maxLength: 3 }),
  });

  test("every seed is kept, merged or filtered; weights are 0 to 1 and fall", () => {
    fc.assert(
      fc.property(
        fc.array(seed, { maxLength: 12 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (seeds, minImportance, force) => {
          const selection = selectSeeds(seeds, { minImportance, force });
          if (selection.kind === "too few") {
            expect(selection.reason).not.toBe("");
            return;
          }
          const { kept, filtered, merged } = selection;
          expect(kept.length + filtered + merged).toBe(seeds.length);
          const given = new Set(seeds.map(({ content }) => content));
          kept.forEach(({ weight, content }, i) => {
            expect(given.has(content)).toBe(true);
            expect(weight).toBeGreaterThanOrEqual(0);
            expect(weight).toBeLessThanOrEqual(1);
            expect(weight).toBeLessThanOrEqual(kept[i - 1]?.weight ?? 1);
          });
        },
      ),
    );
  });
});
