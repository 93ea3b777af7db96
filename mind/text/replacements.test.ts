import fc from "fast-check";
import { expect, test } from "vitest";
import { replacementsBetween } from "./replacements";

const between = (a: string, b: string) => replacementsBetween(a.split(" "), b.split(" "));

test("finds replacements between the same words", () => {
  expect(between("anna moved to rome", "ben moved to rome")).toEqual([{ before: ["anna"], after: ["ben"] }]);
  expect(between("to new york by train", "to rome by train")).toEqual([
    { before: ["new", "york"], after: ["rome"] },
  ]);
});

test("finds no replacement for moved or added words", () => {
  expect(between("on monday it rained", "it rained on monday")).toEqual([]);
  expect(between("it rained", "it rained again")).toEqual([]);
});

test("is symmetric", () => {
  const terms = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 8 });
  fc.assert(
    fc.property(terms, terms, (a, b) => {
      const turned = replacementsBetween(b, a).map(({ before, after }) => ({ before: after, after: before }));
      const sorted = (some: readonly unknown[]) => some.map((one) => JSON.stringify(one)).sort();
      expect(new Set(sorted(turned))).toEqual(new Set(sorted(replacementsBetween(a, b))));
      expect(replacementsBetween(a, a)).toEqual([]);
    }),
  );
});
