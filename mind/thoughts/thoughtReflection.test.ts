import { describe, expect, test } from "vitest";
import { UNCOUNTED } from "../ranking/idf";
import { confidenceOn, thoughtReflectionInput, MAX_THOUGHTS } from "./thoughtReflection";
import { thoughtReflectionQuestion } from "../prompts/thoughtReflection";

const thought = (seed: string, timestamp: number, confidence = 0.6) => ({
  content: "All of them have something in common.",
  seeds: [seed],
  tone: "curious" as const,
  confidence,
  timestamp,
});
const DAY = [
  thought("Snow closed the pass near Bergen.", 3),
  thought("Anna opens the new wing of the museum.", 2),
  thought("Trains to Bergen stand still.", 1),
];
const all = { lookback: "24h" as const, focus: null };

describe("the input of a reflection on thoughts", () => {
  test("lists thoughts oldest first, with their common themes", () => {
    const input = thoughtReflectionInput(DAY, all, UNCOUNTED);
    expect(input.thoughts.map(({ timestamp }) => timestamp)).toEqual([1, 2, 3]);
    expect(input.basedOn).toEqual({
      thoughtsAnalyzed: 3,
      timespan: "24 hours",
      dominantThemes: ["Bergen"],
    });
  });

  test("includes only thoughts on the focus", () => {
    const on = (focus: string) =>
      thoughtReflectionInput(DAY, { ...all, focus }, UNCOUNTED).thoughts.map(({ timestamp }) => timestamp);
    expect(on("the museum")).toEqual([2]);
    expect(on("trains to Bergen")).toEqual([1, 3]);
    expect(on("quarks")).toEqual([]);
  });

  test("finds a focus among the names given with seeds, which no text spells out", () => {
    const named = DAY.map((one, i) => ({ ...one, entities: i === 1 ? [] : ["Mars", "Red Planet"] }));
    const { thoughts, basedOn } = thoughtReflectionInput(named, { ...all, focus: "Mars" }, UNCOUNTED);
    expect(thoughts.map(({ timestamp }) => timestamp)).toEqual([1, 3]);
    expect(basedOn.dominantThemes).toContain("Mars");
  });

  test("includes the newest hundred thoughts", () => {
    const many = Array.from({ length: MAX_THOUGHTS + 5 }, (_, i) => thought(`Seed ${i}.`, 1000 - i));
    const { thoughts } = thoughtReflectionInput(many, all, UNCOUNTED);
    expect(thoughts).toHaveLength(MAX_THOUGHTS);
    expect(thoughts.at(-1)?.timestamp).toBe(1000);
  });
});

describe("a model's reflection on thoughts", () => {
  const material = { ...all, now: 10, name: "Anima", persona: "Curious.", thoughts: DAY };
  const { draft, problems } = thoughtReflectionQuestion(material);
  const answer = { content: "I return to snow.", tone: "reflective" as const, confidence: 1, basedOn: [1] };

  test("is limited to the confidence of its thoughts", () => {
    expect(draft(answer).confidence).toBeCloseTo(0.3, 10);
    expect(draft({ ...answer, basedOn: [] }).confidence).toBe(confidenceOn(DAY));
    expect(confidenceOn([])).toBe(0);
  });

  test("is asked for again once over an invented quotation", () => {
    const invented = { ...answer, content: "I said “the sea is made of honey and of glass”." };
    expect(problems(answer, 1)).toEqual([]);
    expect(problems(invented, 1)).toHaveLength(1);
    expect(problems(invented, 2)).toEqual([]);
  });
});
