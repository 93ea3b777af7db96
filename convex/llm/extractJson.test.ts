import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractJson } from "./extractJson";

const value = { mood: "curious", note: 'a } and a "quote" and a \\', list: [{ inner: {} }] };
const json = JSON.stringify(value);

describe("the JSON of an answer is found", () => {
  test.each([
    ["bare", json],
    ["behind a byte order mark", `\uFEFF${json}`],
    ["between white space", `\n\n  ${json}\n`],
    ["in a fence", `\`\`\`json\n${json}\n\`\`\``],
    ["in a fence between sentences", `Sure!\n\`\`\`\n${json}\n\`\`\`\nAnything else?`],
    ["after prose with braces", `I weigh {this} against {that}. ${json}`],
    ["after a small object in prose", `From {} and {"a":1} follows ${json}.`],
    ["before a small object in prose", `${json}, which is not {"a":1} nor {}.`],
    ["after thinking aloud", `<think>Shall I say {"mood":"sad"}? No.</think>${json}`],
    ["after an unclosed brace", `The set {1, 2 is open. ${json}`],
    ["pretty-printed", JSON.stringify(value, null, 2)],
    ["in a string", JSON.stringify(json)],
    ["in a list of one", `[${json}]`],
    ["after prose with many braces", `${"{a ".repeat(100)} ${json}`],
  ])("%s", (_, answer) => {
    expect(extractJson(answer).candidates).toContainEqual(value);
  });

  test("in any prose without braces", () => {
    const prose = fc.string().map((text) => text.replace(/[{}"]/g, ""));
    fc.assert(
      fc.property(prose, fc.dictionary(fc.string(), fc.jsonValue()), prose, (before, object, after) => {
        const written = JSON.stringify(object);
        expect(extractJson(`${before}.${written}.${after}`)).toEqual({
          candidates: [JSON.parse(written)],
          whole: false,
        });
      }),
    );
  });
});

describe("of several objects", () => {
  const draft = JSON.stringify({ ...value, note: "a draft, longer by far than what is said in the end" });

  test("the last comes first", () => {
    expect(extractJson(`${draft} or rather ${json}`).candidates).toEqual([value, JSON.parse(draft)]);
  });

  test.each([
    ["think", `<think>Say ${draft}?</think>\n${json}`],
    ["no opening tag", `Say ${draft}?</think>\n${json}`],
    ["a stray brace and a quote", `<think>an object { "with" an unclosed "quote</think>${json}`],
    ["many braces", `<think>${'{"a" '.repeat(100)}</think>${json}`],
    ["two thoughts", `<think>${draft}</think> Hm. <think>${draft}</think>${json}`],
    ["brackets", `[THINK]${draft}[/THINK]${json}`],
    [
      "channels",
      `<|channel|>analysis<|message|>Say ${draft}?<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>${json}`,
    ],
  ])("drafts in the reasoning don't count: %s", (_, answer) => {
    expect(extractJson(answer)).toEqual({ candidates: [value], whole: true });
  });

  test("none counts where there is only reasoning", () => {
    expect(extractJson(`<think>Say ${draft}?</think>`).candidates).toEqual([]);
  });

  test("a reasoning tag within the answer is part of it", () => {
    const tagged = { note: "they wrote </think> on the door" };
    expect(extractJson(JSON.stringify(tagged))).toEqual({ candidates: [tagged], whole: true });
  });
});

describe("no JSON is found", () => {
  test.each(["", "I'd rather not say.", "{", '{"cut": "of', "{not: json}", "}{"])("in %j", (answer) => {
    expect(extractJson(answer)).toEqual({ candidates: [], whole: false });
  });

  test("in a megabyte of open braces, in linear time", () => {
    expect(extractJson('{"'.repeat(1_000_000)).candidates).toEqual([]);
  });
});
