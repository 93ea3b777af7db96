import { describe, expect, test } from "vitest";
import * as z from "zod";
import { feed, memory, situation } from "./test.situations";
import { answerProblems, tickAnswerSchema, type TickAnswer } from "./tickAnswer";

const answer: TickAnswer = {
  summary: "A quiet evening.",
  detail: "Nothing pressed.",
  remark: null,
  mood: "neutral",
  valence: 0.1,
  arousal: 0.2,
  curiosity: 0.3,
  confidence: 0.8,
  artifacts: [],
  basedOn: [],
  memories: [],
  usedMemories: [],
  usedPassages: [],
};
const learned = { type: "semantic", content: "Terns are back.", importance: null, basedOn: [1] } as const;

describe("the answer's schema", () => {
  const schema = tickAnswerSchema({ events: 2, memories: 1, passages: 1 });

  test("takes a good answer", () => {
    const good = { ...answer, basedOn: [1, 2], memories: [learned], usedMemories: [1], usedPassages: [1] };
    expect(schema.parse(good)).toEqual(good);
  });

  test.each([
    ["a blank summary", { summary: " " }],
    ["a long summary", { summary: "x".repeat(281) }],
    ["a long detail", { detail: "x".repeat(4001) }],
    ["an unknown mood", { mood: "grumpy" }],
    ["a valence out of range", { valence: 1.1 }],
    ["five artifacts", { artifacts: Array(5).fill({ type: "note", content: "x" }) }],
    ["a number that was not shown", { basedOn: [3] }],
    ["a memory's number that was not shown", { usedMemories: [2] }],
    ["a passage's number that was not shown", { usedPassages: [2] }],
    ["five memories", { memories: Array(5).fill(learned) }],
    ["a memory that rests on what was not shown", { memories: [{ ...learned, basedOn: [3] }] }],
    ["a reflection, which is made apart", { memories: [{ ...learned, type: "reflection" }] }],
    ["a property too many", { extra: 1 }],
  ])("refuses %s", (_, change) => {
    expect(schema.safeParse({ ...answer, ...change }).success).toBe(false);
  });

  test("counts characters, not code units", () => {
    expect(schema.safeParse({ ...answer, summary: "😀".repeat(280) }).success).toBe(true);
  });

  test("is fit for strict JSON-schema mode: closed, all required, no length keywords", () => {
    const json = z.toJSONSchema(schema);
    expect(json.required).toEqual(Object.keys(answer));
    expect(json.additionalProperties).toBe(false);
    expect(JSON.stringify(json)).not.toMatch(/minLength|maxLength|"default"/);
  });
});

describe("problems beyond the schema", () => {
  const shown = situation({
    events: [feed("one"), feed("two")],
    memories: [memory("three")],
    knowledge: [{ title: "Four", text: "four", updatedAt: 0 }],
  });

  test("a good answer has none", () => {
    expect(answerProblems({ ...answer, basedOn: [1, 2] }, shown)).toEqual([]);
  });

  test.each([
    [
      "cites what was not shown",
      { basedOn: [3] },
      "basedOn names 3, but the events shown are numbered 1 to 2.",
    ],
    [
      "uses a memory that was not shown",
      { usedMemories: [2] },
      "usedMemories names 2, but the memories shown are numbered 1 to 1.",
    ],
    [
      "uses a passage that was not shown",
      { usedPassages: [1, 2] },
      "usedPassages names 2, but the passages shown are numbered 1 to 1.",
    ],
    ["is invisible", { detail: "\u200b" }, "detail has no visible text."],
    ["echoes a tag", { detail: "As <events> says" }, "detail repeats a tag"],
    ["holds half a character", { remark: "\ud83d" }, "remark holds half of a character"],
  ])("an answer that %s is told so", (_, change, problem) => {
    expect(answerProblems({ ...answer, ...change }, shown).join("\n")).toContain(problem);
  });

  test("a number is no fault where nothing was shown that it could name", () => {
    const memories = [{ ...learned, basedOn: [1] }];
    const citing = { ...answer, basedOn: [1], memories, usedMemories: [1], usedPassages: [1] };
    expect(answerProblems(citing, situation())).toEqual([]);
  });
});
