import { describe, expect, test } from "vitest";
import { lengthOf } from "../text/phrasing";
import { feed, note } from "../tick/test.situations";
import { eventMemories } from "./memories";

const contents = (...events: ReturnType<typeof feed>[]) =>
  eventMemories({ events }).map(({ content }) => content);

describe("the memories of a tick without a model", () => {
  test("are the distinct texts of events, unchanged, with the numbers of the events", () => {
    const events = [feed("Die Fähre ist  da."), note("Ada is back now."), feed("die fähre ist da")];
    expect(eventMemories({ events })).toEqual([
      { type: "episodic", content: "Die Fähre ist  da.", importance: null, basedOn: [1, 3] },
      { type: "episodic", content: "Ada is back now.", importance: null, basedOn: [2] },
    ]);
  });

  test("leave out texts that only ask, but keep what somebody asks to remember", () => {
    expect(contents(note("Where is Ada?"), note("Please open the gate."))).toEqual([]);
    expect(contents(note("Please remember the gate."), note("Ada is back. Where is Ben?"))).toHaveLength(2);
  });

  test("are bounded, and the longest texts are cut first", () => {
    const long = Array.from({ length: 64 }, (_, i) => feed(`${i} ${"word ".repeat(3_000)}`));
    const kept = contents(feed("The ferry is back."), ...long);
    expect(kept).toHaveLength(16);
    expect(kept[0]).toBe("The ferry is back.");
    expect(kept.reduce((sum, content) => sum + lengthOf(content), 0)).toBeLessThanOrEqual(5_000);
  });
});
