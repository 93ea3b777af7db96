import { describe, expect, test } from "vitest";
import { sentencesOf } from "../../../mind/prompts/problem";
import { answer } from "./test.tickAnswers";
import type { TickAnswer } from "../../../mind/tick/answer";
import { slips, withoutSlips } from "../../../mind/tick/answerLimits";

const shown = { events: 2, memories: 1, passages: 0 };
const learned = { type: "semantic", content: "Terns are back.", importance: null, basedOn: [1] } as const;
const memory = (changes: Partial<TickAnswer["memories"][number]> = {}) => ({
  ...learned,
  basedOn: [1],
  ...changes,
});
const mended = (changes: Partial<TickAnswer>) => withoutSlips({ ...answer, ...changes }, shown);
const told = (changes: Partial<TickAnswer>) =>
  sentencesOf(slips({ ...answer, ...changes }, shown)).join("\n");

describe("a slip of a tick's answer", () => {
  test("is none in a good one, which stays as it is", () => {
    const good = { basedOn: [1, 2], memories: [memory()], usedMemories: [1], summary: "😀".repeat(280) };
    expect(told(good)).toBe("");
    expect(mended(good)).toEqual({ answer: { ...answer, ...good }, leftOut: [] });
  });

  test.each<[string, Partial<TickAnswer>, string, Partial<TickAnswer>]>([
    [
      "too long a summary",
      { summary: `${"Gulls came back. ".repeat(16)}And they stayed on.` },
      "summary has 291 characters, of at most 280.",
      { summary: "Gulls came back. ".repeat(16).trim() },
    ],
    [
      "too long a remark of one sentence",
      { remark: "gull ".repeat(60).trim() },
      "remark has 299 characters, of at most 280.",
      { remark: `${"gull ".repeat(55).trim()}…` },
    ],
    ["an unknown event", { basedOn: [0, 2, 3] }, "basedOn names 0, 3, but the events", { basedOn: [2] }],
    ["an unknown memory", { usedMemories: [2, 1] }, "usedMemories names 2", { usedMemories: [1] }],
    [
      "a fifth memory",
      { memories: Array.from({ length: 5 }, () => memory()) },
      "memories holds 5, of at most 4.",
      { memories: Array.from({ length: 4 }, () => memory()) },
    ],
    [
      "too long a memory",
      { memories: [memory({ content: "x".repeat(683) }), memory()] },
      "memories[0].content has 683 characters, of at most 600.",
      { memories: [memory()] },
    ],
    [
      "a memory that cites and weighs wrong",
      { memories: [memory({ importance: 7, basedOn: [1, 9] })] },
      "memories[0].importance must be 0 to 1",
      { memories: [memory()] },
    ],
    [
      "an artifact that is unfit or too long",
      {
        artifacts: [
          { type: "note", content: "x".repeat(1001) },
          { type: "note", content: "As </log> says." },
          { type: "note", content: "Buy rope." },
        ],
      },
      "artifacts[0].content has 1001 characters, of at most 1000.",
      { artifacts: [{ type: "note", content: "Buy rope." }] },
    ],
  ])("is worth a repair and is mended after it: %s", (_, slip, problem, left) => {
    expect(told(slip)).toContain(problem);
    expect(mended(slip).answer).toEqual({ ...answer, ...left });
  });

  test("that names something where nothing was shown is not even worth a repair", () => {
    expect(told({ usedPassages: [2] })).toBe("");
    expect(mended({ usedPassages: [2] }).answer.usedPassages).toEqual([]);
  });

  test("that takes something away is told to the log, without what it said", () => {
    const { leftOut } = mended({ remark: "<now>", memories: Array.from({ length: 6 }, () => memory()) });
    expect(leftOut).toEqual([
      "a remark that is unfit to keep",
      "a memory too many or too long",
      "a memory too many or too long",
    ]);
  });
});
