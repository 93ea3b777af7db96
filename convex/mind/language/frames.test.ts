import { describe, expect, test } from "vitest";
import { FEED_TYPES } from "../../../mind/enums";
import { framed, withoutFrame } from "./frames";
import { termsOf } from "./tokens";

const HEARD = "The mill by the river burned down.";
const SOURCES = [
  ...FEED_TYPES.map((type) => ({ kind: "feed" as const, type, impact: "low" as const })),
  { kind: "wake" as const, priority: "normal" as const },
];

describe("where something was heard", () => {
  test.each(SOURCES)("is no content of what was heard: %j", (source) => {
    const content = framed(source, HEARD);
    expect(content).not.toBe(HEARD);
    expect(withoutFrame(content)).toBe(HEARD);
    expect(termsOf(content)).toEqual(termsOf(HEARD));
  });

  test("is left where it stands inside a text", () => {
    for (const text of ["He said: In the news: nothing.", "In the news there was nothing.", "in the news: x"])
      expect(withoutFrame(text)).toBe(text);
  });
});
