import { describe, expect, test } from "vitest";
import { EVERYDAY_SAYINGS } from "./everydaySayings";
import { LIFE_SAYINGS } from "./lifeSayings";
import { PLAIN_SAYINGS } from "./plainSayings";
import { sayingsFrom } from "./sayings";

const LINES = [LIFE_SAYINGS, EVERYDAY_SAYINGS, PLAIN_SAYINGS].flatMap((table) => table.trim().split("\n"));

describe("the sayings", () => {
  test("are each found by a word that they may begin with, with something to read", () => {
    const beginnings = [...new Set(LINES.flatMap((line) => line.split(/[ |]/)))];
    const found = new Set(beginnings.flatMap((word) => sayingsFrom(word)));
    expect(found.size).toBeGreaterThanOrEqual(LINES.length);
    for (const { parts, read } of found) expect(parts[read]).toBeDefined();
  });

  test("are none of a word that begins none", () => {
    expect(sayingsFrom("xylophone")).toEqual([]);
  });
});
