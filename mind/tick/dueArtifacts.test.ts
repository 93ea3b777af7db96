import { describe, expect, test } from "vitest";
import { feed, MINUTE, note, NOW, situation } from "./test.situations";
import { asksToRemember, dueArtifacts } from "./dueArtifacts";

const bad = (content: string) => feed(content, { impact: "high", sentiment: -0.6 });
const made = (...events: ReturnType<typeof feed>[]) => dueArtifacts(situation({ events }));

describe("an alert", () => {
  test("quotes each bad event of high impact, and no other", () => {
    const [alert, ...others] = made(
      bad("The dam has cracked."),
      feed("Sales fell.", { impact: "medium", sentiment: -0.8 }),
      feed("The dam holds.", { impact: "high", sentiment: 0.5 }),
      note("I am sad.", "high"),
    );
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      type: "alert",
      content: expect.stringContaining("“The dam has cracked.”"),
    });
  });

  test("is not raised for a text that a recent alert quotes", () => {
    const [alert] = made(bad("The dam has cracked."));
    const alerts = [{ type: "alert" as const, content: alert?.content ?? "", timestamp: NOW - MINUTE }];
    const again = (content: string) => dueArtifacts(situation({ events: [bad(content)], alerts }));
    expect(again("the dam has  cracked")).toEqual([]);
    expect(again("The dam has burst.")).toHaveLength(1);
  });

  test("comes before notes, and a tick makes at most four artifacts", () => {
    const types = made(
      note("Remember the keys."),
      ...["One", "Two", "Three", "Four", "Five"].map((name) => bad(`Boiler ${name} is on fire.`)),
    ).map(({ type }) => type);
    expect(types).toEqual(["alert", "alert", "alert", "alert"]);
  });
});

describe("a note", () => {
  test.each([
    "Remember to call the vet.",
    "Please don’t forget: the key is under the mat.",
    "Anima, note that Ana is allergic to nuts.",
    "Hello there. Could you please remember that the pin is 1234?",
    "Remind me to water the beans",
    "KEEP IN MIND that we close at six.",
  ])("is made of a request to remember: %s", (content) => {
    expect(made(note(content))).toMatchObject([{ type: "note", content: expect.stringContaining(content) }]);
  });

  test.each([
    "I remember the summer of 1999.",
    "Do you remember Ana?",
    "Remember Ana?",
    "Don't remember this.",
    "She forgot the keys.",
    "A note on the door.",
  ])("is not made of other texts: %s", (content) => {
    expect(asksToRemember(note(content))).toBe(false);
  });

  test("is not made of a feed event", () => {
    expect(made(feed("Remember to vote."))).toEqual([]);
  });
});
