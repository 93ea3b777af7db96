import { describe, expect, test } from "vitest";
import { tellerOf, tellOfThemselves } from "./teller";

describe("who told a memory", () => {
  test.each([
    [{ user: "Alice" }, "alice"],
    [{ userId: 7 }, "7"],
    [{ user_id: " u-1 " }, "u-1"],
    [{ source: "chat", speaker: "Bob" }, "bob"],
    [{ user: "", author: "Cy" }, "cy"],
    [{ user: { name: "Alice" } }, null],
    [{}, null],
  ])("%j: %j", (metadata, teller) => {
    expect(tellerOf(metadata)).toBe(teller);
  });
});

describe("two people tell each of themselves", () => {
  const told = (content: string, teller: string | null) => ({ content, teller });

  test("where both texts are in the first person", () => {
    expect(tellOfThemselves(told("I live in Rome.", "bob"), told("My home is in Berlin.", "alice"))).toBe(
      true,
    );
  });

  test.each([
    ["the same person", told("I live in Rome.", "bob"), told("I live in Berlin.", "bob")],
    ["nobody knows who", told("I live in Rome.", "bob"), told("I live in Berlin.", null)],
    ["what holds for both", told("The office is in Rome.", "bob"), told("The office is in Berlin.", "alice")],
  ])("but not: %s", (_, a, b) => {
    expect(tellOfThemselves(a, b)).toBe(false);
  });
});
