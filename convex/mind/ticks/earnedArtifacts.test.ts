/** What a tick makes for others to read: only what an event has earned. */
import { describe, expect, test } from "vitest";
import type { Situation } from "../../../mind/tick/situation";
import { lengthOf } from "../../../mind/text/phrasing";
import { artifacts, asked, words } from "./test.reflexTicks";
import { MINUTE, NOW, feed, note, situation } from "./test.situations";

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

  test("by no note that merely tells of what happened", () => {
    expect(asked("Ruth told me what happened today.")).toBeUndefined();
    expect(asked("They sum up today in the papers.")).toBeUndefined();
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

  test("by readings of one thing, a note of where they go, and again only where they turn", () => {
    const readings = (...figures: number[]) =>
      figures.map((figure, i) =>
        feed(`Cellar: humidity ${figure} percent.`, { type: "custom", minutesAgo: figures.length - i }),
      );
    const rise = words({ events: readings(81, 84, 88) });
    const note = {
      type: "note" as const,
      content: "“Cellar: humidity … percent” rises in three custom events: from 81 up to 88.",
    };
    expect(rise.artifacts).toEqual([note]);
    expect(rise.detail).toContain("Three readings of “Cellar: humidity … percent” go from 81 up to 88.");
    expect(rise.detail).not.toContain("speak of");
    const made = [{ ...note, timestamp: situation({}).now - 3_600_000 }];
    expect(words({ events: readings(88, 89, 91), made }).artifacts).toEqual([]);
    expect(words({ events: readings(88, 85, 80), made }).artifacts[0]?.content).toContain(
      "from 88 down to 80",
    );
  });

  test("by the same word within hours, no second tally, unless most have come to lean the other way", () => {
    const tallied = (sentiment: number, changes: Partial<Situation> = {}) =>
      words({
        ...changes,
        events: ["Bitcoin is up", "Bitcoin is down", "Bitcoin exists"].map((content) =>
          feed(content, { sentiment }),
        ),
      }).artifacts.map(({ content }) => content);
    const [content = ""] = tallied(-0.5);
    const made = (minutesAgo: number) => ({
      made: [{ type: "note" as const, content, timestamp: NOW - minutesAgo * MINUTE }],
    });
    expect(tallied(-0.5, made(50))).toEqual([]);
    expect(tallied(0, made(50))).toEqual([]);
    expect(tallied(0.5, made(50))).toEqual([expect.stringContaining("all positive")]);
    expect(tallied(-0.5, made(7 * 60))).toHaveLength(1);
  });

  test("by three of one mind, a note that says so", () => {
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
