/** Field paths. */
import { describe, expect, it } from "vitest";
import { fieldAt } from "./path";

const document = {
  mood: "calm",
  metadata: { deep: { er: null } },
  big: { $integer: "AAAAAAAAAAA=" },
  list: [1],
};

describe("fieldAt", () => {
  it.each([
    ["mood", "calm"],
    ["metadata.deep", { er: null }],
    ["metadata.deep.er", null],
    ["big", { $integer: "AAAAAAAAAAA=" }],
  ])("finds %s", (path, value) => {
    expect(fieldAt(document, path)).toEqual(value);
  });

  it.each([
    "absent",
    "mood.length",
    "metadata.absent.er",
    "metadata.deep.er.x",
    "list.0",
    "big.$integer",
    "toString",
  ])("finds nothing at %s", (path) => {
    expect(fieldAt(document, path)).toBeUndefined();
  });
});
