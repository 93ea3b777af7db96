import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UNCOUNTED, idfOf } from "../ranking/idf";
import { parsedText } from "../text/parsedText";
import { importanceOf } from "./importance";

const importance = (text: string, sentiment = 0): number =>
  importanceOf(parsedText(text), { sentiment }, UNCOUNTED);
const words = fc.array(fc.constantFrom("harbour", "quay", "lantern", "gull", "I", "we", "the", "42"), {
  maxLength: 40,
});

describe("importanceOf", () => {
  test("is 0 for a text without words, and between 0 and 1 for any other", () => {
    expect(importance("")).toBe(0);
    expect(importance("?!")).toBe(0);
    fc.assert(
      fc.property(words, fc.double({ min: -1, max: 1, noNaN: true }), (list, sentiment) => {
        const value = importance(list.join(" "), sentiment);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThan(1);
      }),
    );
  });

  test("rises with each new term and first-person word, and falls with sentiment", () => {
    fc.assert(
      fc.property(words, (list) => {
        const text = ["quay", ...list].join(" ");
        expect(importance(`${text} zeppelin`)).toBeGreaterThanOrEqual(importance(text));
        expect(importance(`${text} my`)).toBeGreaterThan(importance(text));
        expect(importance(text, 0.5)).toBeLessThan(importance(text, -0.5));
      }),
    );
  });

  test("weighs rare words above common ones", () => {
    const idf = idfOf(1000, (term) => (term === "weather" ? 400 : 1));
    const of = (text: string): number => importanceOf(parsedText(text), { sentiment: 0 }, idf);
    expect(of("lighthouse")).toBeGreaterThan(of("weather"));
  });

  test("does not rate a long text higher than an informative one", () => {
    const many = Array.from({ length: 400 }, (_, i) => `word${i}`).join(" ");
    expect(importance(many)).toBeLessThan(0.9);
    expect(importance(many)).toBe(importance(`${many} ${many} more`));
  });
});
