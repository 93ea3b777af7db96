import { describe, expect, test } from "vitest";
import { remarkOn } from "./remark";
import type { Situation } from "./situation";
import { AFTER, NOW, feed, log, situation } from "./test.situations";

const remark = (changes: Partial<Situation>, after = AFTER) => remarkOn(situation(changes), after);
const plain = (content: string) => feed(content, { impact: "high", sentiment: 0 });
const timetable = "The new timetable starts on the 13th of December.";

describe("a remark", () => {
  test("on the wording of a timetable is made only of one", () => {
    expect(remark({ events: [plain(timetable)] })).toBe(
      `Marked high impact and worded like a timetable: “${timetable}”`,
    );
    for (const content of [
      "We have 512 signatures now!",
      "Release 4.0 is out.",
      "The council voted against the car park.",
    ])
      expect(remark({ events: [plain(content)] })).toBeUndefined();
  });

  test.each([
    "The clinic moved the operation to the 16th of October.",
    "The funeral is on Friday at the old chapel.",
    "The rent is due on the 1st of December again.",
    "The bank wants the loan back by the 3rd of May.",
    "The company files for bankruptcy on Monday next week.",
  ])("is never made on grave news: %s", (content) => {
    expect(remark({ events: [plain(content)] })).toBeUndefined();
    expect(remark({ events: [feed(content, { echo: "repeats" })] })).toBeUndefined();
    expect(remark({ events: [feed(content.toUpperCase())] })).toBeUndefined();
    expect(remark({ events: [plain(content)], lastTickAt: NOW - 9 * 3_600_000 })).toBeUndefined();
    const logs = [
      log("Quiet.", 5),
      log("Quiet.", 10),
      log(`A news item: “${content}” Still curious.`, 15, 1),
    ];
    expect(remark({ logs })).toBeUndefined();
  });

  test("is not made twice within the recent log, on whatever it was", () => {
    const before = "Marked high impact and worded like a timetable: “The ferry sails on Monday at noon.”";
    expect(remark({ events: [plain(timetable)], remarks: [before] })).toBeUndefined();
    expect(
      remark({ events: [plain(timetable)], logs: [{ ...log("Said.", 5, 1), remark: before }] }),
    ).toBeUndefined();
  });

  test("takes what went wrong and was mended for no argument", () => {
    const feeds = (good: string) => ({
      events: [feed("The build has been failing.", { sentiment: -0.5 }), feed(good, { sentiment: 0.5 })],
    });
    expect(remark(feeds("The build pleases everybody."))).toContain("both halves of an argument");
    expect(remark(feeds("The build is green again."))).toBeUndefined();
    expect(remark(feeds("The canteen praises the build."))).toBeUndefined();
  });

  test("takes no change for a contradiction", () => {
    const denied = (content: string) => remark({ events: [feed(content, { echo: "denies" })] });
    expect(denied("The bridge is closed.")).toContain("is not how I heard it before");
    expect(denied("The bridge is open again.")).toBeUndefined();
    const renumbered = (content: string) => remark({ events: [feed(content, { echo: "renumbers" })] });
    expect(renumbered("The choir sang eleven songs.")).toContain("with other numbers");
    expect(renumbered("Disk usage is at 72 percent.")).toBeUndefined();
  });

  test("calls no inbox empty beside which something was told", () => {
    const logs = [log("Quiet.", 5), log("Quiet.", 10), log("News.", 15, 1)];
    expect(remark({ logs })).toBe("The third look in a row at an empty inbox; it looks back.");
    expect(remark({ logs, given: { memories: 50, documents: 0 } })).toBeUndefined();
  });
});
