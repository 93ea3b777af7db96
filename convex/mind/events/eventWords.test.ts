import fc from "fast-check";
import { expect, test } from "vitest";
import { feed } from "../ticks/test.situations";
import { questionIn, talliedTones, toneOf } from "./eventWords";

const tally = (...sentiments: number[]) =>
  talliedTones(sentiments.map((sentiment) => feed("x", { sentiment })));

test("news is counted good or bad as its tone is told", () => {
  expect(tally(0.7, -0.1)).toBe("one good and one bad");
  expect(tally(0.7, -0.7, 0, 0.04)).toBe("one good, one bad and two neither");
  expect(tally(0)).toBe("one neither");
});

test("whatever is told as negative counts as bad, whatever as positive as good", () => {
  fc.assert(
    fc.property(fc.double({ min: -1, max: 1, noNaN: true }), (sentiment) => {
      const tone = toneOf(sentiment);
      const word = tone.endsWith("negative") ? "bad" : tone.endsWith("positive") ? "good" : "neither";
      expect(tally(sentiment)).toBe(`one ${word}`);
    }),
  );
});

test("a question is asked without the quotation mark that opens before it", () => {
  expect(questionIn("Comment: 'Why is the mill shut on Sundays?'")).toBe("Why is the mill shut on Sundays?");
  expect(questionIn("Who wrote 'Tern and Tide'?")).toBe("Who wrote 'Tern and Tide'?");
  expect(questionIn("What's Ada's name?")).toBe("What's Ada's name?");
});
