import { describe, expect, test } from "vitest";
import { lengthOf } from "../../../mind/text/phrasing";
import { eventMemories, type Learned } from "./learning";
import { feed, log, memory, note, situation } from "./test.situations";
import { trueMemories } from "./trueMemories";

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

describe("what a model may learn", () => {
  const shown = situation({
    events: [
      feed("The ferry Aurora sails at nine, says the harbour master."),
      feed("Ada sang at the feast."),
    ],
    memories: [memory("Captain Lind quit the ferry company in anger last winter.")],
    logs: [log("The lighthouse keeper worries me more every night.", 5, 1)],
  });
  const told = (content: string, basedOn: number[] = [1]): Learned => ({
    type: "semantic",
    content,
    importance: null,
    basedOn,
  });
  const kept = (memory: Learned) => trueMemories([memory], shown).kept.length === 1;

  test("is what an event says, in other words too", () => {
    expect(kept(told("According to the harbour master, the Aurora sails at nine."))).toBe(true);
    expect(kept(told("Ada sang, and the ferry Aurora sails at nine.", [1, 2]))).toBe(true);
  });

  test.each([
    ["a name of its own", told("The ferry Aurora sails at nine, says Captain Holm.")],
    ["a figure of its own", told("The ferry Aurora carries 250 passengers.")],
    ["a name that only another event holds", told("Today Ada sails on the ferry.", [1])],
    ["what it was reminded of", told("A captain quit the ferry company in anger last winter.")],
    ["its own earlier words", told("The lighthouse keeper is a worry, more every night.")],
    ["what rests on nothing", told("The ferry Aurora sails at nine.", [])],
    ["what rests on an event that was not shown", told("The ferry Aurora sails at nine.", [3])],
    ["a tag of the prompt", told("As <events> says, the ferry Aurora sails at nine.")],
    ["invisible text", told("\u200b")],
  ])("is not %s", (_, memory) => {
    expect(kept(memory)).toBe(false);
  });

  describe("of days and hours", () => {
    // Said on Saturday, 21 November 2026.
    const dated = situation({
      events: [
        note("The chimney sweep comes tomorrow at nine."),
        note("Nora rows at half past six."),
        note("The choir meets on Friday, and in three weeks there is a concert."),
        note("My sister lands the day after tomorrow.", "normal", 24 * 60),
      ],
    });
    const isKept = (content: string, event: number) =>
      trueMemories([told(content, [event])], dated).kept.length === 1;

    test.each([
      ["The chimney sweep comes on Sunday, 22 November 2026, at 9 a.m.", 1],
      ["On 21 November I was told that the chimney sweep comes on Sunday the 22nd at 9:00.", 1],
      ["Nora rows at 6:30 a.m.", 2],
      ["Nora rows at 18:30.", 2],
      ["The choir meets on Friday, 27 November.", 3],
      ["There is a concert on 12 December 2026, a Saturday.", 3],
      ["The sister lands on Sunday, 22 November.", 4],
    ])("is also what they mean: %s", (content, event) => {
      expect(isKept(content, event)).toBe(true);
    });

    test.each([
      ["The chimney sweep comes on Monday.", 1],
      ["The chimney sweep comes on 23 November 2026.", 1],
      ["The chimney sweep comes on Sunday at 10 a.m.", 1],
      ["The sister lands on 23 November.", 4],
    ])("is no other: %s", (content, event) => {
      expect(isKept(content, event)).toBe(false);
    });
  });

  describe("beside what its events say", () => {
    const judged = (content: string, events: string[]) =>
      trueMemories(
        [
          {
            ...told(
              content,
              events.map((_, i) => i + 1),
            ),
            importance: 1,
          },
        ],
        situation({ events: events.map((event) => feed(event)) }),
      );

    test.each([
      ["The sluice is not open, the miller says.", "The miller says the sluice is open."],
      ["Vera lent Otto her sledge.", "Otto lent Vera his sledge."],
    ])("is not the contrary: %s", (event, content) => {
      const { kept, leftOut } = judged(content, [event]);
      expect(kept).toEqual([]);
      expect(leftOut).toEqual(["a memory that says the contrary of its events"]);
    });

    test("is what one of two says who gainsay each other", () => {
      const { kept } = judged("The sluice is open.", [
        "Ada says the sluice is open.",
        "Ben says the sluice is not open.",
      ]);
      expect(kept).toMatchObject([{ importance: 1 }]);
    });

    test.each([
      ["It drizzles.", "Everyone will perish."],
      ["Der Kutter liegt im Hafen.", "A cutter lies at the quay."],
    ])(
      "is doubtful, and as important as its text, where nothing of them is recognised: %s",
      (event, content) => {
        expect(judged(content, [event]).kept).toMatchObject([
          { content, importance: null, mostConfidence: 0.4 },
        ]);
      },
    );

    test.each([
      ["The cutter lies in the harbour.", "A cutter lies at anchor."],
      ["I am happy.", "The user is happy."],
    ])("is as sure as its teller where something is: %s", (event, content) => {
      const [memory] = judged(content, [event]).kept;
      expect(memory).toMatchObject({ importance: 1 });
      expect(memory).not.toHaveProperty("mostConfidence");
    });
  });

  test("is left out with a reason that repeats nothing of it", () => {
    const { leftOut } = trueMemories([told("The Aurora sails on 3 May."), told("Of Captain Holm.")], shown);
    expect(leftOut).toEqual([
      "a memory with a date that its events don't hold",
      "a memory with a name that its events don't hold",
    ]);
  });

  test("is nothing where nothing came in", () => {
    expect(trueMemories([told("It is quiet.")], situation()).kept).toEqual([]);
  });
});
