import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../test/support/codePoint";
import { expectProportional } from "../../test.growth";
import { MOST_LENGTH, MOST_OVERLAP, passagesOf } from "./passages";

const SENTENCES = [
  "The tide gauge at Cuxhaven rose by 12 cm last night. ",
  "Nobody had expected it, and Dr. Ines Vogt said so; the alarm stayed silent. ",
  "Why? ",
  "“It was full.” ",
  "It cost 1,250.50 euros, i.e. far too much, because of the wind!\n",
  "東京の気温は記録的に高い。来週は雨が降る見込みです。",
  "วันนี้อากาศดีมาก เราไปเดินเล่นที่สวนสาธารณะกัน ",
  "Это было вчера. ",
  "هل وصل القطار؟ نعم. ",
  "आज बारिश होगी। कल नहीं। ",
  "👩‍👩‍👧‍👦🇩🇪🇫🇷 e\u0301 ",
  "\n\n",
  "\n\n## A heading\n\n",
  "- an item of a list\n",
  "x".repeat(90) + " ",
];
const words = fc.string({
  unit: fc.constantFrom("a", "é", "ß", " ", ".", "字", "ก", "\u0301", "😀", "\n", "\t"),
  maxLength: 400,
});
const piece = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...SENTENCES) },
  { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 60 }) },
  { weight: 1, arbitrary: words },
  { weight: 1, arbitrary: fc.nat(3000).map((length) => "z".repeat(length)) },
  { weight: 1, arbitrary: fc.nat(3000).map((length) => " ".repeat(length)) },
  { weight: 1, arbitrary: fc.nat(1500).map((length) => "字".repeat(length)) },
  { weight: 1, arbitrary: fc.nat(2000).map((length) => "a" + "\u0301".repeat(length)) },
  {
    weight: 1,
    arbitrary: fc.nat(60).map((rows) => `\`\`\`ts\n${"const a = 1; // why\n".repeat(rows)}\`\`\`\n`),
  },
  {
    weight: 1,
    arbitrary: fc.nat(60).map((rows) => `| a | b |\n|---|---|\n${"| 1. one | two |\n".repeat(rows)}`),
  },
);
const content = fc.array(piece, { minLength: 1, maxLength: 60 }).map((pieces) => pieces.join(""));

/** Where one passage ended and the next began, but for the text's own ends. */
const cutsIn = (text: string) =>
  passagesOf(text)
    .flatMap(({ start, end }) => [start, end])
    .filter((at) => at > 0 && at < text.length);

describe("passages of any text", () => {
  test("hold every character, in order, by their offsets, each of bounded length and overlap", () => {
    fc.assert(
      fc.property(content, (text) => {
        const passages = passagesOf(text);
        let covered = 0;
        let before = -1;
        for (const { start, end, text: said } of passages) {
          expect(said).toBe(text.slice(start, end));
          expect(end - start).toBeLessThanOrEqual(MOST_LENGTH);
          expect(start).toBeGreaterThan(before);
          expect(start).toBeLessThanOrEqual(covered);
          expect(covered - start).toBeLessThanOrEqual(MOST_OVERLAP);
          expect(end).toBeGreaterThan(covered);
          before = start;
          covered = end;
        }
        expect(covered).toBe(text.length);
      }),
      { numRuns: 25 },
    );
  });

  test("never tear a surrogate pair, and no character from its marks where it has fewer than a passage holds", () => {
    fc.assert(
      fc.property(content, (text) => {
        for (const at of cutsIn(text)) {
          expect(text.slice(at - 1, at + 1)).not.toMatch(/^[\ud800-\udbff][\udc00-\udfff]$/);
          // Marks at the beginning of a line are nothing's.
          if (/[\r\n]/.test(text.charAt(at - 1))) continue;
          const marks = /^[\p{M}\u200d]{1,600}/u.exec(text.slice(at))?.[0] ?? "";
          const heap = /[\p{M}]*$/u.exec(text.slice(Math.max(0, at - 1300), at))?.[0] ?? "";
          if (marks.length + heap.length < 500) expect(marks).toBe("");
        }
      }),
      { numRuns: 25 },
    );
  });

  test("never cut inside a word that is not as long as a passage itself", () => {
    const letters = /[\p{L}\p{M}\p{N}]/u;
    fc.assert(
      fc.property(content, (text) => {
        const torn = cutsIn(text).flatMap((at) => {
          const head = /[a-zA-Zéß\u0301]*$/u.exec(text.slice(Math.max(0, at - 1300), at))?.[0] ?? "";
          const tail = /^[a-zA-Zéß\u0301]*/u.exec(text.slice(at, at + 1300))?.[0] ?? "";
          if (head === "" || tail === "" || head.length + tail.length > 500) return [];
          // A word's neighbour of a script without spaces marks no end of its own.
          return letters.test(text.charAt(at - head.length - 1)) ? [] : [`${head}|${tail}`];
        });
        expect(torn).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test("are many only where the text is long", () => {
    fc.assert(
      fc.property(content, (text) => {
        const blocks = text.match(/```ts|\|---|## /g)?.length ?? 0;
        expect(passagesOf(text).length).toBeLessThanOrEqual(text.length / 300 + 2 * blocks + 2);
        expect(passagesOf(text).length).toBeLessThanOrEqual(text.length / 160 + 2);
      }),
      { numRuns: 25 },
    );
  });

  const table = `| a | b |\n|---|---|\n${"| 1. one | two |\n".repeat(200)}`;
  test("name columns as they stand in the text before them, and only inside of a table", () => {
    fc.assert(
      fc.property(content, (text) => {
        const whole = `${text}\n\n${table}`;
        const named = passagesOf(whole).filter(({ columns }) => columns !== "");
        // A fence that is never closed takes in all that follows.
        expect(named.length > 2 || text.includes("```")).toBe(true);
        for (const { start, columns } of named) {
          const at = whole.lastIndexOf(columns, start);
          expect(at).toBeGreaterThanOrEqual(0);
          expect(whole.slice(at, start)).not.toMatch(/\n\s*\n/u);
        }
      }),
      { numRuns: 25 },
    );
  });
});

const prose = (sentences: number, about = "harbour") =>
  Array.from({ length: sentences }, (_, i) => `Sentence ${i} tells of the ${about} and what it holds.`).join(
    " ",
  );

describe("the cuts", () => {
  test("a text that fits is one passage, an empty one none", () => {
    expect(passagesOf("Short.\n\nAnd whole.")).toMatchObject([{ start: 0, end: 18, heading: "" }]);
    expect(passagesOf("")).toEqual([]);
  });

  test("stand between sentences, and one or two sentences are said twice", () => {
    const text = prose(80);
    const passages = passagesOf(text);
    expect(passages.length).toBeGreaterThan(3);
    passages.slice(1).forEach(({ text: said, start }, i) => {
      const overlap = (passages[i]?.end ?? 0) - start;
      expect(said).toMatch(/^Sentence \d+ tells/);
      expect(text.slice(start, start + overlap).match(/Sentence/g)?.length).toBe(2);
      expect(passages[i]?.text.trimEnd()).toMatch(/holds\.$/);
    });
  });

  test("stand before headings where they can, with no overlap, and later passages name their heading", () => {
    const text = `# Harbour\n\n${prose(10)}\n\n## Mill\n\n${prose(40, "mill")}`;
    const passages = passagesOf(text);
    expect(passages[0]?.text).not.toContain("Mill");
    expect(passages[1]?.text).toMatch(/^## Mill/);
    expect(passages[1]?.heading).toBe("");
    expect(passages.slice(2).every(({ heading }) => heading === "Mill")).toBe(true);
    expect(passages.length).toBeGreaterThan(2);
  });

  const water = "The old pump by the gate leaks again, and the cellar fills up with every rain. ";
  const section = (name: string, sentences: number) => `## ${name}\n\n${water.repeat(sentences).trim()}\n\n`;

  test("stand before each section of a short text that is worth it", () => {
    const text = `# Minutes\n\n${section("Roof", 3)}${section("Garden", 3)}${section("Feast", 4)}`;
    expect(passagesOf(text).map((one) => one.text.match(/^#+ .*/gmu))).toEqual([
      ["# Minutes", "## Roof"],
      ["## Garden"],
      ["## Feast"],
    ]);
  });

  test("leave sections of a line or two with those beside them", () => {
    const text = ["A", "B", "C", "D", "E"].map((name) => section(name, 1)).join("");
    expect(passagesOf(text).map((one) => one.text.match(/^#+ .*/gmu))).toEqual([
      ["## A", "## B"],
      ["## C", "## D", "## E"],
    ]);
    expect(passagesOf(section("A", 1) + section("B", 1))).toHaveLength(1);
  });

  test("never leave a heading behind without what it is over", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(12), { minLength: 1, maxLength: 12 }), (lengths) => {
        const text = lengths.map((length, i) => section(`S${i}`, length)).join("");
        const ended = `${text}${water}`;
        for (const { end, text: said } of passagesOf(ended))
          if (end < ended.length) expect(said.trimEnd()).not.toMatch(/(?:^|\n)## S\d+$/u);
      }),
    );
  });

  test.each([
    ["Markdown", "| Article | Price |", (i: number) => `| ${i} | ${i % 7}.50 |`, "|---|---|\n"],
    ["CSV", "Article,Price,Shelf", (i: number) => `${i},${i % 7}.50,B`, ""],
    ["TSV", "Article\tPrice", (i: number) => `${i}\t${i % 7}.50`, ""],
  ])(
    "carry the names of the columns of a long table into its later passages: %s",
    (_, columns, row, rule) => {
      const rows = Array.from({ length: 300 }, (_, i) => row(i)).join("\n");
      const text = `${section("Stock", 1)}${columns}\n${rule}${rows}\n\n${section("Orders", 5)}`;
      const passages = passagesOf(text);
      const [first, ...others] = passages;
      const later = others.filter((one) => !one.text.includes("## Orders"));
      expect(first).toMatchObject({ columns: "" });
      expect(later.length).toBeGreaterThan(1);
      for (const one of later) {
        expect(one).toMatchObject({ columns, text: text.slice(one.start, one.end) });
        expect(one.text).toMatch(/^(?:\| )?\d/u);
      }
      expect(passages.at(-1)).toMatchObject({ columns: "", heading: "" });
    },
  );

  test("leave out names of columns that would outweigh the rows", () => {
    const wide = `| ${"A long name of a column | ".repeat(20)}`;
    const text = `${wide}\n|${"---|".repeat(20)}\n${`|${" 1 |".repeat(20)}\n`.repeat(60)}`;
    expect(passagesOf(text).length).toBeGreaterThan(3);
    for (const { columns } of passagesOf(text)) expect(columns).toBe("");
  });

  test("stand between items of a list rather than inside one", () => {
    const items = Array.from(
      { length: 30 },
      (_, i) => `- item ${i}: one thing; another thing. A third thing too.\n`,
    );
    for (const { end, text } of passagesOf(items.join(""))) {
      expect(text.endsWith("\n"), `at ${end}`).toBe(true);
      expect(text).toMatch(/^- item/);
    }
  });

  test("do not take an abbreviation, an initial, a number or a decimal for a sentence's end", () => {
    const text = "We met Dr. Ines K. Vogt at no. 7, i.e. the mill, at 3.5 km, and we walked on. ".repeat(60);
    for (const { start } of passagesOf(text)) expect(text.slice(start)).toMatch(/^We met/);
  });

  test.each([
    ["code", `\`\`\`py\n${"total = total + 1. # and so on\n".repeat(30)}\`\`\`\n`],
    ["table", `| port | depth |\n|---|---|\n${"| Kiel. Old | 12 m |\n".repeat(40)}`],
  ])("keep a block of %s whole wherever it stands", (_, block) => {
    expect(block.length).toBeLessThan(MOST_LENGTH);
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), fc.boolean(), (before, after, twice) => {
        const text = `${prose(before)}\n\n${block}${twice ? `\n${block}` : ""}\n${prose(after)}`;
        const start = text.indexOf(block);
        const passages = passagesOf(text);
        expect(passages.some((one) => one.start <= start && one.end >= start + block.length)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  test("fall on lines inside a block too long to keep", () => {
    const code = `\`\`\`\n${"let a = 1; let b = 2. Then; more\n".repeat(100)}\`\`\``;
    for (const { text, end } of passagesOf(code))
      if (end < code.length) expect(text.endsWith("\n")).toBe(true);
  });

  test("stand beside a mark rather than inside a word, where there is no space to cut at", () => {
    const address = `https://harbour.example/${"tides-and-times/".repeat(200)}`;
    const [first, second] = passagesOf(address);
    expect(first?.text).toMatch(/[/-]$/);
    expect(second?.text).toMatch(/^(?:tides|and|times)/);
    const heap = `a${"\u0301".repeat(1197)}“It was full.” The tide gauge rose.`;
    expect(passagesOf(heap).map(({ text }) => text.slice(-5))).not.toContain("́“I");
  });

  test("stand at the end of a block that a mark without its letter follows", () => {
    const block = `\`\`\`ts\n${"let a = 1; // why\n".repeat(61)}\`\`\`\n`;
    const text = `${prose(2)}\n\n${block}\u0301 and so on. ${prose(20)}`;
    expect(passagesOf(text).some(({ text: said }) => said.endsWith(block))).toBe(true);
  });

  test("stand at sentences of scripts without spaces, and at characters where there are none", () => {
    const japanese = "東京の気温は今日も記録的に高かった。来週は雨が降る見込みです。".repeat(80);
    for (const { text } of passagesOf(japanese)) expect(text).toMatch(/。$/);
    expect(passagesOf("字".repeat(5000)).length).toBeLessThan(9);
  });

  test.each([
    ["prose", prose(3000)],
    ["one word", "x".repeat(131_072)],
    ["blanks", ` a${" ".repeat(131_070)}`],
    ["emoji", "👩‍👩‍👧‍👦".repeat(11_000)],
    ["marks", `a${"\u0301".repeat(131_071)}`],
    ["full stops", ". ".repeat(65_536)],
    ["bars", "|".repeat(131_072)],
    ["fences", "```\n".repeat(32_768)],
    ["headings", "# a\n".repeat(32_768)],
    ["line ends", "\n".repeat(131_072)],
    ["opening marks", `.${")".repeat(131_071)}`],
    ["full stops", ".".repeat(131_072)],
    ["full stops and a word", `${"?!".repeat(65_000)} end`],
    ["hashes", `# ${"a #".repeat(43_000)}`],
  ])("cost in proportion to length, up to the longest text of %s", (_, text) => {
    expect(passagesOf(text).at(-1)?.end).toBe(text.length);
    expectProportional((length) => passagesOf(text.slice(0, length)), text.length);
  });
});
