import { describe, expect, test } from "vitest";
import * as z from "zod";
import { structureOf } from "../../provider/structure";
import { sentencesOf } from "../../../mind/prompts/problem";
import { answer } from "./test.tickAnswers";
import { answerProblems, tickAnswerSchema } from "../../../mind/tick/answer";

const learned = { type: "semantic", content: "Terns are back.", importance: null, basedOn: [1] } as const;

describe("the answer's schema", () => {
  const schema = tickAnswerSchema({ events: 2, memories: 1, passages: 1 });

  test("takes a good answer", () => {
    const good = { ...answer, basedOn: [1, 2], memories: [learned], usedMemories: [1], usedPassages: [1] };
    expect(schema.parse(good)).toEqual(good);
  });

  test.each([
    ["a blank summary", { summary: " " }],
    ["an unknown mood", { mood: "grumpy" }],
    ["a valence out of range", { valence: 1.1 }],
    ["a reflection, which is made apart", { memories: [{ ...learned, type: "reflection" }] }],
    ["a property too many", { extra: 1 }],
  ])("refuses %s", (_, change) => {
    expect(schema.safeParse({ ...answer, ...change }).success).toBe(false);
  });

  test("is fit for strict JSON-schema mode: closed, all required, no length keywords", () => {
    const json = z.toJSONSchema(schema);
    expect(json.required).toEqual(Object.keys(answer));
    expect(json.additionalProperties).toBe(false);
    expect(JSON.stringify(json)).not.toMatch(/minLength|maxLength|"default"/);
  });

  test("tells a server the bounds that it is to keep to, which zod leaves to slips", () => {
    const { schema: told } = structureOf(schema);
    expect(told).toMatchObject({
      properties: {
        basedOn: { items: { minimum: 1, maximum: 2 } },
        usedMemories: { items: { minimum: 1, maximum: 1 } },
        artifacts: { maxItems: 4 },
        memories: { maxItems: 4, items: { properties: { basedOn: { items: { maximum: 2 } } } } },
        summary: { description: expect.stringContaining("1 to 280 characters") },
      },
    });
  });
});

describe("problems beyond the schema", () => {
  test("a good answer has none", () => {
    expect(answerProblems({ ...answer, basedOn: [1, 2] }, { repaired: false })).toEqual([]);
  });

  test.each([
    ["is invisible", { detail: "\u200b" }, "detail has no visible text."],
    ["echoes a tag", { detail: "As <events> says" }, "detail repeats a tag"],
    ["holds half a character", { remark: "\ud83d" }, "remark holds half of a character"],
  ])("an answer that %s is told so", (_, change, problem) => {
    const problems = answerProblems({ ...answer, ...change }, { repaired: false });
    expect(sentencesOf(problems).join("\n")).toContain(problem);
  });

  test("a repaired answer fails over its summary and its detail alone", () => {
    const tag = "As <events> says";
    const problems = answerProblems(
      { ...answer, summary: tag, remark: tag, artifacts: [{ type: "note", content: tag }] },
      { repaired: true },
    );
    expect(sentencesOf(problems)).toEqual([expect.stringMatching(/^summary/)]);
  });
});
