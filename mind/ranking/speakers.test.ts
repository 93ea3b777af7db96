import { describe, expect, test } from "vitest";
import { termsOf } from "../text/tokens";
import { speakerOf, speakerShare } from "./speakers";

describe("the speaker of a text", () => {
  test.each([
    ["Maria: The pier is closed.", "maria"],
    ["elise: hi there", "elis"],
    ["Dr. Rui Lopes: Rest for a week.", "dr rui lope"],
    ["The pier is closed: since Monday, they say.", undefined],
    ["See https://example.org/a: it tells.", undefined],
    ["At 10:30 the ferry leaves.", undefined],
    ["No colon here.", undefined],
  ])("%j is %j", (text, speaker) => {
    expect(speakerOf(text)).toBe(speaker);
  });
});

describe("a query", () => {
  const speakers = ["maria", "rui", undefined];

  test("that names one speaker lowers what the others said, and nothing that nobody said", () => {
    const share = speakerShare(termsOf("What did Maria paint?"), speakers);
    expect(share("maria")).toBe(1);
    expect(share(undefined)).toBe(1);
    expect(share("rui")).toBeLessThan(1);
  });

  test("that names no speaker, or all of them, lowers nothing", () => {
    for (const query of ["What was painted?", "Did Maria and Rui paint?"]) {
      const share = speakerShare(termsOf(query), speakers);
      expect(speakers.map(share)).toEqual([1, 1, 1]);
    }
  });
});
