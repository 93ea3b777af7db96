import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  findablePassages,
  findableText,
  frequentTerms,
  MAX_LENGTH,
  MAX_OVERLAP,
  passagesOf,
  passageKey,
} from "./passages";

const sentences = (n: number, of = "crate") =>
  Array.from({ length: n }, (_, i) => `The ${of} number ${i} stands in bay ${i} of the harbour.`).join(" ");
const longest = 131_072;

const piece = fc.oneof(
  fc.constantFrom(
    "\n",
    "\n\n",
    "# Pier\n",
    "## Ropes and sails\n\n",
    "- item one\n",
    "```\n",
    "潮汐表。",
    "🌊🌊",
  ),
  fc.constantFrom("| Berth | Boat |\n", "|---|---|\n", "| 4 | gannet |\n", "  ", "\r\n", "e.g. this. "),
  fc.nat(900).map((n) => "x".repeat(n)),
  fc.nat(30).map((n) => `${sentences(n)} `),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);
const content = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

describe("passages", () => {
  test("cover all text but white space, in order, with bounded length and overlap", () => {
    fc.assert(
      fc.property(content, (text) => {
        let covered = 0;
        let start = -1;
        for (const passage of passagesOf(text)) {
          expect(passage.text).toBe(text.slice(passage.start, passage.end));
          expect(passage.text.length).toBeLessThanOrEqual(MAX_LENGTH);
          expect(passage.start).toBeGreaterThan(start);
          expect(passage.start).toBeGreaterThanOrEqual(covered - MAX_OVERLAP);
          expect(text.slice(covered, passage.start).trim()).toBe("");
          expect(passage.end).toBeGreaterThan(covered);
          ({ start } = passage);
          covered = passage.end;
        }
        expect(text.slice(covered).trim()).toBe("");
      }),
    );
  });

  test("split no surrogate pair, and no word that fits", () => {
    fc.assert(
      fc.property(content, (text) => {
        for (const { start, end } of passagesOf(text))
          for (const at of [start, end]) {
            expect(text.slice(at - 1, at + 1)).not.toMatch(/^[\ud800-\udbff][\udc00-\udfff]$/);
            const before =
              text
                .slice(Math.max(0, at - 2000), at)
                .split(/\s/u)
                .at(-1) ?? "";
            const after = /^\S*/u.exec(text.slice(at))?.[0] ?? "";
            const isTorn = /[a-z]$/.test(before) && /^[a-z]/.test(after);
            if (isTorn) expect((before + after).length).toBeGreaterThan(300);
          }
      }),
    );
  });

  test.each([
    ["one word", "x".repeat(longest)],
    ["astral characters", "🌊".repeat(longest / 2)],
    ["blank lines", "\n".repeat(longest)],
    ["short sections", "# Pier\n\ntide\n\n".repeat(longest / 14)],
    ["tables", "|a|\n|-|\n".repeat(longest / 8)],
    ["sentences", sentences(2_600)],
  ])("stay few for the longest content: %s", (_, text) => {
    expect(passagesOf(text).length).toBeLessThan(660);
  });

  test("are one for a short text, none for a blank one", () => {
    expect(passagesOf("High water at six.")).toHaveLength(1);
    expect(passagesOf(" \n ")).toEqual([]);
  });

  test("end at a sentence, and the next repeats it", () => {
    const [first, second] = passagesOf(sentences(60));
    expect(first?.text.trimEnd()).toMatch(/harbour\.$/);
    expect(second?.text).toMatch(/^The crate/);
    expect(second?.start).toBeLessThan(first?.end ?? 0);
  });

  test("begin with a section, or carry its heading", () => {
    const text = `# Ropes\n\n${sentences(6)}\n\n# Lamps\n\n${sentences(40, "wick")}`;
    const [ropes, lamps, ...more] = passagesOf(text);
    expect(ropes).toMatchObject({ start: 0, heading: "" });
    expect(lamps?.text).toMatch(/^# Lamps/);
    expect(lamps?.heading).toBe("");
    for (const { heading } of more) expect(heading).toBe("Lamps");
  });

  test("do not mistake a comment in a code block for a heading", () => {
    const code = `\`\`\`\n${"# not a heading\nrun()\n".repeat(60)}\`\`\`\n`;
    for (const { heading } of passagesOf(code)) expect(heading).toBe("");
  });

  test("that begin inside a table carry its header row", () => {
    const rows = Array.from({ length: 90 }, (_, i) => `| ${400 + i} | boat ${i} | ${i % 7} m |`);
    const table = `| Berth | Boat | Depth |\n|---|---|---|\n${rows.join("\n")}`;
    const [first, ...more] = passagesOf(`${table}\n\n${sentences(30)}`);
    expect(first?.columns).toBe("");
    const inside = more.filter(({ text }) => text.startsWith("|"));
    expect(inside.length).toBeGreaterThan(1);
    for (const { columns } of inside) expect(columns).toBe("| Berth | Boat | Depth |");
    expect(more.at(-1)?.columns).toBe("");
  });
});

test("a passage is also searched by its title and heading", () => {
  const passage = { heading: "Lamps", columns: "", text: "Trim the wick." };
  expect(findableText("Handbook", passage).split("\n")).toEqual(["Handbook", "Lamps", "Trim the wick."]);
  const [found] = findablePassages("Handbook", "Trim the wick.");
  expect(found?.terms).toEqual(expect.arrayContaining(["handbook", "trim", "wick"]));
});

test("frequent terms are unique, the most frequent first", () => {
  const passages = findablePassages("Tea", "Green tea, black tea, green leaves.");
  expect(frequentTerms(passages, 2)).toEqual(["tea", "green"]);
});

test("the key of a passage distinguishes heading, columns and text", () => {
  const [a, b] = [
    { heading: "a", columns: "", text: "b" },
    { heading: "", columns: "a", text: "b" },
  ];
  expect(passageKey(a)).not.toBe(passageKey(b));
  expect(passageKey(a)).toBe(passageKey({ ...a }));
});
