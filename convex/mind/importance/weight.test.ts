import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entitiesOf } from "../language/entities";
import { tokensOf } from "../language/tokens";
import { weightOf } from "./weight";

const weight = (text: string) => weightOf(tokensOf(text), entitiesOf(text));
const TURN = 0.35;
const GRAVE = 0.15;
const LASTING = 0.04;

describe("weightOf", () => {
  test.each([
    "My father died.",
    "Her aunt passed away in May.",
    "I'm pregnant!",
    "She's engaged.",
    "He had a stroke.",
    "My wife left me.",
    "He has lost his only brother.",
    "They mugged us.",
    "The warehouse burned down.",
    "We were laid off on Friday.",
    "I am allergic to penicillin.",
    "Runa and I split up.",
    "They broke into the cellar.",
    "I got the job!",
    "Our dog got run over.",
  ])("hears a turn of a life: %j", (text) => {
    expect(weight(text)).toBeCloseTo(TURN);
  });

  test.each([
    "I have an intolerance to milk.",
    "The gate code is 4711.",
    "The spare key hangs in the barn.",
    "We signed the lease.",
    "The script leaked the customers' passwords.",
    "I moved to Lisbon.",
    "Nadia joined Siemens.",
  ])("hears what is grave: %j", (text) => {
    expect(weight(text)).toBeCloseTo(GRAVE);
  });

  test.each(["Never call the customer before noon.", "My cat's name is Miso.", "I prefer dark mode."])(
    "hears what lasts: %j",
    (text) => {
      expect(weight(text)).toBeCloseTo(LASTING);
    },
  );

  test.each([
    "My phone died on the bus.",
    "The process was killed by a signal.",
    "The novel is about a murder in Venice.",
    "I'm dying to see the comet.",
    "I killed an hour at the airport.",
    "I moved to the window.",
    "The meeting moved to Tuesday.",
    "She shot me an email.",
    "The band broke up into laughter.",
    "I passed the salt.",
    "The radiator is warm.",
    "My mug has a blue handle.",
    "Stir the batter.",
    "Adopt the new names in all files.",
    "An explosion of colour.",
    "The hail killed nine tomato seedlings.",
    "The burglar alarm is by the door.",
    "We split up the work.",
    "She got the job done.",
    "The talk has run over time.",
    "He asked for a lamp and I said yes but not red.",
    "A stroke of luck.",
    "",
  ])("hears nothing of weight in %j", (text) => {
    expect(weight(text)).toBe(0);
  });

  test("adds further matters with less and less weight, each once", () => {
    expect(weight("He died.")).toBeCloseTo(TURN);
    expect(weight("He died, as his uncle died.")).toBeCloseTo(TURN);
    expect(weight("He died of cancer.")).toBeCloseTo(1 - (1 - TURN) ** 2);
    expect(weight("He died of cancer after the earthquake and the war.")).toBeCloseTo(1 - (1 - TURN) ** 3);
  });

  test("is from 0 to 1 for any words, and says the same of the same", () => {
    const word = fc.constantFrom(
      "he",
      "died",
      "be",
      "was",
      "born",
      "to",
      "left",
      "his",
      "wife",
      "phone",
      "",
      "'s",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), fc.array(word, { maxLength: 3 }), (tokens, names) => {
        const heard = weightOf(tokens, names);
        expect(heard).toBeGreaterThanOrEqual(0);
        expect(heard).toBeLessThan(1);
        expect(weightOf(tokens, names)).toBe(heard);
      }),
    );
  });
});
