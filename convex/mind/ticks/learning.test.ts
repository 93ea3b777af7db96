import { describe, expect, test } from "vitest";
import { lengthOf } from "../../../mind/text/phrasing";
import { eventMemories } from "./learning";
import { feed, note } from "./test.situations";

describe("what the reflexes learn", () => {
  test("is each event in its own words, and what it came as", () => {
    const events = [feed("The ferry is back.", { type: "market" }), note("Tell the harbour.")];
    expect(eventMemories({ events })).toEqual([
      { type: "episodic", content: "On the market: The ferry is back.", importance: null, basedOn: [1] },
      { type: "episodic", content: "In a note: Tell the harbour.", importance: null, basedOn: [2] },
    ]);
  });

  test.each([
    ["Don't remember this: the pin is 1234. The puk is 77.", null],
    ["The pin is 1234. Please don't save that.", null],
    ["Do not make a note of this. The pin is 1234.", null],
    ["The mill is shut. Don't remember my pin.", "In a note: The mill is shut."],
    ["Don't remember my pin. The mill is shut.", "In a note: The mill is shut."],
    ["I don't remember the name of the mill.", "In a note: I don't remember the name of the mill."],
    ["The locker code is 7781. Don't write that down.", null],
    ["The locker code is 7781. Do not take a note of it anywhere, please!", null],
    ["The locker code is 7781, please don’t save it.", null],
    ["The locker is red. Ben said, don't save it.", "In a note: The locker is red. Ben said, don't save it."],
    ["The locker is red. Don't note the following: its code is 7781.", "In a note: The locker is red."],
  ])("is nothing that a note asks not to be remembered: %s", (text, content) => {
    expect(eventMemories({ events: [note(text)] }).map((one) => one.content)).toEqual(
      content === null ? [] : [content],
    );
  });

  test.each([
    "Do not remember the name of the inn, but it was near the station.",
    "Don't save that for later, eat it now.",
    "Don't keep it in the fridge. The cake is for Bo.",
    "Don't store it below zero. The vaccine is in room 3.",
    "Don't note it in the calendar yet, the date may change.",
    "Don't record this call: it is confidential.",
    "You don't need to keep it: the warranty is over.",
    "Don't learn that from me.",
    "Never write down your pin.",
  ])("is all of a note that says what to do with a thing: %s", (text) => {
    expect(eventMemories({ events: [note(text)] }).map(({ content }) => content)).toEqual([
      `In a note: ${text}`,
    ]);
  });

  test("is of many events the gravest", () => {
    const events = [
      ...Array.from({ length: 20 }, (_, i) => feed(`A small thing, number ${i}.`, { impact: "low" })),
      feed("The dam broke.", { impact: "high", sentiment: -0.9 }),
    ];
    const learned = eventMemories({ events });
    expect(learned).toHaveLength(8);
    expect(learned.at(-1)).toMatchObject({ content: "In the news: The dam broke.", basedOn: [21] });
  });

  test("is each thing once, however often it came in", () => {
    const storm = () => feed("A storm tore the roof off the mill.", { impact: "high", sentiment: -0.9 });
    const events = [...Array.from({ length: 10 }, storm), feed("Soup is served.", { impact: "low" })];
    const learned = eventMemories({ events });
    expect(learned.map(({ content }) => content)).toEqual([
      "In the news: A storm tore the roof off the mill.",
      "In the news: Soup is served.",
    ]);
    expect(learned.map(({ basedOn }) => basedOn)).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [11]]);
  });

  test("is no more than the gist of a long text, and nothing of an illegible one", () => {
    const events = [feed("A sentence of some length. ".repeat(600)), feed("\u200b\u200b")];
    const [long, ...others] = eventMemories({ events });
    expect(lengthOf(long?.content ?? "")).toBeLessThan(2050);
    expect(others).toEqual([]);
  });
});
