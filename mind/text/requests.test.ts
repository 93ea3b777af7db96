/** What notes ask for, and what they state, told by their form. */
import { describe, expect, test } from "vitest";
import { requestIn } from "./requests";

describe("a request", () => {
  test.each([
    ["Forget my locker code.", "forget", "my locker code."],
    ["Hey Anima, please forget that the code is 4711.", "forget", "the code is 4711."],
    ["Bitte vergiss, dass mein Code 4711 ist.", "forget", "mein Code 4711 ist."],
    ["Kannst du meinen Zahnarzt vergessen?", "forget", "meinen Zahnarzt?"],
    ["Remind me at 9 to call Ben.", "remind", "at 9 to call Ben."],
    ["Erinnere mich morgen an Ben.", "remind", "morgen an Ben."],
    ["Tell me about the ferry.", "order", "me about the ferry."],
    ["Öffne das Tor.", "order", "das Tor."],
  ])("%s is to %s %s", (sentence, kind, about) => {
    expect(requestIn(sentence)).toMatchObject({ kind, about });
  });

  test.each([
    "Forget-me-nots bloom in May.",
    "I forget names.",
    "Don't forget the vet.",
    "Vergiss nicht, dass die Fähre um neun fährt.",
    "Vergiss das bitte nicht: der Code ist 4711.",
    "Tell Ben that the ferry was late.",
    "Call with Ben at 3 pm.",
    "Sage and thyme grow in the garden.",
  ])("is not made by: %s", (sentence) => {
    expect(requestIn(sentence)).toBeNull();
  });

  test("is looked for in a long text of any script without delay", () => {
    const startedAt = performance.now();
    for (const text of ["漢字".repeat(2_000), "x".repeat(4_096), "- ".repeat(2_000)])
      expect(requestIn(text)).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
