import { describe, expect, test } from "vitest";
import { areSynonyms, synonymGroups } from "./synonyms";
import { tableStem } from "./tableWords";

describe("the groups of synonyms", () => {
  const twice = (words: readonly string[]) =>
    [...new Set(words.filter((word, i) => words.indexOf(word) !== i))].sort().join(" ");

  test("hold no word twice but those of two meanings", () => {
    expect(twice(synonymGroups().flat())).toBe("close fall present reside talk wound");
  });

  test("hold few words of one stem in two entries", () => {
    const words = synonymGroups()
      .flat()
      .filter((word, i, all) => all.indexOf(word) === i);
    expect(twice(words.map(tableStem))).toBe("cost current employ ill like medic near sick");
  });

  test("hold each word's stem once in an entry", () => {
    for (const words of synonymGroups())
      expect(new Set(words.map(tableStem)).size, words.join(" ")).toBe(words.length);
  });

  test("stand for each other, both ways", () => {
    for (const words of synonymGroups())
      for (const a of words)
        for (const b of words) expect(areSynonyms(tableStem(a), tableStem(b)), `${a} ${b}`).toBe(true);
  });
});
