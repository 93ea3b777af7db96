import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lengthOf } from "../text/phrasing";
import { readToAfter, MODEL_LIMITS, readableEvents, JOURNAL_LIMITS, type Unread } from "./inbox";
import { recallTexts } from "./recallQueries";
import { feed, note } from "../../test/mind/situations";

const long = (words: number) => feed("word ".repeat(words).trim());
const shownOf = ({ content, part }: ReturnType<typeof readableEvents>[number]) =>
  part === undefined ? content : Array.from(content).slice(part.from, part.to).join("");

describe("a tick", () => {
  test("reads a note to its end, whatever waits behind it", () => {
    const called = note(`${"How the week went. ".repeat(195)}What is to be done?`, "high");
    const feeds = Array.from({ length: 23 }, (_, i) => feed(`${i} ${"word ".repeat(3_200)}`));
    const [first, second, ...others] = readableEvents([called, ...feeds], MODEL_LIMITS);
    expect(first).toEqual(called);
    expect(second?.part).toEqual({ from: 0, to: expect.any(Number) });
    expect(others).toEqual([]);
  });

  test("reads many short texts at once, and equal ones in the room of one", () => {
    const headlines = Array.from({ length: 70 }, (_, i) => feed(`The ${i}th gull has come back.`));
    expect(readableEvents(headlines, MODEL_LIMITS)).toEqual(headlines.slice(0, MODEL_LIMITS.events));
    const same = Array.from({ length: 30 }, () => long(800));
    expect(readableEvents(same, MODEL_LIMITS)).toEqual(same);
  });

  test("reads as many distinct notes as memory is searched for, and the events before the next note", () => {
    const notes = Array.from({ length: 9 }, (_, i) => note(`Where is boat ${i}?`));
    const asked = [note("Where is boat 0?"), feed("A storm."), ...notes, feed("It rains.")];
    for (const limits of [MODEL_LIMITS, JOURNAL_LIMITS]) {
      const read = readableEvents(asked, limits);
      expect(new Set(read.map(({ content }) => content)).size).toBe(limits.notes + 1);
      expect(read).toEqual(asked.slice(0, limits.notes + 2));
      expect(recallTexts(read).length).toBe(limits.notes);
    }
  });

  test("reads no part of a text that fits into the next prompt", () => {
    expect(readableEvents([long(2_000), note("word ".repeat(800))], MODEL_LIMITS)).toHaveLength(1);
    expect(readableEvents([note("Hello."), long(810)], { events: 9, notes: 9, characters: 4_000 })).toEqual([
      note("Hello."),
    ]);
  });

  test("without a prompt reads texts of any length, up to the number of events", () => {
    const many = Array.from({ length: 30 }, () => long(3_000));
    expect(readableEvents(many, JOURNAL_LIMITS)).toEqual(many.slice(0, JOURNAL_LIMITS.events));
  });

  test("and those after it read all of every text, each part once and in order", () => {
    const lengths = fc.array(
      fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 16_384 })),
      {
        maxLength: 30,
      },
    );
    const textOf = (length: number, i: number) =>
      Array.from(`${i} gulls 🕊 ${"come home 🕊 ".repeat(2_000)}`)
        .slice(0, length)
        .join("") + `#${i}`;
    fc.assert(
      fc.property(lengths, (sentLengths) => {
        const sent = sentLengths.map((length, i) =>
          length <= 4_000 && i % 2 === 0 ? note(textOf(length, i)) : feed(textOf(length, i)),
        );
        let waiting: Unread[] = sent;
        const seen: string[] = [];
        let began = "";
        while (waiting.length > 0) {
          const read = readableEvents(waiting, MODEL_LIMITS);
          expect(read.length).toBeGreaterThan(0);
          const texts = new Set(read.map((one) => shownOf(one)));
          expect([...texts].reduce((sum, one) => sum + lengthOf(one), 0)).toBeLessThan(
            MODEL_LIMITS.characters,
          );
          const left = read.map((one) => ({ ...one, readTo: readToAfter(one) ?? undefined }));
          for (const one of read) {
            const isEnd = readToAfter(one) === null;
            if (isEnd) seen.push((one.part === undefined ? "" : began) + shownOf(one));
            else began = (one.part?.from === 0 ? "" : began) + shownOf(one);
          }
          waiting = [
            ...left.filter(({ readTo }) => readTo !== undefined).map(({ part: _, ...one }) => one),
            ...waiting.slice(read.length),
          ];
        }
        expect(seen).toEqual(sent.map(({ content }) => content));
      }),
      { numRuns: 30 },
    );
  });
});
