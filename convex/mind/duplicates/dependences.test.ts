import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tokensOf } from "../language/tokens";
import { dependencesOf } from "./dependences";

const between = (a: string, b: string) => dependencesOf(tokensOf(a), tokensOf(b));

describe("dependencesOf", () => {
  test.each([
    ["If the rope breaks, the barge drifts", "If the barge drifts, the rope breaks", "swapped"],
    ["If the rope breaks, the barge will drift", "If the barge drifts, the rope will break", "swapped"],
    ["The barge drifts if the rope breaks", "The rope breaks if the barge drifts", "swapped"],
    ["If the rope breaks, the barge drifts", "The rope breaks if the barge drifts", "swapped"],
    ["Whenever the goat bleats, Nils wakes", "Whenever Nils wakes, the goat bleats", "swapped"],
    ["Because Nils was late, Eva left", "Because Eva left, Nils was late", "swapped"],
    ["If the rope breaks, the barge drifts", "The barge drifts if the rope breaks", "same"],
    ["When it snows I ski", "I ski when it snows", "same"],
    ["Since Monday the mill is closed", "The mill is closed since Monday", "same"],
    ["While Eva cooks, Nils reads", "While Nils reads, Eva cooks", "same"],
    ["If the rope breaks tonight, call me", "If tonight the rope breaks, call me", null],
    ["If tonight the rope breaks", "If the rope breaks tonight", null],
    ["When is the regatta of Molde?", "When is Molde's regatta?", null],
    ["If the rope breaks, the barge drifts", "When the barge drifts, the rope breaks", null],
    ["If the rope breaks, the barge drifts", "If the rope breaks, the barge sinks", null],
    ["The rope breaks", "The barge drifts", null],
  ])("between %j and %j: %j", (a, b, found) => {
    expect(between(a, b)).toBe(found);
    expect(between(b, a)).toBe(found);
  });

  test("is the same both ways, and never swapped between a text and itself", () => {
    const word = fc.constantFrom(..."if when while the barge drifts rope breaks tonight it".split(" "));
    const text = fc.array(word, { maxLength: 9 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(dependencesOf(a, b)).toBe(dependencesOf(b, a));
        expect(dependencesOf(a, a)).not.toBe("swapped");
      }),
    );
  });

  test("takes two clauses that change places for another dependence, whatever they say", () => {
    const clause = fc.uniqueArray(fc.constantFrom(..."barge drift rope break goat bleat".split(" ")), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(clause, clause, (p, q) => {
        fc.pre(!p.some((word) => q.includes(word)));
        expect(dependencesOf(["if", ...p, ...q], ["if", ...q, ...p])).toBe("swapped");
        expect(dependencesOf(["if", ...p, ...q], [...q, "if", ...p])).toBe("same");
      }),
    );
  });
});
