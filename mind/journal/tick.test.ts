import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../test/support/codePoint";
import { FEED_TYPES, IMPACTS, PRIORITIES, type Mood } from "../enums";
import { lengthOf } from "../text/phrasing";
import type { Situation, SituationEvent } from "../tick/situation";
import { AFTER, feed, memory, MINUTE, note, NOW, passage, situation } from "../../test/mind/situations";
import { unrepeated } from "./stateSummary";
import { withEffect } from "./effect";
import { tickJournal } from "./tick";

const BECAUSE = "no model is configured";
const written = (changes: Partial<Situation>) => tickJournal(situation(changes), BECAUSE);
const before: { mood: Mood; health: number } = { mood: "curious", health: 88 };

function words(changes: Partial<Situation>, after = AFTER) {
  return withEffect(written(changes), before, after);
}

const text = fc.oneof(
  fc.string({ unit: codePoint, minLength: 1, maxLength: 60 }),
  fc.constantFrom(
    "x".repeat(16_384),
    "Wind. ".repeat(900),
    "Where is Ada? ".repeat(40),
    "漢字".repeat(3_000),
  ),
);
const event: fc.Arbitrary<SituationEvent> = fc.record({
  source: fc.oneof(
    fc.record({
      kind: fc.constant("feed" as const),
      type: fc.constantFrom(...FEED_TYPES),
      impact: fc.constantFrom(...IMPACTS),
    }),
    fc.record({ kind: fc.constant("wake" as const), priority: fc.constantFrom(...PRIORITIES) }),
  ),
  content: text,
  sentiment: fc.double({ min: -1, max: 1, noNaN: true }),
  novelty: fc.double({ min: 0, max: 1, noNaN: true }),
  repeats: fc.nat(5),
  receivedAt: fc.integer({ min: NOW - 50 * 24 * 60 * MINUTE, max: NOW }),
});
const anySituation = fc
  .record({
    events: fc.array(event, { maxLength: 64 }),
    memories: fc.array(
      text.map((content) => memory(content)),
      { maxLength: 8 },
    ),
    knowledge: fc.array(
      fc.tuple(text, text).map(([title, said]) => passage(title, said)),
      { maxLength: 2 },
    ),
    waiting: fc.nat(200),
    lastEvent: fc.constantFrom(
      null,
      ...[-MINUTE, MINUTE].map((ms) => ({ source: note("").source, receivedAt: NOW + ms })),
    ),
    given: fc.record({ memories: fc.nat(90), documents: fc.nat(9) }),
  })
  .map(situation);

describe("a tick's journal", () => {
  test("keeps every text within its bounds, and is the same for the same situation", () => {
    const numbers = fc.sample(anySituation, { numRuns: 8, seed: 7 });
    for (const one of numbers) {
      const journal = tickJournal(one, BECAUSE);
      const { summary, detail } = withEffect(
        journal,
        { mood: "contemplative", health: 100 },
        {
          ...AFTER,
          mood: "concerned",
          health: 75,
        },
      );
      expect(lengthOf(summary)).toBeLessThanOrEqual(280);
      expect(lengthOf(detail)).toBeLessThanOrEqual(4_000);
      expect(journal.artifacts.length).toBeLessThanOrEqual(4);
      for (const { content } of journal.artifacts) expect(lengthOf(content)).toBeLessThanOrEqual(1_000);
      expect(tickJournal(one, BECAUSE)).toEqual(journal);
    }
  });

  test("never has the same summary as the last entry", () => {
    for (const one of fc.sample(anySituation, { numRuns: 5, seed: 11 })) {
      const { summary } = withEffect(tickJournal(one, BECAUSE), before, AFTER);
      const next = unrepeated(summary, summary, one.number + 1);
      expect(next).not.toBe(summary);
      expect(lengthOf(next)).toBeLessThanOrEqual(280);
      expect(unrepeated(summary, next, one.number + 2)).toBe(summary);
    }
  });

  test("quotes events in order with their kind and figures, and repeated ones once", () => {
    const { summary, detail } = words({
      events: [
        note("Bitte die Fähre melden.", "high"),
        feed("The ferry is late.", { impact: "high", sentiment: -0.42 }),
        feed("the ferry is late!", { impact: "high", sentiment: -0.42 }),
      ],
    });
    expect(summary).toContain("“The ferry is late.”");
    const lines = detail.split("\n").filter((line) => /^\d+\. /.test(line));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain("urgent note");
    expect(lines[0]).toContain("“Bitte die Fähre melden.”");
    expect(lines[1]).toMatch(/high-impact news item \(twice, .*tone −0\.42\)/);
  });

  test("gives the effect on mood and health in figures", () => {
    const after: typeof AFTER = {
      ...AFTER,
      mood: "concerned",
      health: 79.6,
      latents: { ...AFTER.latents, valence: -0.31 },
    };
    for (const told of Object.values(words({ events: [feed("It burns.")] }, after)))
      for (const figure of ["concerned", "curious", "−0.31", "80 (−8)"]) expect(told).toContain(figure);
  });

  test("shows at most three related memories and passages, dated, and only what a search would return", () => {
    const { body, usedMemories, usedPassages } = written({
      events: [feed("The Petrel is overdue.")],
      memories: [
        memory("The Petrel carries salt.", { similarity: 0.9, minutesAgo: 60 * 24 * 30 }),
        memory("The Petrel is overdue", { similarity: 1 }),
        memory("Bread rises overnight.", { similarity: 0.59 }),
        memory("The Petrel is a ketch.", { similarity: 0.61 }),
      ],
      knowledge: [passage("Ships", "Petrel, built in 1911.", 0.8), passage("Bread", "Rye.", 0.4)],
    });
    expect([usedMemories, usedPassages]).toEqual([[1, 4], [1]]);
    expect(body).toContain("Related, from 22 October 2026: “The Petrel carries salt.”");
    expect(body).toContain("“Ships”");
    expect(body).not.toMatch(/Bread|Rye/);
  });

  test("says what a note asked, why it was not answered, and whether anything was found", () => {
    const asked = {
      events: [
        feed("A big storm comes.", { impact: "high" }),
        note("Hello! When does the ferry leave?", "low"),
      ],
    };
    const nothing = words(asked);
    for (const told of [nothing.summary, nothing.detail]) {
      expect(told).toContain("“When does the ferry leave?”");
      expect(told).toContain(BECAUSE);
    }
    expect(nothing.detail).toMatch(/nothing .*found/i);
    const found = words({ ...asked, memories: [memory("The ferry leaves at nine.")] });
    expect(found.detail).toContain("“The ferry leaves at nine.”");
    expect(found.detail).not.toMatch(/nothing .*found/i);
  });

  test("says what was stored without an event", () => {
    const { summary, detail, quietSince } = {
      quietSince: undefined,
      ...words({ given: { memories: 2, documents: 1 } }),
    };
    expect(quietSince).toBeUndefined();
    for (const told of [summary, detail]) expect(told).toContain("two memories and one document");
    expect(words({ lastEvent: null, first: true, number: 1, lastTickAt: 0 }).summary).toContain("so far");
  });

  test("says how many events wait", () => {
    expect(words({ events: [feed("One.")], waiting: 3 }).detail).toMatch(/three more events/i);
  });

  test("makes a remark only of a repetition or an extreme figure", () => {
    expect(words({ events: [feed("It rains.")] }).remark).toBeUndefined();
    expect(words({ events: [note("Hi.")] }).remark).toBeUndefined();
    expect(words({ events: [{ ...note("Hi."), repeats: 2 }] }).remark).toContain("third note");
    const fallen = withEffect(written({}), { mood: "curious", health: 51 }, { ...AFTER, health: 49 });
    expect(fallen.remark).toContain("50");
    const low = withEffect(written({}), { mood: "curious", health: 49 }, { ...AFTER, health: 48 });
    expect(low.remark).toBeUndefined();
  });
});
