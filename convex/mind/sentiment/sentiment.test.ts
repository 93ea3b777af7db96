import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../test/support/codePoint";
import { expectProportional } from "../../test.growth";
import { sentimentOf } from "./sentiment";

describe("sentimentOf", () => {
  test.each([
    ["I love this, it works beautifully!", "positive"],
    ["The deployment failed and customers are furious.", "negative"],
    ["The meeting is on Tuesday at ten.", "neutral"],
    ["Not good", "negative"],
    ["This isn’t good.", "negative"],
    ["No problems", "positive"],
    ["not bad at all", "positive"],
    ["The oars have not come. Great rope, though", "positive"],
    ["Nobody came! I hate it", "negative"],
    ["I never row. It is lovely here", "positive"],
    ["The new boat is nothing but trouble", "negative"],
    ["No. Great news", "positive"],
    ["Bitcoin plunges 12%", "negative"],
    ["Markets rally to a record", "positive"],
    ["Regional outage!", "negative"],
    ["The ferry sank in the harbour", "negative"],
    ["The van crashed and its driver was robbed", "negative"],
    ["Burglaries fell by a third", "positive"],
    ["Volunteers rebuilt the walkway", "positive"],
    ["🎉🎉", "positive"],
    ["shipped 🚀!", "positive"],
    ["💔", "negative"],
    ["", "neutral"],
    ["   \n", "neutral"],
    ["日本語のテキスト", "neutral"],
    ["مرحبا بالعالم", "neutral"],
    ["hasOwnProperty __proto__ constructor", "neutral"],
  ])("reads %j as %s", (text, label) => {
    expect(sentimentOf(text).label).toBe(label);
  });

  test("keeps to −1 to 1 and agrees with its label, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 300 }), (text) => {
        const { score, label } = sentimentOf(text);
        expect(Math.abs(score)).toBeLessThanOrEqual(1);
        expect(label).toBe(score >= 0.05 ? "positive" : score <= -0.05 ? "negative" : "neutral");
      }),
    );
  });

  test("does not saturate on length: many mild sentences are no strong text", () => {
    const mild = "The food was fine and the room was okay. ";
    expect(sentimentOf(mild.repeat(200)).score).toBeLessThan(0.97);
    expect(sentimentOf(mild.repeat(200)).score).toBeCloseTo(sentimentOf(mild.repeat(20)).score, 1);
  });

  test("hears one strong paragraph in a long plain text", () => {
    const plain = "The committee met on the third floor and read the minutes of the last meeting. ".repeat(
      80,
    );
    expect(sentimentOf(`${plain}It was a terrible, cruel disaster. ${plain}`).label).toBe("negative");
  });

  test.each([
    "Die Sitzung war hell und das Gift ist im Schrank.",
    "Die Kinder spielen im Garten mit dem Hund.",
    "Le pain est sur la table.",
    "No hay pan en la casa, y hay un error.",
    "Han er glad for gift.",
  ])("reads no English words into %j", (text) => {
    expect(sentimentOf(text)).toEqual({ score: 0, label: "neutral" });
  });

  test.each([
    "The form won't open.",
    "Nobody rang back.",
    "Too many steps.",
    "I could hardly read the label.",
  ])(
    "leans a little to what is amiss, and stays neutral, where a text denies or has too much: %s",
    (text) => {
      const { score, label } = sentimentOf(text);
      expect(score).toBeLessThan(0);
      expect(label).toBe("neutral");
    },
  );

  test.each(["The form opens at nine.", "Me too.", "Das Formular kommt nicht an.", "Note: see page 4."])(
    "does not where it doesn't: %s",
    (text) => expect(sentimentOf(text)).toEqual({ score: 0, label: "neutral" }),
  );

  test("reads the emoji of any language", () => {
    expect(sentimentOf("Ich liebe dich und das Meer ❤️😍").label).toBe("positive");
  });

  test("hears of a long text what it says at its beginning and at its end", () => {
    const plain = "The lamp stands on the table. ".repeat(400);
    expect(sentimentOf(`A wonderful day! ${plain}`).label).toBe("positive");
    expect(sentimentOf(`${plain} A wonderful day!`).label).toBe("positive");
  });

  test("costs no more for a text of many thousand words", () => {
    expectProportional((length) => sentimentOf("😀".repeat(length)), 32_000);
  });

  test("costs in proportion to length", () => {
    const text = "The market fell hard today and nobody is happy, but don’t panic! ";
    expectProportional((copies) => sentimentOf(text.repeat(copies)), 256);
  });
});
