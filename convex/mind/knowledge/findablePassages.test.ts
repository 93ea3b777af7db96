import fc from "fast-check";
import { describe, expect, test } from "vitest";
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
    expect(first?.terms).toContain("harbor");
    expect(second?.heading).toBe("Ferries");
    expect(second?.terms).toEqual(expect.arrayContaining(["harbor", ...(first?.terms.slice(1, 2) ?? [])]));
    expect(findableText("Harbour", { heading: "", text: "It rains." })).toBe("Harbour\nIt rains.");
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
