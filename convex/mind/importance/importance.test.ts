import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../test/support/codePoint";
import { entitiesOf } from "../language/entities";
import { sentimentOf } from "../sentiment/sentiment";
import { idfOf } from "../../../mind/ranking/idf";
import { importanceOf } from "./importance";

const idf = idfOf(0, () => 0);
const importance = (text: string) =>
  importanceOf(text, { entities: entitiesOf(text), sentiment: sentimentOf(text).score }, idf);

describe("importanceOf", () => {
  test.each([
    ["We signed the contract with Siemens on 3 March after nine months of talks.", "Thanks, sounds good!"],
    ["My father died last spring and I moved back home.", "The sky was blue above the fields."],
    ["I decided to quit my job and start a bakery.", "I was on a bus to a job."],
    ["I am allergic to penicillin.", "The bus was a little late."],
    ["There was a shooting at school.", "There was a meeting at school about the summer fair."],
    ["The migration deleted 4,000 customer records in production.", "What did the migration do?"],
  ])("ranks %j above %j", (more, less) => {
    expect(importance(more)).toBeGreaterThan(importance(less));
  });

  test("spreads ordinary texts over the scale: small talk low, a turn of life high", () => {
    expect(importance("Ok, see you!")).toBeLessThan(0.2);
    expect(
      importance(
        "After my accident in Lisbon in 2019 I spent six weeks in hospital, lost my apartment, and finally decided to study medicine.",
      ),
    ).toBeGreaterThan(0.6);
  });

  test("takes no words of another language for English ones", () => {
    expect(importance("Das Fest war gestern in der Scheune.")).toBeCloseTo(
      importance("Das Fest ist gestern in der Scheune."),
    );
  });

  test("does not count who is speaking as content", () => {
    expect(importance("Caroline: we won the tender")).toBeCloseTo(
      importanceOf(
        "we won the tender",
        { entities: ["Caroline"], sentiment: sentimentOf("Caroline: we won the tender").score },
        idf,
      ),
    );
  });

  describe("where every term is heard everywhere", () => {
    const cued = (text: string, cues: { entities?: string[]; sentiment?: number } = {}) =>
      importanceOf(text, { entities: [], sentiment: 0, ...cues }, (term) =>
        term === "(unheard-of)" ? 1 : 0,
      );

    test("counts the teller, figures, names and distress, and nothing else", () => {
      expect(cued("They walk there.")).toBe(0);
      expect(cued("We walk there.")).toBeCloseTo(0.06);
      expect(cued("They walk 7.")).toBeCloseTo(0.02);
      expect(cued("They walk seven.")).toBe(0);
      expect(cued("They walk 7.", { entities: ["Kiel"] })).toBeCloseTo(0.03);
      expect(cued("They walk there.", { sentiment: -0.5 })).toBeCloseTo(0.025);
      expect(cued("We walk there.", { sentiment: 1 })).toBeCloseTo(0.06);
    });

    test("takes something from what ends by asking, down to nothing", () => {
      expect(cued("We walk there? ")).toBeCloseTo(0.03);
      expect(cued("They walk there?")).toBe(0);
    });
  });

  test("goes a part of the way to 1 for what matters by its nature", () => {
    const cues = { entities: [], sentiment: 0 };
    const [without, with_] = ["They wait there.", "They die there."].map((text) =>
      importanceOf(text, cues, () => 1),
    );
    expect(with_).toBeGreaterThan((without ?? 1) + 0.2);
    expect(importanceOf("They die in the film.", cues, () => 0)).toBe(
      importanceOf("They wait in the film.", cues, () => 0),
    );
  });

  test("of four terms unheard of is half of what information gives", () => {
    expect(importanceOf("harbour quay lantern gull", { entities: [], sentiment: 0 }, () => 1)).toBeCloseTo(
      0.28,
    );
  });

  test("is from 0 to 1 for any text and cue", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: codePoint, maxLength: 400 }),
        fc.array(fc.string(), { maxLength: 16 }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (text, entities, sentiment) => {
          const value = importanceOf(text, { entities, sentiment }, idf);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test("does not fall when a sentence of new facts is added", () => {
    fc.assert(
      fc.property(fc.constantFrom("We met.", "I found my keys.", "The lamp is on."), (text) => {
        expect(importance(`${text} Professor Okafor discovered a comet near Jupiter.`)).toBeGreaterThan(
          importance(text),
        );
      }),
    );
  });
});
