import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claimsOf, differencesOf } from "./differences";

const differences = (known: string, later: string) => differencesOf(claimsOf(known), claimsOf(later));

describe("differencesOf", () => {
  test.each([
    ["The café is open", "The café is not open", ["negation"]],
    ["We met 3 people", "We met 4 people", ["numbers"]],
    ["We met 3 people", "We met three people", []],
    ["It costs 2 euros", "It costs 1 euro", ["numbers"]],
    ["The price went up", "The price went down", ["opposites"]],
    ["He flew to Lima on business", "He flew to Oslo on business", ["names"]],
    ["He met Rob in town", "He met Robert in town", []],
    ["Anna thanked Ben", "Ben thanked Anna", ["order"]],
    ["Anna thanked Ben", "Ben was thanked by Anna", []],
    ["On Monday the board met in the town hall", "The board met in the town hall on Monday", []],
  ])("between %j and %j: %j", (known, later, found) => {
    expect(differences(known, later)).toEqual(found);
  });

  test("lets the later text say less in numbers, not more", () => {
    expect(differences("We met 3 people", "We met people")).toEqual([]);
    expect(differences("We met people", "We met 3 people")).toEqual(["numbers"]);
  });

  test("finds none between a text and itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
        expect(differences(text, text)).toEqual([]);
      }),
    );
  });

  test("finds the same both ways, but for numbers", () => {
    const word = fc.constantFrom("Anna", "Ben", "not", "open", "closed", "the", "Lima", "thanked", "river");
    const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(differences(a, b).includes("negation")).toBe(differences(b, a).includes("negation"));
        expect(differences(a, b).includes("order")).toBe(differences(b, a).includes("order"));
      }),
    );
  });
});
