import { describe, expect, it } from "vitest";
import { inSameSpelling } from "./sameSpelling";

describe("one spelling", () => {
  it.each([
    ["Dr. Weber organised the U.S. tour", "Doctor Weber organized the USA tour"],
    ["A ship of the United Nations left the United States", "A ship of the UN left the U.S."],
    ["It's 5 km, or 5km", "It is 5 kilometres, or 5 km"],
    ["We meet at 5 p.m. on Dec 5", "We meet at 17:00 on 5 December"],
    ["An e-mail about the grey colour", "An email about the gray color"],
  ])("makes %j and %j alike", (one, other) => {
    expect(inSameSpelling(one)).toBe(inSameSpelling(other));
  });

  it("leaves what is too long for a word as it is, however it ends", () => {
    const long = `${"x".repeat(60)}isation`;
    expect(inSameSpelling("organisation")).not.toBe("organisation");
    expect(inSameSpelling(long)).toBe(long);
  });
});
