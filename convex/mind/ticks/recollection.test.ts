import { describe, expect, test } from "vitest";
import type { Situation } from "../../../mind/tick/situation";
import { recollectionOf } from "./recollection";
import { feed, memory, note, situation } from "./test.situations";

describe("what a tick remembers", () => {
  test("is nothing where nothing is remembered", () => {
    expect(recollectionOf(situation({ events: [feed("The ferry is late.")] }))).toEqual({
      told: "",
      used: [],
      disputed: [],
    });
  });

  test("is told with its age where it bears on an event", () => {
    const { told, used } = recollectionOf(
      situation({
        events: [feed("The ferry is back after its repairs.")],
        memories: [memory("Bread rises overnight."), memory("The ferry went into repairs.")],
      }),
    );
    expect(told).toBe("It calls to mind, from an hour ago: “The ferry went into repairs.”");
    expect(used).toEqual([2]);
  });

  test("tells of what shares a name before what shares common words, and of nothing that shares one word by chance", () => {
    const remembered = (event: string, ...memories: string[]) =>
      recollectionOf(situation({ events: [feed(event)], memories: memories.map((one) => memory(one)) }));
    expect(
      remembered(
        "Leo has a fever and stays home.",
        "Ruth does not want to move to a home.",
        "Leo likes trains.",
      ).told,
    ).toBe("It calls to mind, from an hour ago: “Leo likes trains.”");
    expect(remembered("Gas prices rise by 12 percent in November.", "Maths exam on November 12.").told).toBe(
      "",
    );
    const told = remembered(
      "Leo has a cough and a fever.",
      "A cough and a fever may last.",
      "Leo likes trains.",
    ).told;
    expect(told.indexOf("trains")).toBeLessThan(told.indexOf("may last"));
  });

  test("is quoted as it was said, without where it was heard, and a question last", () => {
    const { told } = recollectionOf(
      situation({
        events: [feed("Joan cancelled her visit.")],
        memories: [
          memory("In a note: Is Joan's visit a problem?"),
          memory("As I was told: Joan lives in Leeds."),
        ],
      }),
    );
    expect(told).toBe(
      "It calls to mind, from an hour ago: “Joan lives in Leeds.” And I was asked an hour ago: “Is Joan's visit a problem?”",
    );
  });

  test("is told of what an event is about before whoever says so", () => {
    const { told } = recollectionOf(
      situation({
        events: [feed("The migration is done, Tomasz says.")],
        memories: [memory("Tomasz lives in Gdansk."), memory("The migration failed on the first try.")],
      }),
    );
    expect(told).toBe("It calls to mind, from an hour ago: “The migration failed on the first try.”");
  });

  test("is what holds now, where something newer has taken an older one's place", () => {
    const { told } = recollectionOf(
      situation({
        events: [note("What should I think of before Ruth's operation?")],
        memories: [
          memory("Ruth has an operation on her hip on the 9th of October.", { minutesAgo: 600 }),
          memory("As I was told: The clinic moved Ruth's operation to the 16th of October."),
          memory("Ruth reads the weather."),
        ],
      }),
    );
    expect(told).toBe(
      "It calls to mind, from an hour ago: “The clinic moved Ruth's operation to the 16th of October.”",
    );
  });

  test("is nothing that was put right since, though what did so shares a word alone", () => {
    const before = memory("The gate is stuck.", { minutesAgo: 600 });
    const asked = (memories: Situation["memories"]) =>
      recollectionOf(situation({ events: [note("Is the gate stuck?")], memories })).told;
    expect(asked([before])).toContain("“The gate is stuck.”");
    expect(asked([before, memory("I mended the gate.")])).not.toContain("“The gate is stuck.”");
  });

  test.each([
    ["We have 512 signatures now!", "We have 140 signatures and need 500."],
    [
      "The clinic moved Ruth's operation to the 16th of October.",
      "Ruth has an operation on the 9th of October.",
    ],
    ["The rent rises to 1,500 euros in January.", "The rent rises to 1,450 euros in January."],
    ["Customers can log in again.", "As I was told: Customers cannot log in."],
  ])("calls progress what it is, and disputes nothing: %s", (content, before) => {
    const { told, disputed } = recollectionOf(
      situation({ events: [feed(content, { echo: "renumbers" })], memories: [memory(before)] }),
    );
    expect(told).toBe(`Before that I had, from an hour ago: “${before.replace("As I was told: ", "")}”`);
    expect(disputed).toEqual([]);
  });

  test("calls no progress what is over and told otherwise", () => {
    const { told } = recollectionOf(
      situation({
        events: [feed("The composer was born in 1756.")],
        memories: [memory("The composer was born in 1757.")],
      }),
    );
    expect(told).toMatch(/^That does not agree with what I remember/);
  });

  test("is not told of the agent's own conclusions beside what others said", () => {
    const own = memory("Leo comes back in two memories on 5 October.", { type: "reflection", own: true });
    const { told } = recollectionOf(
      situation({ events: [feed("Leo has a fever.")], memories: [own, memory("Leo likes trains.")] }),
    );
    expect(told).toBe("It calls to mind, from an hour ago: “Leo likes trains.”");
  });

  test("begins two sentences of one kind only once", () => {
    const { told } = recollectionOf(
      situation({
        events: [feed("The ferry is back after its repairs.")],
        memories: [memory("The ferry went into repairs."), memory("Repairs of the ferry are dear.")],
      }),
    );
    expect(told).toBe(
      "It calls to mind, from an hour ago: “The ferry went into repairs.” And, from an hour ago: “Repairs of the ferry are dear.”",
    );
  });

  test("puts first what an event contradicts", () => {
    const { told, used } = recollectionOf(
      situation({
        events: [feed("The pier is closed to visitors.")],
        memories: [memory("Visitors like the pier."), memory("The pier is open to visitors.")],
      }),
    );
    expect(told).toMatch(/^That does not agree with what I remember from an hour ago: “The pier is open/);
    expect(used[0]).toBe(2);
  });

  test("knows what it has heard before", () => {
    const again = situation({
      events: [feed("The ferry Aurora is back in service.")],
      memories: [memory("The ferry Aurora is back in service.")],
    });
    expect(recollectionOf(again).told).toMatch(/^I have that already, from an hour ago:/);
  });

  test("calls nothing its own for good that was denied since", () => {
    const again = situation({
      events: [feed("The mill burned.", { echo: "denies" })],
      memories: [memory("The mill burned.")],
    });
    expect(recollectionOf(again).told).toBe(
      "I have heard that before, from an hour ago, and heard it gainsaid as well: “The mill burned.”",
    );
  });

  test("tells of the denial that it remembers beside the same story", () => {
    const event = feed("The mill burned.");
    const { told, disputed } = recollectionOf(
      situation({
        events: [event],
        memories: [memory("The mill burned."), memory("The mill did not burn.")],
      }),
    );
    expect(told).toMatch(
      /^That does not agree with what I remember.*did not burn.*heard it gainsaid as well/,
    );
    expect(disputed).toEqual([event]);
  });

  test("marks the agent's own words as such", () => {
    const own = situation({
      events: [feed("The ferry is late once more.")],
      memories: [memory("I have come to expect the ferry late.", { type: "reflection", own: true })],
    });
    expect(recollectionOf(own).told).toMatch(/^What I made of such things an hour ago:/);
  });
});
