import { describe, expect, test } from "vitest";
import type { Situation } from "../../../mind/tick/situation";
import { sentimentOf } from "../sentiment/sentiment";
import { reflexTick } from "./reflexes";
import { AFTER, MINUTE, NOW, feed, situation } from "./test.situations";

/** The texts of the alerts that news of high impact raises. */
const alerts = (content: string, changes: Partial<Situation> = {}, about: Parameters<typeof feed>[1] = {}) =>
  reflexTick(
    situation({
      events: [feed(content, { impact: "high", sentiment: sentimentOf(content).score, ...about })],
      ...changes,
    }),
    AFTER,
  )
    .artifacts.filter(({ type }) => type === "alert")
    .map((one) => one.content);

describe("an alert", () => {
  test.each([
    "The boiler is dead.",
    "The server in Falkenstein is on fire.",
    "Mrs Okafor died.",
    "Lena is in hospital with pneumonia.",
    "There was an explosion at the plant.",
    "Our payment provider is bankrupt.",
  ])("is raised by weighty news that is clearly bad: %s", (content) => {
    expect(alerts(content)).toEqual([expect.stringContaining(`“${content}”`)]);
  });

  test.each([
    "Release 4.0 is out.",
    "The insurance approved care level three.",
    "The clinic moved the operation to the 16th of October.",
    "Nobody was hurt in the fire drill.",
    "Die Apotheke ist ab Freitag wieder offen.",
    "Die Katze schläft.",
    "The fire alarms are tested on Thursday at eleven.",
    "The crash course in pottery starts in April.",
    "Kill the hung container before midnight.",
    "The emergency contacts are on the door.",
    "The stroke count of the pump is 60.",
    "A shooting star was seen over the pier.",
    "The photo shoot starts at seven.",
    "Poison oak grows behind the shed.",
    "Rob Adeyemi moved to the second floor.",
    "Roll the die to begin.",
    "The die is cast in brass.",
    "Flood lights were put up at the pitch.",
    "Le pain est frais.",
  ])("is raised by no other: %s", (content) => {
    expect(alerts(content)).toEqual([]);
  });

  test("is raised by nothing that weighs less", () => {
    expect(alerts("Mrs Okafor died.", {}, { impact: "medium" })).toEqual([]);
  });

  test("says on which day and at which hour, for it is read long after", () => {
    expect(alerts("The boiler is dead.")[0]).toContain("received on 21 November 2026 at 20:02: ");
  });

  test("is not raised twice within a day, however the news is written", () => {
    const [content = ""] = alerts("The boiler is dead.");
    const made = (minutesAgo: number) => ({
      made: [{ type: "alert" as const, content, timestamp: NOW - minutesAgo * MINUTE }],
    });
    expect(alerts("the boiler is DEAD!", made(50))).toEqual([]);
    expect(alerts("The boiler is dead.", made(2 * 24 * 60))).toHaveLength(1);
    expect(alerts("The cellar is flooded.", made(50))).toHaveLength(1);
  });
});
