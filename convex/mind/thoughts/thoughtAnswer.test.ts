import { describe, expect, test } from "vitest";
import * as z from "zod";
import { sentencesOf } from "../../../mind/prompts/problem";
import { keptSeed, material } from "./test.thoughts";
import { thoughtAnswerSchema, thoughtFrom, thoughtProblems, type ThoughtAnswer } from "./thoughtAnswer";

const answer: ThoughtAnswer = {
  content: "If Acme's 1,250 people leave Kiel, the prices that Ada Lovelace saw fall will fall further.",
  tone: "concerned",
  confidence: 0.8,
  claims: [
    { says: "1,250 people lost their work in Kiel.", seeds: [1] },
    { says: "Prices in Kiel may fall further.", seeds: [1, 2] },
  ],
};
const problems = (changes: Partial<ThoughtAnswer>, repaired = false) =>
  sentencesOf(thoughtProblems({ ...answer, ...changes }, material(), { repaired })).join("\n");

describe("the answer's schema", () => {
  const schema = thoughtAnswerSchema(2);

  test("takes a good answer", () => {
    expect(schema.parse(answer)).toEqual(answer);
  });

  test.each([
    ["a blank thought", { content: " " }],
    ["a long thought", { content: "x".repeat(601) }],
    ["an unknown tone", { tone: "grumpy" }],
    ["a confidence out of range", { confidence: 1.1 }],
    ["a seed that was not shown", { claims: [{ says: "So.", seeds: [3] }] }],
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
});

describe("problems beyond the schema", () => {
  test("a thought that its seeds hold has none", () => {
    expect(problems({})).toBe("");
  });

  test("nor has one that names the agent or the hour", () => {
    expect(problems({ content: "On a Saturday even Anima has to ask what Acme wants." })).toBe("");
  });

  test.each([
    [
      "an invented name",
      "What will Siemens do about it?",
      'The name "Siemens" stands in nothing that you were shown',
    ],
    ["invented figures", "Of 1,300 people 17 will stay.", 'The numbers "1,300", "17" stand in nothing'],
    ["a tag", "As <seeds> say, Kiel suffers.", "content repeats a tag"],
    ["nothing visible", "\u200b", "content has no visible text."],
    ["nothing but marks", "\u200b\u200b.", "content has no visible text."],
    ["half a character", "Kiel \ud83d", "content holds half of a character"],
    ["what reads backwards", "Kiel \u202esuffers.", "content holds a character that turns the direction"],
    ["an isolate", "Kiel \u2067suffers\u2069.", "content holds a character that turns the direction"],
  ])("a thought with %s is told so", (_, content, problem) => {
    expect(problems({ content })).toContain(problem);
  });

  describe("what is reckoned from the seeds that it rests on", () => {
    const costs = material({
      seeds: [
        keptSeed("The new oven costs 200 euros."),
        keptSeed("The counter costs 500 euros."),
        keptSeed("The awning costs 900 euros."),
      ],
    });
    const told = (content: string, seeds: number[]) => {
      const claims = [{ says: content, seeds }];
      const { ungrounded, unsupported } = thoughtFrom({ ...answer, content, claims }, costs);
      const asked = thoughtProblems({ ...answer, content, claims }, costs, { repaired: false });
      return { problems: asked.length, invented: ungrounded.length, unsupported };
    };

    test("is no invention", () => {
      const found = told("Oven and counter come to 700 euros.", [1, 2]);
      expect(found).toEqual({ problems: 0, invented: 0, unsupported: 0 });
    });

    test.each([
      ["Oven and counter come to 800 euros.", [1, 2]],
      ["Counter and awning come to 1,400 euros.", [1, 2]],
    ])("but nothing else is: %s", (content, seeds) => {
      expect(told(content, seeds)).toEqual({ problems: 1, invented: 1, unsupported: 1 });
    });
  });

  test("once repaired, an invention costs confidence instead of the thought; a tag still costs the thought", () => {
    expect(problems({ content: "What will Siemens do about it?" }, true)).toBe("");
    expect(problems({ content: "As <seeds> say." }, true)).not.toBe("");
  });
});

describe("the thought of an answer", () => {
  test("is the model's own, with its own confidence, where all is supported", () => {
    expect(thoughtFrom(answer, material())).toEqual({
      content: answer.content,
      tone: "concerned",
      confidence: 0.8,
      ungrounded: [],
      unsupported: 0,
      contrary: 0,
    });
  });

  test.each([
    ["rests on no seed", { says: "Kiel will recover.", seeds: [] }],
    ["speaks of nothing that its seeds speak of", { says: "Whales sing.", seeds: [1] }],
    ["has a figure of another seed", { says: "Acme cut prices by 4 percent.", seeds: [1] }],
  ])("loses a fifth of it by a claim that %s", (_, claim) => {
    const { confidence, unsupported } = thoughtFrom({ ...answer, claims: [claim] }, material());
    expect(unsupported).toBe(1);
    expect(confidence).toBeCloseTo(0.64);
  });

  test("loses a fifth of it by a name that no seed holds", () => {
    const made = thoughtFrom({ ...answer, content: "What will Siemens do about it?" }, material());
    expect(made.ungrounded).toEqual([{ kind: "name", written: "Siemens" }]);
    expect(made.confidence).toBeCloseTo(0.64);
  });

  describe("that says the contrary of a seed", () => {
    const ferry = material({
      seeds: [keptSeed("Hanna sold her boat to Bruno."), keptSeed("The ferry does not run in winter.")],
    });
    const told = (content: string, claims: ThoughtAnswer["claims"] = [], of = ferry) => {
      const given = { ...answer, content, claims };
      return {
        asked: thoughtProblems(given, of, { repaired: false }).length,
        left: thoughtProblems(given, of, { repaired: true }).length,
        ...thoughtFrom(given, of),
      };
    };

    test.each(["I think that the ferry runs in winter.", "Bruno sold his boat to Hanna, so she has two."])(
      "is worth one repair, then it loses a fifth of its confidence: %s",
      (content) => {
        const { asked, left, contrary, confidence } = told(content);
        expect({ asked, left, contrary }).toEqual({ asked: 1, left: 0, contrary: 1 });
        expect(confidence).toBeCloseTo(0.64);
      },
    );

    test.each([
      "If the ferry ran in winter, Bruno would need no boat.",
      "I wonder whether the ferry runs in winter for Hanna.",
      "Bruno may think that the ferry runs in winter.",
      "The captain said: “The ferry runs in winter.”",
      "Bruno bought the boat from Hanna because the ferry does not run in winter.",
    ])("but not where it doesn't: %s", (content) => {
      expect(told(content).contrary).toBe(0);
    });

    test("pays once where a claim without a seed says it, too", () => {
      const claims = [{ says: "The ferry runs in winter.", seeds: [] }];
      expect(told("The ferry runs in winter.", claims)).toMatchObject({ unsupported: 1, contrary: 0 });
    });

    test("pays nothing where only the agent itself had said otherwise", () => {
      const own = material({ seeds: [keptSeed("The ferry does not run in winter.", { own: true })] });
      expect(told("The ferry runs in winter.", [], own)).toMatchObject({ asked: 0, contrary: 0 });
    });

    test("pays nothing where two seeds gainsay each other", () => {
      const both = material({
        seeds: [keptSeed("Tom says the ferry runs."), keptSeed("The ferry does not run, says Ana.")],
      });
      expect(told("Tom says that it runs, Ana that it doesn't.", [], both).contrary).toBe(0);
      expect(told("Tom says the ferry runs.", [], both).contrary).toBe(0);
    });
  });

  test("is at most half sure where it rests on the agent's own words alone", () => {
    const seeds = material().seeds.map((seed) => keptSeed(seed.content, { own: true }));
    expect(thoughtFrom(answer, material({ seeds })).confidence).toBe(0.5);
  });
});
