import { describe, expect, test } from "vitest";
import { entitiesOf } from "../language/entities";
import { namedMatters, namingOf } from "./namedMatters";

function mattersOf(...texts: readonly string[]): Record<string, readonly number[]> {
  const namings = texts.map((text) => namingOf({ text, entities: entitiesOf(text) }));
  return Object.fromEntries(namedMatters(namings).map(({ term, holders }) => [term, holders]));
}

describe("namedMatters", () => {
  test("are nouns and names, of whatever form, what most are about first", () => {
    const texts = ["Lena's dog is ill.", "We bought Lena a scarf.", "Two dogs barked.", "Lena sleeps."];
    expect(Object.entries(mattersOf(...texts))).toEqual([
      ["lena", [0, 1, 3]],
      ["dog", [0, 2]],
    ]);
  });

  test("are no verbs, no times, no measures and no words that stand in any text", () => {
    expect(
      mattersOf("I broke a cup on Monday.", "We broke camp on Monday.", "The old mill broke down."),
    ).toEqual({});
    expect(mattersOf("The bread cost 3 euros today.", "A new hat for 20 euros today.")).toEqual({});
  });

  test("are held by whoever has the word in a form that is a noun elsewhere", () => {
    expect(
      mattersOf("A hiking weekend.", "My hiking boots hurt.", "Hiking up there took hours.", "We hiked."),
    ).toMatchObject({ hike: [0, 1, 2] });
  });

  test("are read from what was heard, without its frame and its speaker", () => {
    expect(mattersOf("In a note: The ferry is late.", "Ben: the ferry left.")).toEqual({ ferri: [0, 1] });
  });

  test("are the longer words of another language", () => {
    expect(mattersOf("Der Hund bellt und ich bin müde.", "Wir haben den Hund heute gebadet.")).toMatchObject({
      hund: [0, 1],
    });
  });

  test("are known of questions, which state nothing", () => {
    expect(namingOf({ text: "Where is the ferry?", entities: [] })).toMatchObject({
      states: false,
      nouns: [{ term: "ferri", form: "ferry" }],
    });
    expect(namingOf({ text: "In a note: The ferry is late.", entities: [] }).states).toBe(true);
  });
});
