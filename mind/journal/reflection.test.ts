import { describe, expect, test } from "vitest";
import type { MemoryType, ReflectionType } from "../enums";
import { UNCOUNTED } from "../ranking/idf";
import { thoughtReflectionInput } from "../thoughts/thoughtReflection";
import { lookbackByExtraction, reflectionByExtraction } from "./reflection";

const TOLD: [MemoryType, string, number][] = [
  ["episodic", "The ferry Aurora broke down.", -0.4],
  ["semantic", "The pier is open to visitors.", 0],
  ["emotional", "Ben is furious that the ferry is missing.", -0.6],
  ["procedural", "To ring in the ferry, strike the bell three times.", 0],
  ["semantic", "The pier is closed to visitors.", 0],
  ["episodic", "The ferry Aurora is back, to great joy.", 0.6],
];
const evidence = TOLD.map(([type, content, score], i) => ({
  type,
  content,
  importance: 0.5,
  confidence: 0.8,
  sentiment: { score, label: score > 0 ? "positive" : score < 0 ? "negative" : "neutral" } as const,
  createdAt: Date.UTC(2026, 5, 2 + i),
}));
const reflection = (type: ReflectionType, changes: object = {}) =>
  reflectionByExtraction(
    {
      now: Date.UTC(2026, 5, 9),
      timeZone: "UTC",
      name: "Anima",
      persona: "",
      type,
      depth: "shallow",
      focus: null,
      evidence,
      themes: [],
      earlier: [],
      ...changes,
    },
    UNCOUNTED,
  );

describe("a reflection on memories without a model", () => {
  test("cites all of its evidence, which limits its confidence", () => {
    const { cites, confidence } = reflection("knowledge");
    expect(cites).toEqual([1, 2, 3, 4, 5, 6]);
    expect(confidence).toBeCloseTo(0.75 * (1 - 0.5 ** 6), 10);
  });

  test("quotes and dates the strongest sentiments, and counts positive and negative", () => {
    const { content } = reflection("emotional");
    expect(content).toContain("1 positive, 2 negative and 3 neutral");
    expect(content).toContain("“Ben is furious that the ferry is missing.” (4 June 2026)");
    expect(content).not.toContain("strike the bell");
  });

  test("counts how often topics recur", () => {
    expect(reflection("behavioral").content).toMatch(/“ferry” stands in four of the six/);
  });

  test("quotes the first and the last memories when it is about growth", () => {
    const { content } = reflection("growth");
    for (const day of ["2 June 2026", "7 June 2026"]) expect(content).toContain(`(${day})`);
  });

  test("quotes two memories that contradict each other", () => {
    const pier = evidence.filter(({ content }) => content.includes("pier"));
    const { content } = reflection("knowledge", { evidence: [...evidence.slice(0, 1), ...pier] });
    expect(content).toMatch(/opposite.*pier is open.*pier is closed/);
  });

  test("quotes the sentence on the focus of a long memory", () => {
    const content = `${"Gulls cry. ".repeat(60)}The quince tree bears fruit. ${"Gulls cry. ".repeat(60)}`;
    const long = evidence.map((one) => ({ ...one, content }));
    expect(reflection("knowledge", { evidence: long.slice(0, 1), focus: "quince tree" }).content).toContain(
      "“The quince tree bears fruit.”",
    );
  });

  test("says that there is no evidence, with confidence 0", () => {
    const nothing = reflection("knowledge", { evidence: [], focus: "quarks" });
    expect(nothing).toMatchObject({ confidence: 0, cites: [] });
    expect(nothing.content).toContain("“quarks”");
  });
});

describe("a reflection on thoughts without a model", () => {
  const request = { lookback: "24h" as const, focus: null };
  const thoughts = ["Snow closed the pass near Bergen.", "Trains to Bergen stand still."].map((seed, i) => ({
    content: `I thought of this: ${seed}`,
    seeds: [seed],
    tone: i === 0 ? ("curious" as const) : ("concerned" as const),
    confidence: 0.6,
    timestamp: i,
  }));
  const on = (some: typeof thoughts) =>
    lookbackByExtraction(thoughtReflectionInput([...some].reverse(), request, UNCOUNTED), request);

  test("counts the tones, names the themes and quotes", () => {
    const { content, confidence } = on(thoughts);
    for (const told of ["1 curious", "1 concerned", "Bergen stands in both", "Trains to Bergen"])
      expect(content).toContain(told);
    expect(confidence).toBeCloseTo(0.4, 10);
  });

  test("says that there is too little to compare", () => {
    expect(on([])).toMatchObject({ confidence: 0, tone: "reflective" });
    expect(on(thoughts.slice(0, 1)).content).toContain("Snow closed the pass");
  });
});
