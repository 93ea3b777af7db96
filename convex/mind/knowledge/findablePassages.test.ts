import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hitsIn, lexicalScore, queryOf } from "../../../mind/ranking/bm25";
import { termsOf } from "../../../mind/text/tokens";
import { findablePassages, findableText, frequentTerms, passagesBeyond } from "./findablePassages";

const content = fc
  .array(fc.constantFrom("# Tides", "The ferry leaves at nine. ".repeat(30), "\n\n", "  ", "🌊", "潮汐表"), {
    maxLength: 12,
  })
  .map((parts) => parts.join("\n"));

describe("the passages of an item", () => {
  test("stand where they say, say something, and leave out nothing but white space", () => {
    fc.assert(
      fc.property(content, (content) => {
        let covered = 0;
        for (const { start, end, text } of findablePassages("A title", content)) {
          expect(content.slice(start, end)).toBe(text);
          expect(text.trim()).not.toBe("");
          expect(content.slice(covered, start).trim()).toBe("");
          covered = end;
        }
        expect(content.slice(covered).trim()).toBe("");
      }),
    );
  });

  test("are found by the item's title and the heading above them, too", () => {
    const [first, second] = findablePassages("Harbour", `# Ferries\n\n${"It leaves at nine. ".repeat(80)}`);
    expect(first?.terms).toContain("harbour");
    expect(second?.heading).toBe("Ferries");
    expect(second?.terms).toEqual(expect.arrayContaining(["harbour", ...(first?.terms.slice(1, 2) ?? [])]));
    expect(findableText("Harbour", { heading: "", columns: "", text: "It rains." })).toBe(
      "Harbour\nIt rains.",
    );
  });

  test("are found by the names of the columns over their rows, too", () => {
    const rows = Array.from({ length: 90 }, (_, i) => `| ${i} | Gull |`).join("\n");
    const passages = findablePassages("Moorings", `| Berth | Boat |\n|---|---|\n${rows}`);
    expect(passages.length).toBeGreaterThan(1);
    for (const passage of passages) expect(passage.terms).toContain("berth");
    const known = passages.map((passage) => ({ ...passage, columns: "" }));
    expect(passagesBeyond(passages, known)).toEqual(passages.slice(1));
  });

  test("are found by the values of a row together with the names over it", () => {
    const rows = Array.from({ length: 120 }, (_, i) => `${2200 + i},${i}.50,bay ${i}`).join("\n");
    const passages = findablePassages("Stock", `Article,Price,Shelf\n${rows}`);
    const query = queryOf(termsOf("What is the price of article 2251?"), () => 1);
    const likeness = passages.map(({ terms }) => lexicalScore(query, hitsIn(query, terms)));
    const best = likeness.indexOf(Math.max(...likeness));
    expect(passages.length).toBeGreaterThan(1);
    expect(passages[best]?.text).toContain("2251,");
  });

  test("are new where no known one says the same under the same heading", () => {
    const known = findablePassages("T", `${"The ferry leaves at nine. ".repeat(80)}`);
    const edited = findablePassages("T", `${"The ferry leaves at nine. ".repeat(80)}\n\n# More\n\nIt rains.`);
    expect(passagesBeyond(known, known)).toEqual([]);
    expect(
      passagesBeyond(edited, known)
        .map(({ text }) => text)
        .join(),
    ).toContain("It rains.");
    expect(passagesBeyond(edited, known).length).toBeLessThan(edited.length);
  });

  test("have as many frequent terms as asked for, the most frequent first, ties in order", () => {
    const passages = findablePassages("x", "alpha beta beta gamma gamma gamma delta");
    expect(frequentTerms(passages, 3)).toEqual(["gamma", "beta", "x"]);
    expect(frequentTerms(passages, 100)).toHaveLength(5);
  });
});
