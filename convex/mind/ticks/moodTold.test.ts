import { describe, expect, test } from "vitest";
import type { Situation } from "../../../mind/tick/situation";
import type { Mood } from "../../../mind/enums";
import { reflexTick } from "./reflexes";
import { AFTER, feed, situation } from "./test.situations";

const words = (changes: Partial<Situation>, mood: Mood, valence = 0) =>
  reflexTick(situation(changes), { ...AFTER, mood, latents: { valence, arousal: 0.6, curiosity: 0.4 } });
const vote = feed("The council voted against the car park.", { impact: "high", sentiment: 0 });
const fever = feed("Leo has a fever and stays home.", { sentiment: -0.4 });

describe("a turn of mood", () => {
  test("has one cause, in the summary and in the detail", () => {
    const { summary, detail } = words(
      { events: [vote, fever], moodBefore: "expressive" },
      "concerned",
      -0.02,
    );
    expect(summary).toBe(
      "A high-impact news item stands out beside one news item: “The council voted against the car park.” “Leo has a fever and stays home.” turns the mood from expressive to concerned.",
    );
    expect(detail).toContain("and “Leo has a fever and stays home.” had the most to do with it");
  });

  test("is of what stands foremost where that pulled, and is not told twice", () => {
    const { summary, detail } = words({ events: [fever], moodBefore: "curious" }, "concerned", -0.3);
    expect(summary).toMatch(/“Leo has a fever and stays home\.” The mood turns from curious to concerned\.$/);
    expect(detail).toContain("and “Leo has a fever and stays home.” had the most to do with it");
  });

  test("is put down to time where nothing that came in pulled that way", () => {
    const signed = feed("We have 512 signatures now!", { sentiment: 0, novelty: 0, echo: "repeats" });
    const { summary, detail } = words({ events: [signed], moodBefore: "curious" }, "concerned");
    expect(summary).toMatch(/With time the mood turns from curious to concerned\.$/);
    expect(detail).toContain("with nothing but time to move it");
  });

  test("to curiosity is of what is new", () => {
    const { detail } = words({ events: [vote], moodBefore: "neutral" }, "curious", 0.1);
    expect(detail).toContain("and “The council voted against the car park.” had the most to do with it");
    expect(words({ events: [vote], moodBefore: "concerned" }, "curious").detail).toContain(
      "had the most to do",
    );
    expect(words({ events: [vote], moodBefore: "curious" }, "contemplative").detail).toContain(
      "nothing but time",
    );
  });

  test("to concern is never told as an even feeling", () => {
    for (const changes of [{ events: [vote, fever] }, {}]) {
      const { summary, detail } = words({ ...changes, moodBefore: "expressive" }, "concerned");
      expect(detail).toContain("stirred and uneasy");
      expect(`${summary} ${detail}`).not.toContain("and even");
    }
  });
});
