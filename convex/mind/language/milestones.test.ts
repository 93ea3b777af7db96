import { describe, expect, test } from "vitest";
import { milestonesIn, pastFormsIn } from "./milestones";
import { tokensOf } from "./tokens";

describe("milestonesIn", () => {
  test("counts decisions, turns and losses in any inflection", () => {
    expect(milestonesIn(tokensOf("She decided to quit and got married"))).toBe(3);
    expect(milestonesIn(tokensOf("He lost his keys"))).toBe(1);
    expect(milestonesIn(tokensOf("She left the firm; nine rolls are left over"))).toBe(1);
    expect(milestonesIn(tokensOf("The sky is blue"))).toBe(0);
  });
});

describe("pastFormsIn", () => {
  test("counts regular and irregular past forms, not plurals", () => {
    expect(pastFormsIn(tokensOf("I walked home and ate"))).toBe(2);
    expect(pastFormsIn(tokensOf("The children are good men"))).toBe(0);
    expect(pastFormsIn(tokensOf("the red bed"))).toBe(0);
    expect(pastFormsIn(tokensOf("We need feed and seed indeed, a hundred sheds of it at speed"))).toBe(0);
    expect(pastFormsIn(tokensOf("They agreed and used what was freed, died and aged"))).toBe(6);
  });
});
