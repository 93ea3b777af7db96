import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { senseOf } from "../language/senses";
import { areOpposite } from "./opposites";

const opposite = (a: string, b: string) => areOpposite(senseOf(a), senseOf(b));

describe("areOpposite", () => {
  test.each([
    ["increased", "falling"],
    ["opens", "closed"],
    ["Tuesday".toLowerCase(), "friday"],
    ["red", "green"],
    ["won", "lost"],
    ["possible", "impossible"],
    ["unlocked", "locked"],
    ["unlocks", "locked"],
    ["unpaid", "pay"],
    ["impossibly", "possible"],
    ["deactivated", "activates"],
    ["disagreed", "agrees"],
    ["unread", "read"],
    ["inactive", "active"],
    ["irregularly", "regular"],
    ["misunderstood", "understand"],
    ["her", "his"],
    ["weeks", "months"],
    ["second", "third"],
    ["most", "few"],
    ["always", "sometimes"],
    ["approved", "cancelled"],
    ["begun", "ended"],
    ["useful", "useless"],
    ["before", "after"],
    ["front", "behind"],
    ["into", "out"],
    ["women", "men"],
  ])("holds of %s and %s", (a, b) => {
    expect(opposite(a, b)).toBe(true);
  });

  test.each([
    ["rise", "grow"],
    ["open", "begin"],
    ["red", "table"],
    ["table", "chair"],
    ["he", "him"],
    ["every", "each"],
    ["some", "several"],
    ["many", "most"],
    ["usually", "normally"],
    ["designs", "signs"],
    ["display", "play"],
    ["information", "formation"],
    ["discount", "count"],
    ["defeat", "feat"],
    ["department", "part"],
    ["increase", "crease"],
    ["improves", "proves"],
    ["import", "port"],
    ["disclosed", "close"],
    ["discovered", "covered"],
    ["invaluable", "valuable"],
    ["unless", "less"],
    ["unrest", "rest"],
    ["unread", "ready"],
    ["under", "derby"],
    ["union", "ion"],
    ["unanimous", "animal"],
    ["united", "item"],
    ["nonsense", "sense"],
  ])("does not hold of %s and %s", (a, b) => {
    expect(opposite(a, b)).toBe(false);
  });

  test("is symmetric and true of no word and itself", () => {
    const word = fc.constantFrom(
      "rise",
      "fall",
      "open",
      "close",
      "spring",
      "winter",
      "new",
      "old",
      "young",
      "tea",
      "give",
      "take",
      "find",
      "lose",
      "win",
    );
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(opposite(a, b)).toBe(opposite(b, a));
        expect(opposite(a, a)).toBe(false);
      }),
    );
  });
});
