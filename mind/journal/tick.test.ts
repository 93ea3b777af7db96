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
        memory("Bread rises overnight.", { similarity: 0.74 }),
        memory("The Petrel is a ketch.", { similarity: 0.76 }),
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

  test("calls no request to be reminded a question without an answer", () => {
    const events = [note("Could you remind me tomorrow at 9:00 of the tide?")];
    const reminders = new Map([[1, { kind: "set" as const, text: "the tide", at: NOW + 780 * MINUTE }]]);
    const { lead, body } = tickJournal(situation({ events }), BECAUSE, { reminders });
    expect(lead).toContain("A reminder is set for 22 November 2026 at 09:05, as a note asks");
    expect(lead + body).not.toContain("Not answered");
  });

  test("is one short sentence if nothing is new, with the effect only if it can be seen", () => {
    const quietSince = NOW - 16 * 60 * MINUTE;
    const still = { mood: AFTER.mood, health: AFTER.health + 0.3 };
    const journal = written({ quietSince });
    expect(journal).toMatchObject({ quietSince, artifacts: [], replies: [] });
    const { summary, detail } = withEffect(journal, still, AFTER);
    expect(summary).toBe("Quiet since 04:05.");
    expect(lengthOf(detail)).toBeLessThan(160);
    expect(detail).not.toContain("health");
    const moved = withEffect(journal, { mood: "concerned", health: 88 }, AFTER);
    for (const told of [moved.summary, moved.detail])
      expect(told).toContain("Mood curious, before concerned");
    expect(written({ quietSince: NOW - 30 * 60 * MINUTE }).lead).toBe("Quiet since Friday, 14:05.");
  });

  test("says what a silence began with while that matters, without the words of others", () => {
    const lastEvent = { source: { ...note("").source, from: "Ada" }, receivedAt: NOW - 12 * MINUTE };
    expect(written({ lastEvent, quietSince: NOW - 10 * MINUTE }).lead).toBe(
      "Quiet since 19:55, after a note.",
    );
  });

  test("is not quiet after hours without ticks: these are told", () => {
    const journal = written({ lastTickAt: NOW - 180 * MINUTE });
    expect(journal.quietSince).toBeUndefined();
    expect(journal.lead).toBe("No tick from 17:05 until 20:05, and nothing came in.");
  });

  test("begins with the most telling thing, which reads differently for each kind of thing", () => {
    const from = (name: string, content: string) => ({
      ...note(content),
      source: { kind: "wake" as const, priority: "normal" as const, from: name },
    });
    const turns = [{ from: "Ada", note: "Hi.", reply: "Hello.", at: NOW - 120 * MINUTE }];
    const rain = feed("It rains on the pier.");
    const leads = Object.entries({
      "Alert raised": { events: [rain, feed("Fire kills two.", { impact: "high", sentiment: -0.8 })] },
      "Ada asks: “Why?” Not answered": { events: [from("Ada", "Why?")], turns },
      "Found in a memory of 21 November 2026: “The ferry leaves at nine.”": {
        events: [from("Ada", "When does the ferry leave?")],
        memories: [memory("The ferry leaves at nine.")],
      },
      "Due since 19:00, for Ada": {
        events: [{ ...rain, source: { kind: "reminder" as const, dueAt: NOW - 65 * MINUTE, from: "Ada" } }],
      },
      "Ada wants this kept": { events: [from("Ada", "Remember that I moved.")], turns },
      "Ada asks for what I can't do": { events: [from("Ada", "Delete all of it now.")], turns },
      "The second news item with the same words": { events: [{ ...rain, repeats: 1 }] },
      "the figures differ, 12 against 9": {
        events: [feed("The fee is 12 euros.")],
        memories: [memory("The fee is 9 euros.", { similarity: 0.9 })],
      },
      "Four came in at once, the gravest a news item": { events: [rain, rain, rain, rain] },
      "First note kept from Ben": { events: [from("Ben", "I moved to the pier.")], turns },
      "Ada writes again, after two hours": { events: [from("Ada", "I moved to the pier.")], turns },
      "First on Saturday, a news item": { events: [rain], quietSince: NOW - 1_300 * MINUTE },
      "After four hours of quiet, a news item": { events: [rain], quietSince: NOW - 243 * MINUTE },
      "near the theme “the pier”": { events: [rain], themes: [{ theme: "the pier", summary: "" }] },
      "strongly positive in tone": { events: [feed("A great joy.", { sentiment: 0.7 })] },
    }).map(([told, changes]) => [told, written(changes).lead] as const);
    for (const [told, lead] of leads) expect(lead).toContain(told);
    expect(new Set(leads.map(([, lead]) => lead.replace(/“[^”]*”/g, ""))).size).toBe(leads.length);
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
