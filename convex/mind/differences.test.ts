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
    ["They meet at 3pm", "They meet at 4pm", ["numbers"]],
    ["They meet at 3pm", "They meet at 3 pm", []],
    ["They meet at 3am", "They meet at 3pm", ["opposites"]],
    ["It was -5 degrees", "It was 5 degrees", ["numbers"]],
    ["We walked 10-12 miles", "We walked 10 - 12 miles", []],
    ["The flight is an A320", "The flight is an A330", ["numbers", "names"]],
    ["It took thirty days", "It took forty days", ["numbers"]],
    ["It cost two million", "It cost two billion", ["numbers"]],
    ["He read part II of it", "He read part III of it", ["numbers"]],
    ["It takes 3 weeks", "It takes 3 months", ["opposites"]],
    ["We chose plan A at once", "We chose plan B at once", ["names"]],
    ["They moved to New York", "They moved to Los Angeles", ["names"]],
    ["Anna asked for the keys of the boat", "Maria asked for the keys of the boat", ["names"]],
    ["Officials asked for the keys of the boat", "Authorities asked for the keys of the boat", []],
    ["He passed the test", "He failed to pass the test", ["negation"]],
    ["I do like it", "I dont like it", ["negation"]],
    ["We sailed in May", "We sailed in June", ["opposites", "names"]],
    ["I like to sail at night", "Do you like to sail at night?", ["opposites", "question"]],
    [
      "john owes mary more than the price of a boat",
      "mary owes john more than the price of a boat",
      ["order"],
    ],
    ["Ich mag Tee", "Ich mag keinen Tee", ["negation"]],
    ["The door was locked", "The door was unlocked", ["opposites"]],
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
