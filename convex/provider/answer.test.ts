import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractJson } from "./answer";

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
  ])("%s", (_, answer) => {
    expect(extractJson(answer)).toEqual({ kind: "found", value });
  });

  test("in any prose without braces", () => {
    const prose = fc.string().map((text) => text.replace(/[{}"]/g, ""));
    fc.assert(
      fc.property(prose, fc.dictionary(fc.string(), fc.jsonValue()), prose, (before, object, after) => {
        const written = JSON.stringify(object);
        expect(extractJson(`${before}.${written}.${after}`)).toEqual({
          kind: "found",
          value: JSON.parse(written),
        });
      }),
    );
  });
});

describe("no JSON is found", () => {
  test.each(["", "I'd rather not say.", "{", '{"cut": "of', "{not: json}", "}{"])("in %j", (answer) => {
    expect(extractJson(answer)).toEqual({ kind: "none" });
  });

  test("in a megabyte of open braces, without reading it for each of them", () => {
    expect(extractJson("{".repeat(1_000_000))).toEqual({ kind: "none" });
  });
});
