import { describe, expect, test } from "vitest";
import { entitiesOf } from "../language/entities";
import { Mentions, partsOf } from "./mentions";

const among = (...texts: string[]) =>
  new Mentions(texts.map((content) => ({ content, entities: entitiesOf(content) })));

describe("what a text mentions", () => {
  test.each([
    ["live", "I live in Bergen."],
    ["live", "My mother Astrid lives in Voss."],
    ["live", "I worry about my mother living alone."],
    ["running", "I ran my first half marathon."],
    ["LIV", "The dentist sees Liv on Monday."],
    ["Pal", "We asked for Pål's papers."],
    ["living room", "The cat sleeps in the living room."],
    ["東京", "私は東京に住む"],
    ["The Who", "The Who played in Leeds."],
  ])("%s is mentioned by: %s", (sought, text) => expect(among(text).has(sought, text)).toBe(true));

  test.each([
    ["live", "The cat sleeps in the living room."],
    ["run", "I bought my running shoes in Voss."],
    ["sign", "We met Signe at the pier."],
    ["signe", "The sign at the pier fell."],
    ["the who", "The cat sleeps."],
    ["my mother", "Her brother fell."],
  ])("%s is not mentioned by: %s", (sought, text) =>
    expect(among(text, "We met Signe at the pier.").has(sought, text)).toBe(false),
  );

  test("a word that some text writes small is no name for a capital elsewhere", () => {
    const texts = ["We went Running with Ada.", "She runs, and likes running."];
    expect(among(...texts).has("running", "He runs each day.")).toBe(true);
  });
});

describe("the things that a focus names", () => {
  test.each([
    ["Pål and work", ["Pål", "work"]],
    ["tea, coffee & milk", ["tea", "coffee", "milk"]],
    ["my mother", ["my mother"]],
    ["tea, coffee, or milk", ["tea", "coffee", "milk"]],
    ["R&D", ["R&D"]],
    ["Anderson", ["Anderson"]],
    ["and", ["and"]],
    ["Who are Ada and Ben?", ["Who are Ada and Ben?"]],
  ])("%s", (focus, parts) => expect(partsOf(focus)).toEqual(parts));
});
