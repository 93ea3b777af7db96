import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reflexTick } from "./reflexes";
import type { Situation, SituationLog } from "./situation";
import { AFTER, MINUTE, NOW, feed, log, memory, note, passage, situation } from "./test.situations";
import { lengthOf } from "./wording";
import { FEED_TYPES, IMPACTS, MOODS, PRIORITIES } from "./words";

const words = (changes: Partial<Situation>, after = AFTER) => reflexTick(situation(changes), after);
const artifacts = (changes: Partial<Situation>) => words(changes).artifacts.map(({ type }) => type);

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
            "A high-impact market report, strongly negative, received three minutes ago: “Northwind Exchange halts withdrawals after a theft. Customers are furious.”",
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
        feed("Bitcoin exchange hacked, users lose savings", { sentiment: -0.7 }),
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
    expect(detail).toContain("Nine hours after the last tick, on schedule. Evening has come since then.");
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
          content: fc.string({ unit: "binary", maxLength: 800 }),
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
    );
  });
});

describe("a day without events", () => {
  test("never says the same summary twice in a row, nor the same joke at every tick", () => {
    const before = log("A note says: “Hello.” Still curious.", 5, 1);
    let logs: readonly SituationLog[] = [before];
    const remarks: string[] = [];
    for (let tick = 0; tick < 288; tick++) {
      const now = NOW + tick * 5 * MINUTE;
      const quiet = { ticks: tick, since: before.timestamp, before };
      const { summary, remark } = words({ now, lastTickAt: now - 5 * MINUTE, logs, quiet });
      expect(summary).not.toBe(logs[0]?.summary);
      if (remark !== undefined) remarks.push(remark);
      const entry = { timestamp: now, mood: AFTER.mood, health: AFTER.health, summary, events: 0 };
      logs = [remark === undefined ? entry : { ...entry, remark }, ...logs].slice(0, 8);
    }
    expect(remarks.length).toBeLessThan(10);
  });

  test("remembers what was last of note, also beyond the entries that it is shown", () => {
    const known = [log("Quiet.", 5), log("A note says: “Hello.” Still curious.", 10, 1)];
    expect(words({ logs: known }).detail).toContain(
      "Nothing has come in for two ticks, ten minutes and counting. Before that, ten minutes ago: “A note says: ‘Hello.’ Still curious.”",
    );
    const all = Array.from({ length: 8 }, (_, i) => log("Quiet.", 5 * (i + 1)));
    const before = log("A note says: “Hello.” Still curious.", 180, 1);
    expect(words({ logs: all, quiet: { ticks: 35, since: before.timestamp, before } }).detail).toContain(
      "Nothing has come in for 36 ticks, three hours and counting. Before that, three hours ago: “A note says: ‘Hello.’ Still curious.”",
    );
    const never = { ticks: 35, since: before.timestamp, before: null };
    expect(words({ logs: all, quiet: never }).detail).toContain(
      "Nothing has come in for 36 ticks, three hours and counting.\n",
    );
  });

  test("is remarked on at the third quiet tick", () => {
    const logs = [log("Quiet.", 5), log("Quiet.", 10), log("News.", 15, 1)];
    expect(words({ logs }).remark).toBe("The third evening look in a row at an empty inbox; it looks back.");
    expect(words({ logs: logs.slice(1) }).remark).toBeUndefined();
  });
});

describe("artifacts are made only when earned", () => {
  test("by ordinary news, none", () => {
    expect(artifacts({ events: [feed("The committee met."), note("Good morning.")] })).toEqual([]);
  });

  test("by good news that matters, a tweet that fits", () => {
    const events = [feed("We did it! ".repeat(60), { impact: "high", sentiment: 0.9 })];
    const [tweet] = words({ events }).artifacts;
    expect(tweet?.type).toBe("tweet");
    expect(lengthOf(tweet?.content ?? "")).toBeLessThanOrEqual(280);
    expect(artifacts({ events: [feed("We did it!", { impact: "low", sentiment: 0.9 })] })).toEqual([]);
  });

  test("by the same news twice, one of the graver", () => {
    const good = { sentiment: 0.9 };
    const events = [feed("We did it!", good), feed("we did it", { impact: "high", ...good })];
    const made = words({ events }).artifacts.filter(({ type }) => type === "tweet");
    expect(made.map(({ content }) => content)).toEqual([expect.stringMatching(/high-impact.*“we did it/)]);
  });

  test("by a note that asks, a question with what bears on it", () => {
    const logs = [log("A note says: “The Lisbon migration starts on Monday.” Still curious.", 5, 1)];
    const events = [note("Are you there? When does the Lisbon migration start?")];
    expect(words({ events, logs }).artifacts).toEqual([
      {
        type: "question",
        content:
          "Asked of me three minutes ago: “When does the Lisbon migration start?” The nearest thing I have on record: “A note says: ‘The Lisbon migration starts on Monday.’ Still curious.”",
      },
    ]);
    expect(words({ events }).artifacts[0]?.content).toContain("Nothing I have on record bears on it yet.");
  });

  test("by a note that asks, a question with what the agent was given to know of it", () => {
    const knowledge = [
      passage("Ferry timetable", "The ferry leaves at nine. On Sundays it leaves at ten."),
      passage("Town library", "The building dates from 1911. It is open from 9 to 17. Dogs stay outside."),
    ];
    const made = words({ events: [note("When is the library open?")], knowledge });
    expect(made.artifacts[0]?.content).toContain("says, in “Town library”: “It is open from 9 to 17.”");
    expect(made.detail).toContain("says, in “Town library”: “It is open from 9 to 17.”");
    expect(made.usedPassages).toEqual([2]);
    const another = words({ events: [note("What is 2 + 9?")], knowledge });
    expect(another.artifacts[0]?.content).toContain("Nothing I have on record bears on it yet.");
    expect(another.usedPassages).toEqual([]);
  });

  test("by a note that asks, with what a heading is about, never with the heading alone", () => {
    const text = "# Being on call\nThe rota changes on Monday.\n\n# Outages\nPost a notice first.";
    const knowledge = [passage("Handbook", text)];
    const asked = (question: string) => words({ events: [note(question)], knowledge }).detail;
    expect(asked("What comes first in outages?")).toContain("says, in “Handbook”: “Post a notice first.”");
    expect(asked("Who is being on call?")).not.toContain("“# Being on call”");
  });

  test("by a note that asks after somebody, what is remembered of them, and never that it was asked", () => {
    const memories = [
      memory("In a note: How is Tomas doing?"),
      memory("In the news: The baker, Tomas Reuter, was badly injured when the oven exploded."),
    ];
    const logs = [log("A note asks: “How is Tomas doing?” Still curious.", 5, 1)];
    const [question] = words({ events: [note("How is Tomas doing?")], memories, logs }).artifacts;
    expect(question?.content).toContain(
      "on record: “In the news: The baker, Tomas Reuter, was badly injured",
    );
  });

  test("by a note that asks to be kept, a note", () => {
    expect(artifacts({ events: [note("Remember that the audit is on Friday.")] })).toEqual(["note"]);
  });

  test("by three reports of one thing, a tally", () => {
    const events = [
      feed("Bitcoin is up", { sentiment: 0.5 }),
      feed("Bitcoin is down", { sentiment: -0.5 }),
      feed("Bitcoin exists", { type: "social" }),
    ];
    expect(words({ events }).artifacts[0]?.content).toMatch(
      /^“Bitcoin” comes up in two news items and one social post: one positive, one negative and one taking no clear side\./,
    );
  });

  test("count how several events lean, and say where all say one thing", () => {
    const noted = (...contents: string[]) =>
      words({ events: contents.map((content) => feed(content, { sentiment: 0 })) }).artifacts.map(
        ({ content }) => content,
      );
    expect(noted("Copper is sold.", "Copper is bought.", "Copper is weighed.")).toEqual([
      expect.stringMatching(
        /^“Copper” comes up in three news items: all taking no clear side\. The weightiest/,
      ),
    ]);
    expect(noted("Copper is sold.", "copper is sold", "Copper is sold!")).toEqual([
      expect.stringMatching(/^Three news items say the same: “copper is sold/i),
    ]);
  });
});
