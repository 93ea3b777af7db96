import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalForm, normalKeyOf } from "./normalForm";

describe("the normal form", () => {
  test.each([
    ["The ferry leaves at nine.", "  the FERRY\n leaves at nine!! "],
    ["Ｆｕｌｌ ｗｉｄｔｈ。", "full width"],
    ["It’s late…", "it's late"],
    ["Is it open??", "is it open ?"],
  ])("is the same for %j and %j", (a, b) => {
    expect(normalForm(a)).toBe(normalForm(b));
  });

  test("distinguishes a question from a statement, and different texts of only punctuation", () => {
    expect(normalForm("It is open?")).not.toBe(normalForm("It is open."));
    expect(normalForm("...")).not.toBe(normalForm("!!!"));
  });

  test("ignores case, white space and closing punctuation, and has a key of bounded length", () => {
    const words = fc.array(fc.constantFrom("Tide", "turns", "at", "Äpfel", "10:30", "潮"), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        words,
        fc.constantFrom(" ", "\n", "  "),
        fc.constantFrom("", ".", " …", "!!"),
        (some, space, end) => {
          const normal = normalForm(some.join(" "));
          expect(normalForm(`${space}${some.join(space).toUpperCase()}${end}`)).toBe(normal);
          expect(normalForm(normal)).toBe(normal);
          expect(normalKeyOf(normal).length).toBeLessThanOrEqual(230);
        },
      ),
    );
  });

  test("has different keys for long texts with the same beginning", () => {
    const long = "a".repeat(300);
    expect(normalKeyOf(`${long}b`)).not.toBe(normalKeyOf(`${long}c`));
  });
});
