import { describe, expect, test } from "vitest";
import { rulesOf, sentencesOf } from "../../../mind/prompts/problem";
import { feed, memory, situation } from "./test.situations";
import type { TickAnswer } from "../../../mind/tick/answer";
import { inventions, shownIn, withoutInventions } from "./tickGrounding";

const shown = shownIn(
  {
    system: "You are Anima.",
    user: "1. (news) It rains in Ulm, and 17 houses are without power.\nIt is Monday, 12:02.",
  },
  situation({
    events: [feed("The dam in Ulm is opened tomorrow at five.")],
    memories: [memory("In two days Ulm votes.", { minutesAgo: 24 * 60 })],
  }),
);

const answer = (changes: Partial<TickAnswer>): TickAnswer => ({
  summary: "It rains in Ulm.",
  detail: "Seventeen houses have no power this Monday.",
  remark: null,
  mood: "neutral",
  valence: 0,
  arousal: 0.5,
  curiosity: 0.5,
  confidence: 1,
  artifacts: [],
  basedOn: [1],
  memories: [],
  usedMemories: [],
  usedPassages: [],
  ...changes,
});

describe("a tick's answer", () => {
  test("is asked for again over names and figures that it was not shown, and not over a joke", () => {
    expect(inventions(answer({ remark: "Noah would take notes." }), shown)).toEqual([]);
    const problems = inventions(
      answer({
        summary: "I was told 4,711 secrets by Angela.",
        artifacts: [{ type: "alert", content: "Fire in 17 houses in Boston!" }],
      }),
      shown,
    );
    const told = sentencesOf(problems).join("\n");
    expect(told).toMatch(/^summary: .*"Angela"/m);
    expect(told).toMatch(/^summary: .*"4,711"/m);
    expect(told).toMatch(/^artifacts\[0\]\.content: .*"Boston"/m);
    expect(rulesOf(problems)).toMatch(
      /^summary with a (?:name|number) that was not shown, .*artifacts\[0\]\.content with a/,
    );
    expect(rulesOf(problems)).not.toMatch(/Angela|4,711|Boston|17/);
  });

  test("loses alerts that hold something invented, and what it makes twice; other artifacts stay", () => {
    const told = { type: "alert", content: "17 houses in Ulm are without power." } as const;
    const artifacts = [
      told,
      { type: "alert", content: "Fire in 17 houses in Boston!" },
      { type: "tweet", content: "Boston would laugh at this rain." },
      told,
    ] as const;
    const kept = withoutInventions(answer({ artifacts: [...artifacts] }), shown);
    expect(kept.answer.artifacts).toEqual([told, artifacts[2]]);
    expect(kept.answer.confidence).toBe(1);
    expect(kept.leftOut).toEqual(["alert with a name that was not shown", "alert made twice"]);
  });

  test("may name the day and the hour that something told then means", () => {
    // Told on Saturday, 21 November 2026, and the day before.
    const summary = "Ulm opens its dam on Sunday, 22 November 2026, at 5:00, the day on which it votes.";
    const artifacts = [{ type: "alert" as const, content: "The dam in Ulm opens on Sunday at 5 a.m." }];
    const right = answer({ summary, artifacts });
    expect(inventions(right, shown)).toEqual([]);
    expect(withoutInventions(right, shown).answer).toEqual(right);
    expect(inventions(answer({ summary: "Ulm opens its dam on 24 November." }), shown)).toHaveLength(1);
  });

  test("holds no tweet that is too long, and is asked for a shorter one", () => {
    const tweets = [280, 281].map((length) => ({ type: "tweet" as const, content: "a".repeat(length) }));
    expect(sentencesOf(inventions(answer({ artifacts: tweets }), shown))).toEqual([
      "artifacts[1].content: a tweet has at most 280 characters.",
    ]);
    expect(withoutInventions(answer({ artifacts: tweets }), shown).answer.artifacts).toEqual(
      tweets.slice(0, 1),
    );
  });

  test("is the less sure of its mood the more of it is invented", () => {
    const one = withoutInventions(answer({ summary: "It rains in Boston." }), shown).answer.confidence;
    const two = withoutInventions(answer({ summary: "It rains in Boston, says Boris." }), shown).answer
      .confidence;
    expect(one).toBeCloseTo(0.8);
    expect(two).toBeLessThan(one);
  });
});
