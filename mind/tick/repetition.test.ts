import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalForm } from "../text/normalForm";
import { repetitionOf } from "./repetition";

const said = (content: string, repeats = 0) => ({ content, repeats });

describe("an event compared with those before it", () => {
  test("has a novelty of 1 after nothing, and of 0 after the same words", () => {
    expect(repetitionOf("The ferry is late.", [])).toEqual({ novelty: 1, repeats: 0 });
    expect(repetitionOf("the ferry is  LATE!", [said("Rain."), said("The ferry is late.", 2)])).toEqual({
      novelty: 0,
      repeats: 3,
    });
  });

  test("has less novelty the more words it shares", () => {
    const novelty = (content: string) => repetitionOf(content, [said("The ferry to Bodo is late.")]).novelty;
    expect(novelty("The ferry to Bodo is early.")).toBeLessThan(novelty("The ferry sank."));
    expect(novelty("The ferry sank.")).toBeLessThan(novelty("Bread rises overnight."));
  });

  test("has a novelty from 0 to 1 for any texts", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 5 }), (content, earlier) => {
        const { novelty } = repetitionOf(
          content,
          earlier.map((one) => said(one)),
        );
        expect(novelty).toBeGreaterThanOrEqual(0);
        expect(novelty).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("differs from another if only one of them is a question", () => {
    expect(normalForm("It is open?")).not.toBe(normalForm("It is open."));
    expect(normalForm("...")).toBe("...");
  });
});
