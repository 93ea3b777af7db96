import { describe, expect, test } from "vitest";
import { rulesOf, sentencesOf } from "./problem";

const problem = (rule: string) => ({ rule, sentence: `${rule}: "what Ana wrote"` });

describe("the rules of problems", () => {
  test("are named once each, and never with what the model wrote", () => {
    expect(rulesOf([problem("a name that was not shown"), problem("a name that was not shown")])).toBe(
      "a name that was not shown",
    );
  });

  test("are three at most", () => {
    expect(rulesOf(["a", "b", "c"].map(problem))).toBe("a, b, c");
    expect(rulesOf(["a", "b", "c", "d"].map(problem))).toBe("a, b, c and more");
  });

  test("stand beside the sentences for the model", () => {
    expect(sentencesOf([problem("a")])).toEqual(['a: "what Ana wrote"']);
  });
});
