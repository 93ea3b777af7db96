/** Splitting a search text into terms. */
import { expect, it } from "vitest";
import { searchTerms } from "./terms";

it("terms are distinct after normalization, and the last one is a prefix", () => {
  expect(searchTerms("Green TEA, green-tea; lemon")).toEqual(['"green"', '"tea"', '"lemon" *']);
  expect(searchTerms("tea lemon Tea")).toEqual(['"tea" *', '"lemon"']);
});

it("terms are equal for equivalent Unicode sequences", () => {
  const composed = "cr\u00e8me \ud55c\uae00";
  expect(searchTerms(composed.normalize("NFD"))).toEqual(searchTerms(composed));
});

it("terms are the first 16 words that are not too long", () => {
  const words = Array.from({ length: 17 }, (_, n) => `w${n}`);
  const expected = words.slice(0, 16).map((word) => (word === "w15" ? `"${word}" *` : `"${word}"`));
  expect(searchTerms(words.join(" "))).toEqual(expected);
  expect(searchTerms(["x".repeat(32), ...words].join(" "))).toEqual(expected);
});

it("a text without letters and digits has no terms", () => {
  for (const text of ["", "  ", '"*"', "-- :"]) expect(searchTerms(text)).toEqual([]);
});
