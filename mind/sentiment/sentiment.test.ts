import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsedText } from "../text/parsedText";
import { labelled, sentimentOf } from "./sentiment";

const scoreOf = (text: string): number => sentimentOf(parsedText(text)).score;

describe("sentimentOf", () => {
  test.each([
    ["The garden is beautiful and I love it.", "positive"],
    ["Nobody was hurt.", "positive"],
    ["No problem!", "positive"],
    ["so happy :)", "positive"],
    ["The deploy failed.", "negative"],
    ["ALERT: the disk is full", "negative"],
    ["the database is down", "negative"],
    ["request timeout", "negative"],
    ["I do not like the soup.", "negative"],
    ["The bus leaves at noon.", "neutral"],
    ["See https://love.example/happy", "neutral"],
    ["", "neutral"],
  ])("labels %j as %s", (text, label) => {
    expect(sentimentOf(parsedText(text)).label).toBe(label);
  });

  test("takes account of degree words, capitals, punctuation and but", () => {
    expect(scoreOf("very good")).toBeGreaterThan(scoreOf("good"));
    expect(scoreOf("slightly good")).toBeLessThan(scoreOf("good"));
    expect(scoreOf("it is GOOD")).toBeGreaterThan(scoreOf("it is good"));
    expect(scoreOf("good!")).toBeGreaterThan(scoreOf("good"));
    expect(scoreOf("the food was good but the room was dirty")).toBeLessThan(0);
  });

  test("limits a negation to its sentence", () => {
    expect(scoreOf("I did not. Great day.")).toBeGreaterThan(0);
  });

  test("is neutral for other languages and reports that the text is not English", () => {
    expect(sentimentOf(parsedText("Die Sonne war so hell, die Not ist groß."))).toEqual({
      score: 0,
      label: "neutral",
      isEnglish: false,
    });
  });

  test("is not diluted by neutral text around a strong paragraph", () => {
    const plain = "The table lists the rooms of the house by floor.\n".repeat(40);
    expect(scoreOf(`${plain}It was a terrible, cruel disaster.\n${plain}`)).toBeLessThan(-0.5);
  });

  test("adds up a few sentences, and keeps the scale of a few for a long text", () => {
    const times = (count: number) => scoreOf("The garden is nice.\n".repeat(count));
    expect(times(2)).toBeGreaterThan(times(1));
    expect(times(3)).toBeGreaterThan(times(2));
    expect(times(40)).toBeCloseTo(times(3), 4);
  });

  test("stays within its bounds and label thresholds, and repeating a text does not turn it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("good", "BAD", "not", "very", "but", "day", "!", "?", "failed", "."), {
          maxLength: 30,
        }),
        (words) => {
          const text = words.join(" ");
          const { score, label } = sentimentOf(parsedText(text));
          expect(Math.abs(score)).toBeLessThanOrEqual(1);
          expect(label).toBe(labelled(score).label);
          const twice = scoreOf(`${text}\n${text}`);
          expect(Math.sign(twice)).toBe(Math.sign(score));
          expect(Math.abs(twice)).toBeGreaterThanOrEqual(Math.abs(score));
        },
      ),
    );
  });
});
