import { describe, expect, test } from "vitest";
import { sentimentOf } from "./sentiment";

const label = (text: string) => sentimentOf(text).label;

describe("what is told in plain words", () => {
  test.each([
    "she forgot my bonus",
    "The club forgot the prizes.",
    "The concert was cancelled.",
    "they cancelled the picnic on sunday",
    "The carnival has been called off.",
    "got fined for parking",
    "my screen is cracked",
    "Runa and Pål split up",
    "api down since noon",
    "didnt get the job",
    "The council raised parking charges.",
    "Error rate on checkout rose from 0.2% to 4.8%.",
    "The support team was rude, and I am cancelling.",
    "Support never answered my ticket. Cancelling.",
  ])("is bad: %s", (text) => expect(label(text)).toBe("negative"));

  test.each([
    "nobody failed",
    "Nobody failed the exam.",
    "no one was late",
    "the fine was cancelled",
    "The bank cancelled the debt.",
    "couldnt be happier",
    "The error rate fell to 0.1%.",
    "Thanks for your support.",
  ])("is good: %s", (text) => expect(label(text)).toBe("positive"));

  test.each([
    "i may be getting a cold, hope not",
    "hopefully she isnt hurt",
    "I hope that he is not ill.",
    "no wool!!",
    "no milk in my coffee please",
    "lactose free cake",
    "a toll free number",
    "the burglar alarm is by the door",
    "flu jab on monday",
    "It was a false alarm.",
    "we split up the work",
    "site down the road",
    "Is the api down?",
    "The error rate is on the second page.",
    "I contacted support twice.",
  ])("is neither: %s", (text) => expect(label(text)).toBe("neutral"));

  test("keeps the good of what was not forgotten", () => {
    expect(sentimentOf("She never forgot the wonderful evening.").score).toBeGreaterThan(-0.05);
    expect(label("I had forgotten the joy of rowing.")).not.toBe("negative");
    expect(label("We hope that you win.")).toBe("positive");
  });

  test.each(["couldnt", "Wont", "isnt"])("reads %j as it is with its apostrophe", (word) => {
    const whole = word.replace(/nt$/, "n't");
    for (const rest of ["be better", "good", "help"])
      expect(sentimentOf(`${word} ${rest}`)).toEqual(sentimentOf(`${whole} ${rest}`));
  });
});
