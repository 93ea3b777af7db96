import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { failure } from "./failure";
import { quotable } from "./quoting";
import { refusalOf } from "./refusal";
import { messageIn, MOST_READ, TOO_LONG } from "./said";

const key = "local-secret-4711";
const nothing = { key, texts: [] };

describe("a provider's message in the log", () => {
  test("says why, on one line and cut", () => {
    expect(quotable("the input length\n exceeds\u0000 the <b>context</b> length", nothing)).toBe(
      "the input length exceeds the context length",
    );
    expect(quotable("no ".repeat(1_000), nothing).length).toBeLessThanOrEqual(301);
  });

  test("is left whole where the key is but a word for a server that needs none", () => {
    const message = "response_format none is not supported";
    expect(quotable(message, { key: "none", texts: [] })).toBe(message);
  });

  test.each([
    [`Wrong key ${key}.`],
    ["Incorrect API key provided: sk-proj-abcd1234efgh5678."],
    ["Incorrect API key provided: abcd****wxyz."],
    ["Authorization was Bearer abcd1234wxyz"],
    ["Incorrect API keys provided: abcd***wxyz***5678 and ***wxyz, ab-cd****."],
  ])("holds no key: %s", (message) => {
    const quoted = quotable(message, nothing);
    expect(quoted).toContain("[key]");
    expect(quoted).not.toMatch(/4711|abcd|wxyz|5678/);
  });

  test("is left out where it repeats what was sent, however it is quoted", () => {
    const texts = ['Nobody knows that Ines said "I am leaving" on Monday.', "我昨天在港口看见一只猫", "Kofi"];
    for (const message of [
      'can\'t parse {"text":"Ines said \\"I am leaving\\" on Monday"} at position 7',
      "can't parse INES SAID I AM LEAVING at position 7",
      "can't parse 昨天在港口看见 at position 7",
      "can't parse 'Kofi' at position 7",
    ])
      expect(quotable(message, { key, texts })).toBe("");
    expect(quotable("can't parse at position 7", { key, texts })).toBe("can't parse at position 7");
  });

  test("holds no part of a key in which it is cut", () => {
    for (let room = 1; room < key.length; room += 1) {
      const quoted = quotable(`${"<p>".repeat(MOST_READ)}`.slice(room - MOST_READ) + key, nothing);
      expect(quoted).not.toMatch(/local-se/);
    }
  });

  test.each([
    ["one word", "a"],
    ["stars", "*"],
    ["masked words", "a***"],
    ["tags", "<"],
    ["bearers", "Bearer "],
    ["limits", "max"],
    ["blanks", "token "],
  ])("is read at once, however long it is: %s", (_, part) => {
    const body = part.repeat(4_000_000 / part.length);
    const startedAt = performance.now();
    quotable(messageIn(body), { key, texts: ["A prompt of some length."] });
    TOO_LONG.test(messageIn(body));
    refusalOf(failure("refused", "the provider answered 400", { status: 400, body }));
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  test("never holds a long run of what was sent", () => {
    const words = fc
      .stringMatching(/^[a-z ]{20,60}$/)
      .filter((text) => text.replaceAll(" ", "").length >= 12);
    fc.assert(
      fc.property(fc.string(), words, fc.string(), (before, text, after) => {
        expect(quotable(`${before}${text}${after}`, { key, texts: [text] })).not.toContain(text);
      }),
    );
  });
});
