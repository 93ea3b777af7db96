import { describe, expect, test } from "vitest";
import { sentimentOf } from "./sentiment";

const label = (text: string) => sentimentOf(text).label;

describe("no more", () => {
  test.each([
    "No more pain.",
    "No more unpaid debts!",
    "There is no more war in the valley.",
    "No more lies, please.",
    "No more migraines since March.",
  ])("of something bad is good: %s", (text) => {
    expect(label(text)).toBe("positive");
  });

  test.each(["No more pain than before.", "No more fun.", "No more trouble than last year."])(
    "is not where it compares, nor of something good: %s",
    (text) => {
      expect(label(text)).not.toBe("positive");
    },
  );
});

describe("harm that came to nobody", () => {
  test.each([
    "Nobody was hurt in the accident.",
    "Nobody was hurt in the crash.",
    "No one was injured when the scaffold collapsed.",
    "No passengers were harmed after the collision.",
    "None of the guests was hurt during the fire.",
    "Nobody was injured.",
  ])("is as good on a bad occasion: %s", (text) => {
    expect(sentimentOf(text).score).toBeCloseTo(sentimentOf("Nobody was hurt.").score);
  });

  test.each(["Nobody was hurt, but the mill was destroyed.", "Nobody helped when she was in pain."])(
    "leaves what else is bad: %s",
    (text) => {
      expect(label(text)).toBe("negative");
    },
  );
});
