import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { failure } from "./failure";
import { loggable, MAX_READ, messageIn, TOO_LONG } from "./providerMessage";
import { refusalOf } from "./refusal";

const key = "local-secret-4711";
const nothing = { key, texts: [] };

describe("a provider's message in the log", () => {
  test("is on one line and truncated", () => {
    expect(loggable("the input length\n exceeds\u0000 the <b>context</b> length", nothing)).toBe(
      "the input length exceeds the context length",
    );
    expect(loggable("no ".repeat(1_000), nothing).length).toBeLessThanOrEqual(301);
  });

  test("stays whole where the key is a short word, for a server that needs none", () => {
    const message = "response_format none is not supported";
    expect(loggable(message, { key: "none", texts: [] })).toBe(message);
  });

  test.each([
    [`Wrong key ${key}.`],
    ["Incorrect API key provided: sk-proj-abcd1234efgh5678."],
    ["Incorrect API key provided: abcd****wxyz."],
    ["Authorization was Bearer abcd1234wxyz"],
    ["The api_key 'abcd1234wxyz' is not valid."],
    ["Invalid key abcd...wxyz given."],
    ["Incorrect API keys provided: abcd***wxyz***5678 and ***wxyz, ab-cd****."],
  ])("holds no key: %s", (message) => {
    const quoted = loggable(message, nothing);
    expect(quoted).toContain("[hidden]");
    expect(quoted).not.toMatch(/4711|abcd|wxyz|5678/);
  });

  test("stays whole where it names no key", () => {
    const message = "API key not valid. Please pass a valid API key.";
    expect(loggable(message, nothing)).toBe(message);
  });

  test("is empty where it repeats what was sent, however it is quoted", () => {
    const texts = ['Nobody knows that Ines said "I am leaving" on Monday.', "我昨天在港口看见一只猫", "Kofi"];
    for (const message of [
      'can\'t parse {"text":"Ines said \\"I am leaving\\" on Monday"} at position 7',
      "can't parse INES SAID I AM LEAVING at position 7",
      "can't parse 昨天在港口看见 at position 7",
      "can't parse 'Kofi' at position 7",
    ])
      expect(loggable(message, { key, texts })).toBe("");
    expect(loggable("can't parse at position 7", { key, texts })).toBe("can't parse at position 7");
  });

  test("holds no part of a key that it was cut within", () => {
    for (let room = 1; room < key.length; room += 1) {
      const quoted = loggable(`${"<p>".repeat(MAX_READ)}`.slice(room - MAX_READ) + key, nothing);
      expect(quoted).not.toMatch(/local-se/);
    }
  });

  test.each([
    ["one word", "a"],
    ["stars", "*"],
    ["masked words", "a***"],
    ["tags", "<"],
    ["bearers", "Bearer "],
    ["keys", "API key "],
    ["dots", "..."],
    ["limits", "max"],
    ["blanks", "token "],
  ])("takes no more than linear time: %s", (_, part) => {
    const body = part.repeat(4_000_000 / part.length);
    const startedAt = performance.now();
    loggable(messageIn(body), { key, texts: ["A prompt of some length."] });
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
        expect(loggable(`${before}${text}${after}`, { key, texts: [text] })).not.toContain(text);
      }),
    );
  });
});

describe("a provider's message is found", () => {
  test.each([
    ["in error.message", { error: { message: "No.", type: "invalid_request_error" } }],
    ["in error", { error: "No." }],
    ["at the top", { object: "error", message: "No.", type: "invalid_request" }],
    ["in a list", [{ error: { code: 400, message: "No.", status: "INVALID_ARGUMENT" } }]],
    ["in detail", { detail: "No." }],
    ["in the choice that failed", { choices: [{ error: { message: "No." }, message: { content: "" } }] }],
  ])("%s", (_, body) => {
    expect(messageIn(JSON.stringify(body))).toBe("No.");
  });

  test("with the field that it is about, and what a relay received", () => {
    const detail = [
      { type: "literal_error", loc: ["body", "response_format"], msg: "Input should be 'text'" },
    ];
    expect(messageIn(JSON.stringify({ detail }))).toBe("body.response_format: Input should be 'text'");
    const error = { message: "Provider returned error", metadata: { raw: "no schemas" } };
    expect(messageIn(JSON.stringify({ error }))).toBe("Provider returned error: no schemas");
  });

  test("as plain text", () => {
    expect(messageIn("404 page not found\n")).toBe("404 page not found");
  });

  test.each([{}, [], { error: {} }, { error: null }, { choices: [{ message: { content: "Hello." } }] }])(
    "unless there is none: %j",
    (body) => {
      expect(messageIn(JSON.stringify(body))).toBe("");
    },
  );
});
