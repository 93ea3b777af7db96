import { describe, expect, test } from "vitest";
import { givenClause, describeNewSinceLastTick } from "./given";

describe("the clause on what others stored since the last tick", () => {
  test("counts memories and documents, and is empty for none", () => {
    expect(givenClause({ memories: 50, documents: 15 })).toBe(
      "told 50 memories and given 15 documents to know",
    );
    expect(describeNewSinceLastTick({ memories: 1, documents: 2 })).toBe("one memory and two documents");
    expect(
      [givenClause, describeNewSinceLastTick].map((told) => told({ memories: 0, documents: 0 })),
    ).toEqual(["", ""]);
  });
});
