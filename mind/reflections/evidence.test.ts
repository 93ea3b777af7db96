import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { REFLECTION_DEPTHS, REFLECTION_TYPES, type MemoryType } from "../enums";
import { UNCOUNTED } from "../ranking/idf";
import { chosenEvidence, MAX_EVIDENCE, parsedEvidence, typeAfter, type Candidate } from "./evidence";

const candidate = (
  createdAt: number,
  {
    type = "episodic",
    content = `Kettle ${createdAt} boils.`,
    score = 0,
    relevance = 0,
    confidence = 0.8,
  }: { type?: MemoryType; content?: string; score?: number; relevance?: number; confidence?: number } = {},
): Candidate => {
  const sentiment = { score, label: "neutral" as const };
  const evidence = { type, content, importance: 0.5, confidence, sentiment, createdAt };
  return { evidence, parsed: parsedEvidence(evidence), relevance };
};
const many = Array.from({ length: 40 }, (_, i) => candidate(i));
const chosen = (type: (typeof REFLECTION_TYPES)[number], candidates: readonly Candidate[]) =>
  chosenEvidence(candidates, { type, depth: "shallow" }, UNCOUNTED);

describe("the evidence of a reflection", () => {
  test("is ordered by time, bounded, and independent of the order of candidates", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...REFLECTION_TYPES),
        fc.constantFrom(...REFLECTION_DEPTHS),
        fc.shuffledSubarray(many),
        (type, depth, some) => {
          const taken = chosenEvidence(some, { type, depth }, UNCOUNTED);
          const moments = taken.map(({ evidence }) => evidence.createdAt);
          expect(moments).toEqual([...moments].sort((a, b) => a - b));
          expect(taken.length).toBe(Math.min(some.length, MAX_EVIDENCE[depth]));
          expect(chosenEvidence([...some].reverse(), { type, depth }, UNCOUNTED)).toEqual(taken);
        },
      ),
    );
  });

  test("of an emotional reflection has the strongest sentiment, positive or negative", () => {
    const felt = [candidate(100, { score: -0.9 }), candidate(101, { score: 0.8 })];
    expect(chosen("emotional", [...many, ...felt])).toEqual(expect.arrayContaining(felt));
  });

  test("of a knowledge reflection is semantic and has a high confidence", () => {
    const known = candidate(100, { type: "semantic", confidence: 0.9 });
    const doubted = candidate(101, { type: "semantic", confidence: 0 });
    const others = Array.from({ length: 20 }, (_, i) => candidate(i, { type: "semantic" }));
    const taken = chosen("knowledge", [...others, known, doubted]);
    expect(taken).toContain(known);
    expect(taken).not.toContain(doubted);
  });

  test("of a behavioral reflection recurs", () => {
    const done = [1, 2, 3].map((i) => candidate(100 + i, { content: `Ben rang the ferry bell ${i} times.` }));
    const once = Array.from({ length: 20 }, (_, i) => candidate(i, { content: `q${"xyzw".repeat(i + 1)}` }));
    expect(chosen("behavioral", [...once, ...done])).toEqual(expect.arrayContaining(done));
  });

  test("of a growth reflection is the earliest and the latest", () => {
    const moments = chosen("growth", many).map(({ evidence }) => evidence.createdAt);
    expect(moments).toEqual([0, 1, 2, 3, 4, 5, 34, 35, 36, 37, 38, 39]);
  });

  test("is chosen by focus before type", () => {
    const onFocus = many.slice(0, 12).map((one) => ({ ...one, relevance: 0.6 }));
    const fitting = Array.from({ length: 12 }, (_, i) => candidate(100 + i, { type: "semantic" }));
    expect(chosen("knowledge", [...onFocus, ...fitting])).toEqual(onFocus);
  });
});

test("each type of reflection has its turn", () => {
  const first = typeAfter(null);
  const turns = [first];
  for (let i = 1; i < REFLECTION_TYPES.length; i++) turns.push(typeAfter(turns.at(-1) ?? null));
  expect(new Set(turns).size).toBe(REFLECTION_TYPES.length);
  expect(typeAfter(turns.at(-1) ?? null)).toBe(first);
});
