import { describe, expect, test } from "vitest";
import { expectProportional } from "../../test.growth";
import { termsOf } from "../language/tokens";
import { inSameSpelling } from "../statements/sameSpelling";
import { withCurrencies } from "./currencies";

const told = (text: string) => termsOf(inSameSpelling(text));

describe("an amount of money", () => {
  test.each([
    ["The oar is $30", "The oar is 30 dollars"],
    ["The oar is $30", "The oar is 30 USD"],
    ["The oar is US$30", "The oar is USD 30"],
    ["The oar is 30€", "The oar is 30 euros"],
    ["The oar is EUR 30", "The oar is €30"],
    ["The mill is £3m", "The mill is 3 million pounds"],
    ["The mill is $1.5 million", "The mill is 1.5 million dollars"],
  ])("has the same terms in %j and %j", (a, b) => {
    expect(told(a)).toEqual(told(b));
  });

  test.each([
    ["The oar is $30", "The oar is €30"],
    ["The oar is A$30", "The oar is $30"],
    ["Prices are in $", "Prices are in €"],
    ["The oar is -$30", "The oar is $31"],
  ])("has others in %j than in %j", (a, b) => {
    expect(inSameSpelling(a)).not.toEqual(inSameSpelling(b));
  });

  test("is none where a sign begins a word", () => {
    expect(withCurrencies("set $HOME first")).toBe("set $HOME first");
  });

  test.each(["$", "$1", "1$ ", "US$ ", "EUR 1,", "1.1"])(
    "costs in proportion to length, of a text of %j too",
    (piece) => {
      expectProportional((length) => withCurrencies(piece.repeat(length / piece.length)), 32_000);
    },
  );
});
