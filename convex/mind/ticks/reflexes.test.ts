import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../test/support/codePoint";
import { jokeOf, type Made } from "../events/jokes";
import type { Situation, SituationLog } from "../../../mind/tick/situation";
import { lengthOf } from "../../../mind/text/phrasing";
import { FEED_TYPES, IMPACTS, MOODS, PRIORITIES, type Trigger } from "../../../mind/enums";
import { reflexTick } from "./reflexes";
import { AFTER, MINUTE, NOW, feed, log, memory, note, situation } from "./test.situations";

const words = (changes: Partial<Situation>, after = AFTER) => reflexTick(situation(changes), after);

describe("a tick's words", () => {
  test("tell of an event, what it did, and why", () => {
    const theft = feed("Northwind Exchange halts withdrawals after a theft. Customers are furious.", {
      type: "market",
      impact: "high",
      sentiment: -0.8,
    });
    const made = words(
      { events: [theft], healthBefore: 98 },
      { ...AFTER, mood: "concerned", latents: { valence: -0.4, arousal: 0.6, curiosity: 0.4 } },
    );
    expect(made).toEqual({
      summary:
        "A high-impact market report, strongly negative: “Northwind Exchange halts withdrawals after a theft. Customers are furious.” The mood turns from curious to concerned.",
      detail: [
        "Saturday, 20:05. Five minutes after the last tick, on schedule.",
        "A market report: “Northwind Exchange halts withdrawals after a theft. Customers are furious.” (high impact, strongly negative, three minutes ago).",
        "The mood went from curious to concerned, and “Northwind Exchange halts withdrawals after a theft. …” had the most to do with it; stirred and troubled. Volatility 0.31: slightly unsettled of late. Health 88, down ten points since the last tick.",
      ].join("\n\n"),
      artifacts: [
        {
          type: "alert",
          content:
            "A high-impact market report, strongly negative, received on 21 November 2026 at 20:02: “Northwind Exchange halts withdrawals after a theft. Customers are furious.”",
        },
      ],
      usedMemories: [],
      usedPassages: [],
    });
  });

  test("say of what was heard before that it is said again", () => {
    expect(words({ events: [feed("All systems normal.", { echo: "repeats" })] }).summary).toMatch(
      /^A news item says again: “All systems normal\.” /,
    );
    expect(words({ events: [{ ...note("Is anyone there?"), echo: "repeats" }] }).summary).toMatch(
      /^A note asks again: “Is anyone there\?” /,
    );
  });

  test("tell once, with how often, what came several times in the same words", () => {
    const disk = (minutes: number) =>
      feed("Disk usage is at 71 percent.", { sentiment: 0, novelty: 0.1, minutesAgo: minutes });
    const events = [
      ...[4, 3, 2].map(disk),
      feed("disk usage is at 71 percent", { sentiment: 0, novelty: 0.1, minutesAgo: 1 }),
      feed("The fan was replaced.", { sentiment: 0.5, novelty: 0.9 }),
      ...Array.from({ length: 9 }, () => note("Is anyone there?")),
    ];
    const { detail } = words({ events });
    expect(detail).toContain("Five news items: “The fan was replaced.”");
    expect(detail).toMatch(
      /; “disk usage is at 71 percent” \(even in tone, .*four times, the last a minute ago\)/i,
    );
    expect(detail).toContain("Nine notes: “Is anyone there?” (nine times, the last");
    expect(detail).not.toContain("Of less weight");
  });

  test("group and weigh many events, and say what they share and what waits", () => {
    const { summary, detail, remark } = words({
      events: [
        feed("Build 4121 finished", { type: "custom" }),
        feed("Bitcoin passes its record, traders celebrate", {
          type: "market",
          impact: "high",
          sentiment: 0.7,
        }),
        feed("Bitcoin is ugly, artists complain", { sentiment: -0.5 }),
        note("The audit is on Friday."),
      ],
      waiting: 2,
    });
    expect(summary).toBe(
      "A high-impact market report stands out beside one custom event, one news item and one note: “Bitcoin passes its record, traders celebrate”. Still curious.",
    );
    expect(detail).toContain("A note: “The audit is on Friday.”");
    expect(detail.indexOf("A note")).toBeLessThan(detail.indexOf("A market report"));
    expect(detail).toContain(
      "Two of them speak of “Bitcoin”. As news goes: one good, one bad and one neither.",
    );
    expect(detail).toContain("Two more wait for the next tick.");
    expect(remark).toContain("both halves of an argument");
  });

  test("tell of what came in several times as of one thing", () => {
    const storm = () => feed("A storm tore the roof off the mill.", { impact: "high" });
    const storms = Array.from({ length: 3 }, storm);
    const soup = feed("Soup is served at noon.", { impact: "low" });
    expect(words({ events: [...storms, soup] }).summary).toBe(
      "Three high-impact news items in the same words stand out beside one news item: “A storm tore the roof off the mill.” Still curious.",
    );
    expect(words({ events: storms }).summary).toBe(
      "Three high-impact news items say the same: “A storm tore the roof off the mill.” Still curious.",
    );
    const heard = storms.map((event): typeof event => ({ ...event, echo: "repeats" }));
    expect(words({ events: heard }).summary).toMatch(/^Three high-impact news items say the same again: /);
  });

  test("count news as they tell its tone", () => {
    const { detail } = words({
      events: [
        feed("The bakery won a prize.", { sentiment: 0.6 }),
        feed("The well ran dry.", { sentiment: -0.1 }),
      ],
    });
    expect(detail).toContain("mildly negative");
    expect(detail).toContain("As news goes: one good and one bad.");
  });

  test("call nothing unsettled that was just born calm", () => {
    const latents = { valence: 0, arousal: 0.1, curiosity: 0.3 };
    const { detail } = words({ first: true }, { ...AFTER, volatility: 0.2, latents });
    expect(detail).toContain("calm and even. Volatility 0.20: steady.");
  });

  test("quote excerpts of long texts, never the whole", () => {
    const { summary, detail } = words({ events: [feed("All work and no play. ".repeat(700))] });
    expect(lengthOf(summary)).toBeLessThanOrEqual(280);
    expect(lengthOf(detail)).toBeLessThan(1000);
  });

  test("say that it is the first tick", () => {
    const { summary, detail } = words({ first: true, lastTickAt: 0, trigger: "start" });
    expect(summary).toContain("for the first time");
    expect(detail).toContain("My first tick, as the service started.");
    expect(detail).not.toMatch(/years?|days ago/);
  });

  test("tell of health at the first tick against birth, for no tick was before it", () => {
    const { detail } = words({ first: true, lastTickAt: 0, healthBefore: 84 }, { ...AFTER, health: 88 });
    expect(detail).toContain("Health 88, up four points since birth.");
    expect(detail).not.toContain("since the last tick");
  });

  test.each([
    ["denies", "against something heard before"],
    ["renumbers", "like something heard before, with other numbers"],
    ["differs", "worded like something heard before, which said something else"],
  ] as const)("never call the same fact what %s one heard before", (echo, told) => {
    const { detail, remark } = words({
      events: [feed("The old bridge is not open.", { novelty: 0.1, echo })],
    });
    expect(detail).toContain(told);
    expect(detail).not.toContain("much like");
    expect(remark ?? "").not.toContain("one fact");
  });

  test("call a change of what was heard before no denial of it", () => {
    const { detail, remark } = words({
      events: [feed("The old bridge is open again.", { novelty: 0.3, echo: "denies" })],
    });
    expect(detail).toContain("news of something heard before");
    expect(remark).toBeUndefined();
  });

  test("say of no question that it says otherwise than its answer did", () => {
    const { detail } = words({ events: [{ ...note("When is the bridge open?"), echo: "differs" }] });
    expect(detail).not.toContain("which said something else");
  });

  test("call the same fact only what says the same", () => {
    const alike = words({ events: [feed("The council cancelled the tram.", { novelty: 0.1 })] });
    expect(alike.detail).toContain("worded like something heard before");
    expect(alike.remark).toBeUndefined();
    const same = words({ events: [feed("The ferry runs again.", { novelty: 0, echo: "repeats" })] });
    expect(same.detail).toContain("much like something heard before");
    expect(same.remark).toContain("said twice, it is still one fact");
  });

  test("call nothing a known fact that a memory contradicts", () => {
    const { detail, remark } = words({
      events: [feed("The pier is closed to visitors.", { novelty: 0, echo: "repeats" })],
      memories: [memory("The pier is open to visitors.")],
    });
    expect(detail).toContain("That does not agree with what I remember");
    expect(detail).not.toContain("much like");
    expect(remark).toBeUndefined();
  });

  test("notice that the routine has changed and that the mood has moved by itself", () => {
    const { summary, detail } = words({ lastTickAt: NOW - 9 * 60 * MINUTE, moodBefore: "excited" });
    expect(summary).toBe(
      "Nothing new, yet the mood has moved by itself from excited to curious: awake and even, keen to know more.",
    );
    expect(detail).toContain(
      "Nine hours after the last tick, late by the schedule. Evening has come since then.",
    );
  });

  test("say that the service has started, and call a tick late only beyond an interval and a half", () => {
    const opening = (trigger: Trigger, minutes: number) =>
      words({ trigger, lastTickAt: NOW - minutes * MINUTE }).detail.split("\n")[0];
    expect(opening("start", 540)).toContain("Nine hours after the last tick, as the service started.");
    expect(opening("schedule", 7)).toContain("Seven minutes after the last tick, on schedule.");
    expect(opening("schedule", 8)).toContain("Eight minutes after the last tick, late by the schedule.");
  });

  test("tell no durations where the clock has been set back", () => {
    const logs = [
      log("Quiet.", -175),
      log("Quiet.", -180),
      { ...log("Hello.", -185), events: 1, health: 70 },
    ];
    const { summary, detail } = words({ logs, lastTickAt: NOW + 175 * MINUTE });
    expect(detail).toContain("20:05. A tick on schedule; the clock has been set back since the last one.");
    expect(detail).toContain("for three ticks.");
    expect(`${summary} ${detail}`).not.toMatch(/less than a minute|just now|\bago\b|counting|points in/u);
  });

  test("notice where health is heading", () => {
    const logs = [log("Quiet.", 5), { ...log("Quiet.", 60), health: 80 }];
    expect(words({ logs }).detail).toContain(
      "Health 88, unchanged since the last tick and up eight points in an hour.",
    );
  });

  test("call health mending that has risen since the last tick, though it was higher before", () => {
    const logs = [
      { ...log("Quiet.", 5), health: 80 },
      { ...log("Quiet.", 60), health: 100 },
    ];
    expect(words({ logs, healthBefore: 80 }).summary).toBe(
      "Quiet, and health is mending: 88, from 80 at the last tick and from 100 an hour ago.",
    );
    expect(words({ logs, healthBefore: 88 }).summary).toContain("holds at 88; it was 100 an hour ago");
  });

  test("keep their limits for any events, and are the same for the same situation", () => {
    const events = fc.array(
      fc.oneof(
        fc.record({
          source: fc.record({
            kind: fc.constant("feed" as const),
            type: fc.constantFrom(...FEED_TYPES),
            impact: fc.constantFrom(...IMPACTS),
          }),
          content: fc.string({ unit: codePoint, maxLength: 800 }),
          sentiment: fc.double({ min: -1, max: 1, noNaN: true }),
          novelty: fc.double({ min: 0, max: 1, noNaN: true }),
          receivedAt: fc.integer({ min: NOW - 1e9, max: NOW }),
        }),
        fc.record({
          source: fc.record({ kind: fc.constant("wake" as const), priority: fc.constantFrom(...PRIORITIES) }),
          content: fc.string({ unit: "grapheme-composite", maxLength: 800 }),
          sentiment: fc.constant(0),
          novelty: fc.constant(1),
          receivedAt: fc.constant(NOW),
        }),
      ),
      { maxLength: 24 },
    );
    fc.assert(
      fc.property(events, fc.constantFrom(...MOODS), (shown, mood) => {
        const made = words({ events: shown, moodBefore: mood });
        expect(made).toEqual(words({ events: shown, moodBefore: mood }));
        expect(lengthOf(made.summary)).toBeLessThanOrEqual(280);
        expect(made.summary).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        expect(lengthOf(made.detail)).toBeLessThanOrEqual(4000);
        expect(made.artifacts.length).toBeLessThanOrEqual(4);
        for (const { content } of made.artifacts) {
          expect(content.trim()).not.toBe("");
          expect(lengthOf(content)).toBeLessThanOrEqual(1000);
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe("a day without events", () => {
  test("never says the same summary twice, nor the same joke at every tick", () => {
    const before = log("A note says: “Hello.” Still curious.", 5, 1);
    let logs: readonly SituationLog[] = [before];
    const remarks: Made[] = [];
    const summaries: string[] = [];
    for (let tick = 0; tick < 288; tick++) {
      const now = NOW + tick * 5 * MINUTE;
      const quiet = { ticks: tick, since: before.timestamp, before };
      const { summary, remark } = words({ now, lastTickAt: now - 5 * MINUTE, logs, quiet, remarks });
      summaries.push(summary);
      if (remark !== undefined) remarks.push({ joke: jokeOf(remark), at: now, quiet: true });
      const entry = { timestamp: now, mood: AFTER.mood, health: AFTER.health, summary, events: 0 };
      logs = [remark === undefined ? entry : { ...entry, remark }, ...logs].slice(0, 8);
    }
    expect(new Set(summaries).size).toBe(summaries.length);
    expect(remarks.length).toBeLessThanOrEqual(3);
  });

  test("remembers what was last of note, also beyond the entries that it is shown", () => {
    const known = [log("Quiet.", 5), log("A note says: “Hello.” Still curious.", 10, 1)];
    expect(words({ logs: known }).detail).toContain(
      "No note and no feed has come in for two ticks, ten minutes and counting. Before that, ten minutes ago: “A note says: ‘Hello.’ Still curious.”",
    );
    const all = Array.from({ length: 8 }, (_, i) => log("Quiet.", 5 * (i + 1)));
    const before = log("A note says: “Hello.” Still curious.", 180, 1);
    expect(words({ logs: all, quiet: { ticks: 35, since: before.timestamp, before } }).detail).toContain(
      "No note and no feed has come in for 36 ticks, three hours and counting. Before that, three hours ago: “A note says: ‘Hello.’ Still curious.”",
    );
    const never = { ticks: 35, since: before.timestamp, before: null };
    expect(words({ logs: all, quiet: never }).detail).toContain(
      "No note and no feed has come in for 36 ticks, three hours and counting.\n",
    );
  });

  test("is remarked on at the third quiet tick", () => {
    const logs = [log("Quiet.", 5), log("Quiet.", 10), log("News.", 15, 1)];
    expect(words({ logs }).remark).toBe(
      "The third look in a row at an empty inbox; since 19:50 it looks back.",
    );
    expect(words({ logs: logs.slice(1) }).remark).toBeUndefined();
  });
});
