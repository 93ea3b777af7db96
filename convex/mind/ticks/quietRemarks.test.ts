/** Remarks on quiet hours: what they say of the hour is so. */
import { describe, expect, test } from "vitest";
import { routineAt } from "../../../mind/time/routine";
import { quietRemarks } from "./quietRemarks";
import { AFTER, MINUTE, NOW, log, memory, situation } from "./test.situations";

const remarksAt = (now: number, lastTickAt: number): string[] =>
  quietRemarks(
    situation({
      now,
      lastTickAt,
      timeZone: "UTC",
      routine: routineAt(now, "UTC"),
      quiet: { ticks: 2, since: now - 70 * MINUTE, before: log("The choir sang.", 70, 1) },
    }),
    AFTER,
  );
/** A Wednesday. */
const at = (hour: number, minute: number) => Date.UTC(2026, 10, 18, hour, minute);

describe("a part of the day", () => {
  test("is remarked on by the tick that sees it begin", () => {
    expect(remarksAt(at(12, 2), at(11, 57))).toContainEqual(expect.stringContaining("Wednesday noon"));
    expect(remarksAt(at(5, 3), at(4, 58))).toContainEqual(expect.stringContaining("arrived by 05:03"));
  });

  test.each([
    [at(16, 20), at(11, 40), "noon"],
    [at(10, 45), at(4, 50), "arrived by"],
    [at(21, 30), at(17, 50), "reports for duty"],
  ])("is not remarked on as new by one that comes hours later", (now, last, words) => {
    expect(remarksAt(now, last).join(" ")).not.toContain(words);
  });
});

test("what is remembered ends before it is remarked on, with a stop of its own or without", () => {
  const reread = (content: string) =>
    quietRemarks(
      situation({
        memories: [memory(content)],
        quiet: { ticks: 8, since: NOW - 70 * MINUTE, before: log("The choir sang.", 70, 1) },
      }),
      AFTER,
    );
  const remark = (content: string) =>
    `With nothing to read I reread what I have: ${content} It has not changed.`;
  expect(reread("In a note: the mill grinds on mondays")).toContain(remark("“the mill grinds on mondays”."));
  expect(reread("The mill grinds on Mondays.")).toContain(remark("“The mill grinds on Mondays.”"));
  expect(reread("In a note: what is the mill's name")).not.toContainEqual(expect.stringContaining("reread"));
});
