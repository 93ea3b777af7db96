import { describe, expect, test } from "vitest";
import { speakerOf, withoutSpeaker } from "./speaker";

describe("speakerOf", () => {
  test.each([
    ["Caroline: Hey Mel!", "Caroline"],
    ["Mary Ann O'Neil: yes", "Mary Ann O'Neil"],
    ["@ada: shipped", "@ada"],
  ])("reads %j", (text, speaker) => {
    expect(speakerOf(text)).toBe(speaker);
  });

  test.each([
    "Note: buy milk",
    "https://example.com",
    "At 10:30 we met",
    "the answer: yes",
    "Caroline:",
    "One two three four: x",
    "",
  ])("sees no speaker in %j", (text) => {
    expect(speakerOf(text)).toBeNull();
    expect(withoutSpeaker(text)).toBe(text);
  });

  test("leaves what was said", () => {
    expect(withoutSpeaker("Jon:  I opened a studio: it's mine")).toBe("I opened a studio: it's mine");
  });
});
