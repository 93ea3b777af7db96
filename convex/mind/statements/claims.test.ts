import * as fc from "fast-check";
import { expect, test } from "vitest";
import { codePoint } from "../../../test/support/codePoint";
import { expectProportional } from "../../test.growth";
import { claimsOf } from "./claims";

test("a text claims the same whenever it is asked, whatever was asked between", () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 60 }), (text) => {
      const before = claimsOf(text);
      for (let i = 0; i < 80; i++) claimsOf(`lamp ${i}`);
      expect(claimsOf(text)).toEqual(before);
    }),
    { numRuns: 20 },
  );
});

test.each(["?", "? ", "!?", "…"])("costs in proportion to length, of a text of %j too", (piece) => {
  // No text is asked for twice, or the second time would cost nothing.
  let asked = 0;
  expectProportional((length) => claimsOf(`${piece.repeat(length / piece.length)}a${(asked += 1)}`), 32_000);
});
