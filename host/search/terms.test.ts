/** The words that are asked for, of what somebody searches. */
import { expect, it } from "vitest";
import { searchTerms } from "./terms";

it("are each asked for once, however they are written, and the last one as a beginning", () => {
  expect(searchTerms("Green TEA, green-tea; lemon")).toEqual(['"green"', '"tea"', '"lemon" *']);
  expect(searchTerms("tea lemon Tea")).toEqual(['"tea" *', '"lemon"']);
});

it("are the same for the same characters in other code points", () => {
  const composed = "cr\u00e8me \ud55c\uae00";
  expect(searchTerms(composed.normalize("NFD"))).toEqual(searchTerms(composed));
});

it("are the first 16, those left out that are too long", () => {
  const words = Array.from({ length: 17 }, (_, n) => `w${n}`);
  const asked = words.slice(0, 16).map((word) => (word === "w15" ? `"${word}" *` : `"${word}"`));
  expect(searchTerms(words.join(" "))).toEqual(asked);
  expect(searchTerms(["x".repeat(32), ...words].join(" "))).toEqual(asked);
});

it("are none where there are no letters and no digits", () => {
  for (const text of ["", "  ", '"*"', "-- :"]) expect(searchTerms(text)).toEqual([]);
});
