import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { namingOf, type Naming } from "./namedMatters";
import { isSure, matterGroups, type Likeness } from "./themeGroups";

/** All as near to each other as `strength` says. */
function alike(count: number, strength: (a: number, b: number) => number, isByMeaning = false): Likeness {
  return {
    nearest: (place) =>
      Array.from({ length: count }, (_, other) => ({
        place: other,
        strength: strength(place, other),
      })).filter((near) => near.place !== place),
    isByMeaning: () => isByMeaning,
  };
}

const namingsOf = (...texts: readonly string[]): Map<number, Naming> =>
  new Map(texts.map((text, place) => [place, namingOf({ text, entities: [] })]));

const FAINT = alike(9, () => 0.1);

function groupsAmong(...texts: readonly string[]): number[][] {
  return matterGroups([...texts.keys()], FAINT, namingsOf(...texts));
}

describe("a group", () => {
  test("is sure of itself sooner where meaning was compared than by words alone", () => {
    const places = [0, 1, 2, 3];
    const at = (strength: number, isByMeaning: boolean) =>
      isSure(
        places,
        alike(4, () => strength, isByMeaning),
      );
    expect([at(0.05, true), at(0.2, true), at(0.8, true)]).toEqual([false, true, true]);
    expect([at(0.05, false), at(0.2, false), at(0.8, false)]).toEqual([false, false, true]);
  });

  test("goes by what most of its members were compared by", () => {
    const places = [0, 1, 2, 3];
    const likeness = (byMeaning: number): Likeness => ({
      ...alike(4, () => 0.2),
      isByMeaning: (place) => place < byMeaning,
    });
    expect(isSure(places, likeness(2))).toBe(true);
    expect(isSure(places, likeness(1))).toBe(false);
  });
});

describe("the themes of an unsure group", () => {
  test("are what three of it name, the widest first, and no stranger", () => {
    expect(
      groupsAmong(
        "The hens laid nine eggs.",
        "One hen limps.",
        "The fence is rotten.",
        "Feed for the hens costs a lot.",
        "The fox took a hen.",
        "The fox dug under the fence.",
        "The fence is mended against the fox.",
      ),
    ).toEqual([
      [0, 1, 3, 4],
      [2, 5, 6],
    ]);
    expect(
      groupsAmong("The hens laid nine eggs.", "One hen limps.", "A hen sat there.", "It rained."),
    ).toEqual([[0, 1, 2]]);
    expect(groupsAmong("The tap drips.", "The roof leaks.", "The lamp is out.")).toEqual([]);
  });

  test("count a statement once, however often it was told, and keep its copies", () => {
    const texts = ["The ferry is late.", "The ferry is late.", "The ferry sank.", "The ferry is blue."];
    const copies = alike(4, (a, b) => (a + b === 1 ? 1 : 0.1));
    const namings = namingsOf(...texts);
    expect(matterGroups([0, 1, 2], copies, namings)).toEqual([]);
    expect(matterGroups([0, 1, 2, 3], copies, namings)).toEqual([[0, 1, 2, 3]]);
  });

  test("are not made of questions, which join what is told", () => {
    expect(groupsAmong("Is the ferry late?", "Where is the ferry?", "The ferry sank.")).toEqual([]);
    expect(
      groupsAmong("Is the ferry late?", "The ferry is blue.", "The ferry left.", "The ferry sank."),
    ).toEqual([[0, 1, 2, 3]]);
  });

  test("never share a member, and each have three, whatever is told", () => {
    const text = fc
      .subarray(["ferry", "owl", "lamp"], { minLength: 1 })
      .map((things) => `We saw ${things.map((thing) => `the ${thing}`).join(" and ")}.`);
    fc.assert(
      fc.property(fc.array(text, { maxLength: 9 }), (texts) => {
        const groups = groupsAmong(...texts);
        const members = groups.flat();
        expect(new Set(members).size).toBe(members.length);
        expect(groups.every((group) => group.length >= 3)).toBe(true);
      }),
    );
  });
});
