import { describe, expect, test } from "vitest";
import { feed, MINUTE, note, NOW, situation } from "../../test/mind/situations";
import { asksToRemember, dueArtifacts, type Cover } from "./dueArtifacts";

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

  test("is made for every text: up to four alerts apart, more together, as few as hold them", () => {
    const boilers = (count: number, more = "") =>
      Array.from({ length: count }, (_, i) => bad(`Boiler ${i} is on fire.${more}`));
    const few = made(note("Remember the keys."), ...boilers(4));
    expect(few.map(({ type }) => type)).toEqual(["alert", "alert", "alert", "alert", "note"]);
    for (const more of ["", " It is hot.".repeat(40), " It is hot.".repeat(1_000)]) {
      const many = made(...boilers(64, more));
      const told = many.map(({ content }) => content);
      for (let i = 0; i < 64; i += 1)
        expect(told.filter((one) => one.includes(`“Boiler ${i} is on fire.`))).toHaveLength(1);
      expect(told.every((one) => one.length <= 1_000)).toBe(true);
      expect(many.length).toBeLessThan(more === "" ? 10 : 65);
      // What an alert of several names is not raised again, unless its words were cut: then others may begin alike.
      const alerts = told.map((content) => ({ type: "alert" as const, content, timestamp: NOW - MINUTE }));
      const again = dueArtifacts(situation({ events: boilers(64, more), alerts }));
      expect(again.length === 0).toBe(more.length < 500);
    }
  });

  test("is left out for events that an alert covers, by their numbers alone", () => {
    const events = [bad("nl-prod-1 is down."), bad("nl-prod-2 is down."), note("Remember nl-prod-1.")];
    const due = (type: Cover["type"], ...covers: number[]) =>
      dueArtifacts(situation({ events }), [{ type, covers }]).map(({ content }) => content);
    expect(due("alert", 1)).toEqual([
      expect.stringContaining("“nl-prod-2 is down.”"),
      expect.stringContaining("“Remember nl-prod-1.”"),
    ]);
    expect(due("alert", 1, 2, 3)).toEqual([expect.stringContaining("“Remember")]);
    expect(due("note", 1, 2, 3)).toHaveLength(2);
    expect(due("memory", 3)).toHaveLength(2);
  });

  test("of a text that is read in parts is made by the tick that reads its end", () => {
    const long = bad(`The dam has cracked. ${"Water rises. ".repeat(900)}`);
    const length = long.content.length;
    const readAs = (from: number, to: number) => made({ ...long, part: { from, to } });
    expect(readAs(0, 9_000)).toEqual([]);
    expect(readAs(9_000, length)).toHaveLength(1);
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
