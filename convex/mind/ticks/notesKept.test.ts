/** What notes ask to be kept, and what of it is no answer. */
import { describe, expect, test } from "vitest";
import { artifacts, words } from "./test.reflexTicks";
import { note } from "./test.situations";

describe("an artifact is earned", () => {
  test("by a request that is put as a question, a note to keep", () => {
    expect(words({ events: [note("Can you remind me to call the vet?")] }).artifacts).toEqual([
      { type: "note", content: expect.stringContaining("“Can you remind me to call the vet?”") as unknown },
    ]);
    expect(artifacts({ events: [note("Do you remember the vet?")] })).toEqual(["question"]);
  });

  test.each([
    ["Do not remind me of the regatta."],
    ["No need to remind me of the vet."],
    ["Don't remember this: the pin is 1234."],
    ["You don't have to make a note of the fare."],
    ["I don't remember the code of the bike lock."],
    ["I will always remember the day in Porto."],
    ["The song reminds me of Ada, and nobody had to remind me."],
    ["The deadline was yesterday, and we made it."],
    ["My to-do list is empty for once."],
    ["No need to remember that: it is on the calendar."],
  ])("by a note that asks not to be kept, nothing: %s", (text) => {
    expect(artifacts({ events: [note(text)] })).toEqual([]);
  });

  test.each([
    "Remember to breathe.",
    "The tap drips, please remind me on Monday.",
    "I must remember where I parked.",
    "The meeting is at five, don’t forget!",
    "Bear in mind that the lift is out of order.",
    "The deadline is on Friday.",
    "To-do: bins out on Thursday.",
    "Ada is allergic to nuts. Would you please take a note of it?",
  ])("by a note that asks to be kept, a note: %s", (text) => {
    expect(artifacts({ events: [note(text)] })).toContain("note");
  });

  test("by a note that asks to be kept, what it says of that, beside a question or an order", () => {
    const kept = (text: string) =>
      words({ events: [note(text)] }).artifacts.find(({ type }) => type === "note")?.content;
    expect(kept("Remember that the oar is in the hall. Where is the spade?")).toContain("oar is in the hall");
    expect(kept("remind me to call the vet. and dont mention the regatta pls")).toMatch(
      /“remind me to call the vet\.”$/u,
    );
  });

  test.each([
    "Tweet about the choir, and remind me to call Cem.",
    "Remind me to call Cem and tweet about the choir.",
  ])("by a note that asks to be kept, that, in one sentence with an order: %s", (text) => {
    const made = words({ events: [note(text)] }).artifacts;
    expect(made.map(({ content }) => content)).toEqual([
      expect.stringMatching(/“remind me to call Cem\.?”$/iu),
    ]);
  });

  test("by a note that asks to be kept, a note", () => {
    expect(artifacts({ events: [note("Remember that the audit is on Friday.")] })).toEqual(["note"]);
  });
});
