import { describe, expect, test } from "vitest";
import { LeftOut } from "./leftOut";
import { feed, memory, note, passage, situation } from "./test.situations";

const leftBy = (order: string, ...memories: string[]) =>
  new LeftOut(situation({ events: [note(order)], memories: memories.map((content) => memory(content)) }));

describe("what a note asks to leave alone", () => {
  test.each([
    ["Stop talking about the night market.", "The night market moves to the quay.", "the night market"],
    ["Don't mention the name of the tailor.", "The tailor has moved.", "the name of the tailor"],
    ["Don't mention the tailor or the baker.", "The baker has moved.", "the tailor or the baker"],
    ["Stop talking about the night market.", "The flower market opens at night.", "the night market"],
    ["Stop talking about the night market.", "The flower market is closed.", null],
    ["The night market moves.", "The night market moves to the quay.", null],
  ])("%s – is mentioned by: %s", (order, text, matter) => {
    expect(leftBy(order).mentionedBy(text)).toBe(matter);
  });

  test.each([
    ["Don't mention the tailor.", "The tailor sews sails.", "the shop", true],
    ["Don't mention the tailor.", "The shop sells sails.", "the shop", false],
    ["Don't mention the night market.", "The market sells sails.", "the market", false],
    ["Don't mention the night market.", "The market opens at night.", "the market", true],
    ["Don't mention the market.", "The market sells sails.", "the market", true],
    // Whoever is named may be meant, where it is somebody, and goes by no name.
    ["Don't name the culprit.", "Ines Roth sells sails.", "the sails", true],
    ["Don't mention the customer.", "Ines Roth sells sails.", "the sails", true],
    ["Don't say who it was.", "Ines Roth sells sails.", "the sails", true],
    ["Don't name Ben.", "Ines Roth sells sails.", "the sails", false],
    ["Don't name the culprit.", "Ines Roth sells sails.", "Ines Roth", false],
    ["Don't name the culprit.", "Sails are sold on Monday.", "the sails", false],
    ["Don't mention the market.", "Ines Roth sells sails.", "the sails", false],
  ])("%s – forbids %j about %s: %s", (order, text, about, forbidden) => {
    expect(leftBy(order).forbidding(text, about) !== null).toBe(forbidden);
  });

  test("goes by whatever name is told with it, in notes, memories and documents", () => {
    const order = note("Don't mention the chandlery.");
    const told = "Ines Roth runs the chandlery.";
    const forbids = (changes: Parameters<typeof situation>[0]) =>
      new LeftOut(situation({ events: [order], ...changes })).forbidding("Ines Roth sings.", "the choir");
    expect(forbids({})).toBeNull();
    expect(forbids({ events: [order, feed(told)] })).toBe("the chandlery");
    expect(forbids({ memories: [memory(told)] })).toBe("the chandlery");
    expect(forbids({ knowledge: [passage("Shops", told)] })).toBe("the chandlery");
  });
});
