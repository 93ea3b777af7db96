import { describe, expect, test } from "vitest";
import { termsOf } from "../text/tokens";
import { parsedText } from "../text/parsedText";
import { joinedTerms, spellingsAmong } from "./spellings";

/** The terms of `told` that stand for terms of `asked`. */
function found(asked: string, told: string): string[] {
  return [...spellingsAmong(termsOf(asked), new Set(termsOf(told))).keys()];
}

describe("another spelling", () => {
  test("is two words in one", () => {
    expect(Object.fromEntries(joinedTerms(parsedText("How do I roll back?")))).toMatchObject({
      rollback: { term: "roll" },
    });
    expect(joinedTerms(parsedText("room 12")).size).toBe(0);
  });

  test.each([
    ["of an umlaut", "Wann oeffnet Koeln?", "Köln öffnet um zehn"],
    ["with a typing error", "the adress of the dentist", "address"],
    ["in a compound", "Wo ist die Bibliothek?", "Stadtbibliothek"],
    ["as a part of the compound that is asked for", "Stadtbibliothek", "Bibliothek"],
  ])("is found: %s", (_, asked, told) => {
    expect(found(asked, told).length).toBeGreaterThan(0);
  });

  test.each([
    ["another word", "pier", "piano peer pear"],
    ["a number", "2025", "2026 20255"],
    ["a short word", "tea", "teas team"],
    ["characters of a script without spaces", "図書館", "図書 書館"],
    ["a longer word with the same middle", "station", "plantation"],
  ])("is not %s", (_, asked, told) => {
    expect(found(asked, told)).toEqual([]);
  });

  test("is the most alike first, at most three of a word", () => {
    const told = ["harbour", "harbours", "harbor", "harbar", "harbore", "harbord"];
    const spellings = spellingsAmong(["harborr"], told);
    expect(spellings.size).toBe(3);
    expect(spellings.get("harbor")?.term).toBe("harborr");
  });
});
