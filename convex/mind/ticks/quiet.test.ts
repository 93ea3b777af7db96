import { describe, expect, test } from "vitest";
import type { Situation } from "../../../mind/tick/situation";
import { quietSummary } from "./quiet";
import { AFTER, MINUTE, NOW, log, situation } from "./test.situations";

const told = (changes: Partial<Situation>, health = AFTER.health) =>
  quietSummary(situation(changes), { ...AFTER, health });
const falling = [
  { ...log("Quiet.", 5), health: 87 },
  { ...log("Quiet.", 60), health: 100 },
];

describe("the summary of a quiet tick", () => {
  test("calls health slipping only while it falls", () => {
    expect(told({ logs: falling, healthBefore: 91 }, 89.8)).toBe(
      "Quiet, and health is slipping: 90, from 100 an hour ago.",
    );
    expect(told({ logs: falling, healthBefore: 86.9 }, 89.8)).toBe(
      "Quiet, and health is mending: 90, from 87 at the last tick and from 100 an hour ago.",
    );
  });

  test("calls it neither slipping nor mending where it has not moved since the last tick", () => {
    for (const before of [100, 70]) {
      const logs = [log("Quiet.", 5), { ...log("Quiet.", 60), health: before }];
      expect(told({ logs, healthBefore: 90.2 }, 89.8)).toBe(
        `Quiet, and health holds at 90; it was ${before} an hour ago.`,
      );
    }
  });

  test("says that a time of day begins only where it does", () => {
    const evening = Date.UTC(2026, 10, 21, 17, 2);
    const logs = [log("Quiet.", 5)];
    expect(told({ logs, now: evening, lastTickAt: evening - 5 * MINUTE })).toMatch(
      /^The evening begins quietly/u,
    );
    expect(told({ logs, lastTickAt: NOW - 9 * 60 * MINUTE })).not.toContain("begins");
  });

  test("tells how long ago it looked, also within the minute", () => {
    expect(told({ lastTickAt: NOW - 20_000 })).toContain("since the last look, less than a minute ago;");
    expect(told({})).toContain("since the last look, five minutes ago;");
  });
});
