import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tokensOf } from "../language/tokens";
import { inOrderOf } from "./rearranged";

const ordered = (own: string, other: string) => inOrderOf(tokensOf(own), tokensOf(other)).join(" ");

describe("inOrderOf", () => {
  test.each([
    ["the keel of the yawl leaks", "the yawl's keel leaks", "the the yawl's keel leaks"],
    ["the new keel of my old yawl", "my old yawl's new keel", "the my old yawl's new keel"],
    ["a letter of thanks to Eva", "a thanks letter to Eva", "a thanks letter to eva"],
    ["the path to the mill", "the mill path", "the the mill path"],
    ["he lent the oar to Eva", "he lent Eva the oar", "he lent eva the oar"],
    ["he sent a goat to his uncle", "he sent his uncle a goat", "he sent his uncle a goat"],
  ])("tells %j as %j does: %j", (own, other, told) => {
    expect(ordered(own, other)).toBe(told);
  });

  test.each([
    ["Molde lost to Oslo", "Oslo lost to Molde"],
    ["Kari votes for Nils", "Nils votes for Kari"],
    ["the stool next to the stove", "the stove next to the stool"],
    ["a glass of wine", "a wine glass"],
    ["he lent Eva to the king", "he lent the king to Eva"],
    ["the son of Eva's friend", "the friend of Eva's son"],
    ["the yawl's keel", "the keel of the yawl"],
  ])("leaves %j as it is beside %j", (own, other) => {
    expect(ordered(own, other)).toBe(tokensOf(own).join(" "));
  });

  test("leaves a text as it is beside itself, and keeps all words but the preposition", () => {
    const word = fc.constantFrom(..."the of to for yawl yawl's keel gave Eva oar".split(" "));
    const text = fc.array(word, { maxLength: 9 });
    fc.assert(
      fc.property(text, text, (own, other) => {
        expect(inOrderOf(own, own)).toEqual(own);
        const bare = (words: readonly string[]) =>
          words
            .map((token) => token.replace(/'s$/, ""))
            .filter((token) => !/^(?:of|to|for)$/.test(token))
            .sort();
        expect(bare(inOrderOf(own, other))).toEqual(bare(own));
      }),
    );
  });
});
