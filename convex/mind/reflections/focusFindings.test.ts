import { describe, expect, test } from "vitest";
import type { ReflectionMatter } from "./reflectionMatter";
import { reflexReflection } from "./reflexReflection";
import { evidence, matter } from "./test.reflections";

const told = (...texts: string[]) => texts.map((text, day) => evidence("semantic", text, day));
const on = (focus: string, shown: ReflectionMatter["evidence"], more: Partial<ReflectionMatter> = {}) =>
  reflexReflection(matter({ focus, evidence: shown, ...more })).content;

describe("what a reflection says of its focus", () => {
  const HOME = told(
    "Pål lost his job.",
    "Pål and I argue about money.",
    "I was late for work.",
    "The mill burned.",
  );

  test.each([
    ["Pål and work", "I looked at four memories, two of which mention “Pål” alone and one “work” alone."],
    ["Pål and money", "I looked at four memories, one of which mentions both and one “Pål” alone."],
    ["gulls and bells", "I looked at four memories, none of which mention any of it."],
    ["Pål, work or the mill", "two of which mention “Pål” alone, one “work” alone and one “the mill” alone."],
    ["pal", "I looked at four memories, two of which mention it."],
  ])("counts what mentions it or one of its parts: %s", (focus, opening) =>
    expect(on(focus, HOME)).toContain(opening),
  );

  test("says of two that each mentions both", () => {
    const shown = told("Ada works at the mill.", "Ada painted the mill.");
    expect(on("Ada and the mill", shown)).toContain("two memories, each of which mentions both.");
  });

  test("tells once of what was taken back, though two say so", () => {
    const shown = told("Ben never eats meat.", "Ben eats meat again.", "Ben eats meat on Sundays.");
    for (const type of ["knowledge", "emotional"] as const) {
      const said = on("Does Ben eat meat?", shown, { type });
      expect(said.match(/otherwise|agree/g)).toHaveLength(1);
    }
  });

  test("takes part of a compound for no mention", () => {
    const shown = told("The cat sleeps in the living room.", "My mother lives in Voss.");
    expect(on("lives", shown)).toContain("two memories, one of which mentions it.");
  });

  test("answers what is asked by what search ranks first, and of oneself by what one said of oneself", () => {
    const ranked = [
      evidence("semantic", "I live in Bergen with my husband.", 0, { bearing: 0.7 }),
      evidence("semantic", "My mother lives in Voss.", 1, { bearing: 0.74 }),
      evidence("semantic", "The cat sleeps in the living room.", 2, { bearing: 0.6 }),
      evidence("emotional", "I worry about my mother living alone.", 3, { bearing: 0.75 }),
    ];
    expect(on("Where do I live?", ranked)).toContain("Nearest to an answer comes “I live in Bergen");
    expect(on("Where does my mother live?", ranked.slice(0, 3))).toContain(
      "comes “My mother lives in Voss.”",
    );
  });

  test("answers in other words where search holds that it bears on the question", () => {
    const shown = (bearing: number) => [evidence("semantic", "Our flat costs 900 a month.", 0, { bearing })];
    expect(on("How high is the rent?", shown(0.6))).toContain("Nearest to an answer comes “Our flat");
    expect(on("How high is the rent?", shown(0.4))).not.toContain("an answer");
  });

  test("tells with an answer what was said otherwise, once", () => {
    const shown = [
      evidence("semantic", "Liv is allergic to peanuts.", 0, { bearing: 0.9 }),
      evidence("semantic", "Liv is not allergic to peanuts after all.", 9, { bearing: 0.8 }),
    ];
    expect(on("Is Liv allergic to peanuts?", shown)).toBe(
      "On “Is Liv allergic to peanuts?” I looked at two memories. Nearest to an answer comes “Liv is allergic to peanuts.”, of 1 March 2026; " +
        "on 10 March 2026 I was told otherwise: “Liv is not allergic to peanuts after all.”",
    );
  });

  test("tells beside an answer only what the answer is part of, and quotes nothing anew", () => {
    const shown = [
      evidence("semantic", "I live in Oslo.", 0, { bearing: 0.9 }),
      evidence("semantic", "My mother lives in Voss.", 1, { bearing: 0.5 }),
      evidence("semantic", "My mother lives with a cat.", 2, { bearing: 0.5 }),
    ];
    expect(on("Where do I live?", shown)).toBe(
      "On “Where do I live?” I looked at three memories. Nearest to an answer comes “I live in Oslo.”",
    );
  });

  test("tells with an answer what says as much of it later", () => {
    const shown = [
      evidence("semantic", "The stand-up is at 9:15.", 0, { bearing: 0.9 }),
      evidence("semantic", "The stand-up moved to 10:15 because of Dario.", 9, { bearing: 0.8 }),
      evidence("semantic", "The stand was sold.", 12, { bearing: 0.3 }),
    ];
    expect(on("When is the stand-up?", shown)).toContain(
      "comes “The stand-up is at 9:15.”, of 1 March 2026; later, on 10 March 2026, came “The stand-up moved to 10:15",
    );
  });

  const LIGHT = { theme: "Lighthouse and Mara", summary: "Mara keeps the lighthouse. She mended the pier." };
  const PIER = { theme: "Pier", summary: "The pier is repaired." };
  const REPAIRS = { theme: "Pier and planks", summary: "The planks of the pier are new." };
  test.each([
    ["the one whose label names it", "the pier", [LIGHT, PIER], "“Pier” has most to do with it."],
    ["one that is alone", "Mara", [LIGHT, PIER], "“Lighthouse and Mara” is the one that has to do with it."],
    ["several", "the pier", [PIER, REPAIRS], "“Pier” and “Pier and planks” have to do with it."],
    ["one of a part of the focus", "the ferry and Mara", [LIGHT], "“Lighthouse and Mara” is the one"],
  ])("names of the themes %s", (_, focus, themes, said) =>
    expect(on(focus, HOME, { depth: "deep", themes })).toContain(`Of the themes that I keep, ${said}`),
  );

  test("names no theme that mentions it only in passing, nor any without a focus", () => {
    const deep = { depth: "deep", themes: [LIGHT] } as const;
    expect(on("the pier", HOME, deep)).not.toContain("themes");
    expect(reflexReflection(matter(deep)).content).not.toContain("themes");
  });
});
