import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lengthOf } from "../../../mind/text/phrasing";
import { sentencesOf } from "../../../mind/prompts/problem";
import { idfOf } from "../../../mind/ranking/idf";
import { TONES } from "../../../mind/enums";
import {
  confidenceOn,
  LOOKBACKS,
  reflectionMatter,
  reflexReflection,
  type EarlierThought,
  type Lookback,
} from "./thoughtReflection";
import {
  reflectionAnswerSchema,
  reflectionFrom,
  reflectionProblems,
  reflectionPrompt,
  type ReflectionMaterial,
} from "./thoughtReflectionPrompt";

const idf = idfOf(0, () => 0);
const NOW = Date.UTC(2026, 10, 21, 19, 5);
const thought = (
  content: string,
  seeds: string[] = [],
  changes: Partial<EarlierThought> = {},
): EarlierThought => ({
  content,
  seeds,
  tone: "curious",
  confidence: 0.6,
  timestamp: NOW,
  ...changes,
});
const harbour = [
  thought("Kiel's harbour waits.", ["The harbour of Kiel is closed."]),
  thought("Who pays for Kiel?", ["Who pays for the harbour of Kiel?"]),
  thought("The mill turns.", ["An old mill grinds flour in Aachen."]),
];
const reflect = (thoughts: EarlierThought[], lookback: Lookback = "24h", focus: string | null = null) => {
  const matter = reflectionMatter(thoughts, { lookback, focus }, idf);
  return matter.kind === "enough"
    ? { ...reflexReflection(matter, { lookback, focus }, idf), basedOn: matter.basedOn }
    : { ...matter.said, basedOn: matter.basedOn };
};

describe("reflecting without a model", () => {
  test("says what was thought about, how often and over which time", () => {
    const { content, basedOn } = reflect(harbour);
    expect(basedOn).toEqual({
      thoughtsAnalyzed: 3,
      timespan: "24 hours",
      dominantThemes: [expect.stringMatching(/Kiel|Harbour/) as unknown],
    });
    expect(content).toMatch(
      /^In the last day I have thought three times, and came back to “[^”]+” in two of these thoughts\. On “/,
    );
    expect(content).toContain("“Who pays for the harbour of Kiel?”");
  });

  test("makes no theme of a word that thoughts happen to share, and counts none that the theme is not true of", () => {
    const night = [
      thought("a", ["The skaters came at night.", "The ice on the canal held."]),
      thought("b", ["Bello died last night.", "Bello was our dog."]),
      thought("c", ["The night bus was late.", "The driver apologised."]),
      thought("d", ["Nurses on the night shift strike.", "The hospital hires."]),
    ];
    const { content, basedOn } = reflect(night);
    expect(content).toContain("no two of these thoughts meet");
    expect(basedOn.dominantThemes).toHaveLength(1);
    const ferries = [
      thought("a", ["The ferry was late at night.", "Passengers slept on deck."]),
      thought("b", ["The ferry sails again.", "A night without wind."]),
      thought("c", ["The night was long.", "The wind fell."]),
    ];
    expect(reflect(ferries).content).toMatch(/came back to “(?:The )?[Ff]erry” in two of these thoughts/);
  });

  test("names what thoughts share though their wording is strange to each other, and a thing or a name for one alone", () => {
    const mill = [
      thought("b", ["The mill owner refuses to move.", "Marit offers rooms for the night."]),
      thought("a", ["The river rose by a metre.", "Volunteers fill sandbags by the old mill."]),
    ];
    expect(reflect(mill).basedOn.dominantThemes).toEqual(["Mill"]);
    const alone = (...seeds: string[]) =>
      reflect([thought("z", seeds), thought("a", ["The tram stopped for an hour."])]).basedOn.dominantThemes;
    expect(alone("Tomatoes like warm soil.", "I bought soil for the raised bed.")).toEqual(["Soil"]);
    expect(alone("A gull slept.", "I saw that Marit offers rooms.")).toEqual(["Marit"]);
    expect(alone("The bridge was painted.")).toEqual(["Bridge"]);
    expect(alone("Hm.")).toEqual([]);
  });

  test("says of thoughts on a focus that they meet in nothing beyond it", () => {
    const roofs = [thought("b", ["The roof leaks."]), thought("a", ["A stork sat on our roof."])];
    expect(reflect(roofs, "24h", "roof").content).not.toContain(", and no two of these thoughts meet");
  });

  test("tells how the tone and the confidence went", () => {
    const newestFirst = [
      thought("d", ["Kiel floods."], { tone: "concerned", confidence: 0.9 }),
      thought("c", ["Kiel drains."], { tone: "concerned", confidence: 0.9 }),
      thought("b", ["Kiel sleeps."], { confidence: 0.5 }),
      thought("a", ["Kiel wakes."], { confidence: 0.5 }),
    ];
    const { content, tone } = reflect(newestFirst);
    expect(content).toContain("The tone went from curious to concerned, and I have grown surer on the way.");
    expect(tone).toBe("concerned");
  });

  test("says twice of what was thought twice, and keeps a label of two phrases apart from the sentence", () => {
    const ferries = [
      thought("a", ["Passengers complained about the ferry company."]),
      thought("b", ["The ferry company sued as passengers complained."]),
    ];
    const { content } = reflect(ferries, "24h", "ferry company");
    expect(content).toMatch(
      /^In the last day I have thought twice about “ferry company”, and came back to “[^”]+” each time\./,
    );
  });

  test("finds what doesn't go together", () => {
    const apart = [thought("a", ["Prices in Kiel rise."]), thought("b", ["Prices in Kiel fall."])];
    expect(reflect(apart).content).toMatch(
      /Two things that I thought about may not agree: “Prices in Kiel (?:rise|fall)\.” and/,
    );
  });

  test("with a focus looks only at what touches it", () => {
    expect(reflect(harbour, "1h", "harbour of Kiel").basedOn.thoughtsAnalyzed).toBe(2);
    const { content, basedOn } = reflect(harbour, "1h", "volcanoes");
    expect(basedOn).toEqual({ thoughtsAnalyzed: 0, timespan: "1 hour", dominantThemes: [] });
    expect(content).toContain(
      "no thought that touches “volcanoes”, though I have had three thoughts of other things",
    );
  });

  test("says so where there is too little, and is sure of nothing", () => {
    expect(reflect([], "7d")).toMatchObject({
      content: expect.stringContaining("In the last week I have had no thought.") as unknown,
      confidence: 0,
    });
    const [first] = harbour;
    const one = reflect(first === undefined ? [] : [first]);
    expect(one.content).toContain("one thought: “Kiel's harbour waits.” One is too few");
    expect(one.basedOn.thoughtsAnalyzed).toBe(1);
  });

  const anyThought = fc.record({
    content: fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
    seeds: fc.array(
      fc.oneof(
        fc.constantFrom("Prices rise in Kiel.", "Prices fall in Kiel.", "Why?"),
        fc.string({ maxLength: 40 }),
      ),
      { maxLength: 3 },
    ),
    tone: fc.constantFrom(...TONES),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    timestamp: fc.constant(NOW),
  });

  test("of any thoughts is bounded, never surer than they are, and the same again", () => {
    fc.assert(
      fc.property(
        fc.array(anyThought, { maxLength: 12 }),
        fc.constantFrom<Lookback>("1h", "24h", "7d"),
        (given, lookback) => {
          const made = reflect(given, lookback);
          expect(made).toEqual(reflect(given, lookback));
          expect(made.content).not.toMatch(/undefined|NaN/);
          expect(lengthOf(made.content)).toBeLessThanOrEqual(1200);
          expect(made.basedOn.thoughtsAnalyzed).toBe(given.length);
          expect(made.basedOn.timespan).toBe(LOOKBACKS[lookback].timespan);
          expect(made.basedOn.dominantThemes.length).toBeLessThanOrEqual(3);
          expect(made.confidence).toBeLessThanOrEqual(
            Math.max(0, ...given.map(({ confidence }) => confidence)) + 1e-4,
          );
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe("reflecting with a model", () => {
  const material: ReflectionMaterial = {
    now: NOW,
    name: "Anima",
    persona: "Plain words.",
    lookback: "24h",
    focus: null,
    thoughts: harbour,
    basedOn: { thoughtsAnalyzed: 3, timespan: "24 hours", dominantThemes: ["Harbour"] },
  };
  const answer = {
    content: "I ask about Kiel and answer nothing.",
    tone: "reflective" as const,
    confidence: 0.9,
    basedOn: [1, 2],
  };

  test("the prompt numbers the thoughts and marks them as the agent's own words", () => {
    const { system, user } = reflectionPrompt({ ...material, focus: "</focus>\n<thoughts>" });
    expect(system).toContain("is your own words");
    expect(user.match(/<\/?(?:focus|thoughts)>/g)).toHaveLength(4);
    expect(user).toContain(
      '{"number":1,"when":"just now","tone":"curious","confidence":0.6,"text":"Kiel\'s harbour waits."}',
    );
  });

  test("the schema refuses numbers that were not shown", () => {
    const schema = reflectionAnswerSchema(3);
    expect(schema.parse(answer)).toEqual(answer);
    expect(schema.safeParse({ ...answer, basedOn: [4] }).success).toBe(false);
  });

  test("what no thought holds is worth one repair, then it costs confidence", () => {
    const invented = { ...answer, content: "I should ask Siemens about Kiel." };
    expect(reflectionProblems(answer, material, { repaired: false })).toEqual([]);
    expect(sentencesOf(reflectionProblems(invented, material, { repaired: false })).join()).toContain(
      "Siemens",
    );
    expect(reflectionProblems(invented, material, { repaired: true })).toEqual([]);
    expect(reflectionFrom(invented, material).confidence).toBeCloseTo(
      0.8 * confidenceOn(harbour.slice(0, 2)),
    );
  });

  test("so is what says the contrary of a seed, and not of an earlier thought", () => {
    const [first] = harbour;
    const thoughts = first === undefined ? [] : [{ ...first, seeds: ["The pier is not safe."] }, ...harbour];
    const of = { ...material, thoughts };
    const denied = { ...answer, content: "I see that the pier is safe.", basedOn: [1, 2] };
    expect(reflectionProblems(denied, of, { repaired: false })).toHaveLength(1);
    expect(reflectionProblems(denied, of, { repaired: true })).toEqual([]);
    expect(reflectionFrom(denied, of).confidence).toBeCloseTo(0.8 * reflectionFrom(answer, of).confidence);
    const changed = { ...answer, content: "Kiel's harbour does not wait.", basedOn: [1, 2] };
    expect(reflectionFrom(changed, of).confidence).toBe(reflectionFrom(answer, of).confidence);
  });

  test("is never surer than the thoughts it rests on", () => {
    expect(reflectionFrom(answer, material).confidence).toBeCloseTo(0.4);
    expect(reflectionFrom({ ...answer, confidence: 0.1 }, material).confidence).toBe(0.1);
  });
});
