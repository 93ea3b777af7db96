import { describe, expect, test } from "vitest";
import { quietTold } from "./quietTold";
import { log, situation } from "./test.situations";

describe("the detail of a quiet tick", () => {
  const before = { logs: [{ ...log("A note of goats.", 5), events: 1 }] };

  test("tells what the tick before it said", () => {
    expect(quietTold(situation(before))).toMatch(
      /since the last tick\. The last one said: “A note of goats\.”/u,
    );
  });

  test('after memories that were told never calls the tick "the last one", which would be the last of these', () => {
    const told = quietTold(situation({ ...before, given: { memories: 5, documents: 0 } }));
    expect(told).toContain("That tick said: “A note of goats.”");
    expect(told).not.toContain("The last one");
  });
});
