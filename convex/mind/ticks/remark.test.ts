import { describe, expect, test } from "vitest";
import { jokeOf, type Made } from "../events/jokes";
import type { Situation } from "../../../mind/tick/situation";
import { routineAt } from "../../../mind/time/routine";
import { remarkOn } from "./remark";
import { AFTER, MINUTE, NOW, feed, log, memory, note, situation } from "./test.situations";

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

  test("is never made on a question that is asked again", () => {
    const again = { ...note("Where is the spare key?"), echo: "repeats" as const };
    expect(remark({ events: [again] }) ?? "").not.toMatch(/familiar ring|comes round again/u);
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

  test("is not made twice within days, on whatever it was", () => {
    const before = "Marked high impact and worded like a timetable: “The ferry sails on Monday at noon.”";
    const remarks = [{ joke: jokeOf(before), at: NOW - 3_600_000, quiet: false }];
    expect(remark({ events: [plain(timetable)], remarks })).toBeUndefined();
    expect(remark({ events: [plain(timetable)], remarks, now: NOW + 4 * 86_400_000 })).toBeDefined();
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
    expect(remark({ logs })).toBe("The third look in a row at an empty inbox; since 19:50 it looks back.");
    expect(remark({ logs, given: { memories: 50, documents: 0 } })).toBeUndefined();
  });

  test("of quiet hours no joke is made twice in weeks, nor more than three a day, whatever day it names", () => {
    const before = log("A note says: “Hello.” Still curious.", 0, 1);
    const memories = [memory("Ruth paints the boat blue.")];
    let made: readonly Made[] = [];
    const said: string[] = [];
    // One look in five, for each costs the same; every number of quiet looks has its turn.
    for (let tick = 1; tick < 27 * 288; tick += 5) {
      const now = NOW + tick * 5 * MINUTE;
      // Something comes in every nine hours.
      const ticks = tick % 108;
      const since = now - ticks * 5 * MINUTE;
      const told = remark({
        now,
        lastTickAt: now - 5 * MINUTE,
        routine: routineAt(now, "Europe/Berlin"),
        quiet: { ticks: ticks - 1, since, before: { ...before, timestamp: since } },
        remarks: made,
        memories,
      });
      if (ticks === 0 || told === undefined) continue;
      made = [{ joke: jokeOf(told), at: now, quiet: true }, ...made];
      said.push(told);
    }
    expect(new Set(said.map(jokeOf)).size).toBe(said.length);
    expect(said.length).toBeGreaterThan(12);
    for (const { at } of made)
      expect(made.filter((one) => one.at > at - 86_400_000 && one.at <= at).length).toBeLessThanOrEqual(3);
  });

  test("of quiet hours is made in no low spirits, nor of a grave memory", () => {
    const quiet = { ticks: 8, since: NOW - 45 * MINUTE, before: log("A note says: “Hello.”", 45, 1) };
    const low = { ...AFTER, latents: { ...AFTER.latents, valence: -0.2 } };
    const memories = (content: string) => ({ quiet, memories: [memory(content)] });
    expect(remark(memories("Ruth paints the boat blue."))).toContain("“Ruth paints the boat blue.”");
    expect(remark(memories("Ruth paints the boat blue."), low)).toBeUndefined();
    expect(remark(memories("Mrs Okafor died."))).toBeUndefined();
  });
});
