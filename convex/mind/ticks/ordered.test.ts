/** What ticks without a model do of what notes ask for. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../test/support/codePoint";
import { lengthOf } from "../../../mind/text/phrasing";
import { words } from "./test.reflexTicks";
import { MINUTE, feed, memory, note, passage } from "./test.situations";

const DAY = 24 * 60;

const memories = [
  memory("In the news: The pear harvest at Orchard End began today.", { minutesAgo: 2 * DAY }),
  memory("In the news: The pear harvest brought in forty crates.", { minutesAgo: DAY }),
  memory("The harvest moves me.", { own: true }),
  memory("In a note: Tweet about the harvest."),
  memory("In a note: Send Ruth a crate of the harvest."),
  memory("In a note: How is the harvest?"),
];

describe("an order to make something", () => {
  test("is done of what was told of it last, and the log says so", () => {
    const { artifacts, detail } = words({ events: [note("Tweet about the harvest, please.")], memories });
    expect(artifacts).toEqual([
      {
        type: "tweet",
        content: "As I was told on 20 November 2026: “The pear harvest brought in forty crates.”",
      },
    ]);
    expect(detail).toContain("As I was asked, I made a tweet about “the harvest” of what I have on record.");
  });

  test.each([
    ["Write a note about the harvest.", "note", /forty crates.*began today/u],
    ["Could you write a question about the harvest?", "question", /forty crates.” Does that still hold\?$/u],
    ["Raise an alert about the harvest!", "alert", /^Raised because a note asked for it\. .*forty crates/u],
  ])("is done as what was asked for: %s", (order, type, content) => {
    const { artifacts } = words({ events: [note(order)], memories });
    expect(artifacts).toEqual([{ type, content: expect.stringMatching(content) }]);
    expect(artifacts[0]?.content).not.toMatch(/moves me|Tweet about|How is|Send Ruth/u);
  });

  test.each([
    ["Tweet that we are closed on Monday", "tweet", "We are closed on Monday."],
    ["The pears are in. Tweet about it!", "tweet", "The pears are in."],
    ["Raise an alert: the boiler leaks.", "alert", "Raised because a note asked for it: “the boiler leaks.”"],
    ["Write a note saying that Ruth is away.", "note", "Asked for: “Ruth is away.”"],
    ["Ask a question: is the mill shut?", "question", "Is the mill shut?"],
  ])("is done in the words that it brings: %s", (order, type, content) => {
    const { artifacts, detail } = words({ events: [note(order)], memories });
    expect(artifacts).toEqual([{ type, content }]);
    expect(detail).toMatch(/As I was asked, I made an? \p{L}+ in the words of the note\./u);
  });

  test.each([
    "Tweet about the latest on the harvest.",
    "Write a tweet about our harvest being praised.",
    "Tweet about how good the harvest was.",
  ])("is done of the thing, where nothing mentions all that is said of it: %s", (order) => {
    const { artifacts } = words({ events: [note(order)], memories });
    expect(artifacts[0]?.content).toContain("“The pear harvest brought in forty crates.”");
    const none = words({ events: [note(order)], memories: [memory("The choir met.")] });
    expect(none.artifacts).toEqual([]);
  });

  test("is done of what the same note tells", () => {
    const { artifacts } = words({
      events: [note("Our new miller is called Irene. Tweet about the miller.")],
    });
    expect(artifacts[0]?.content).toBe(
      "As I was told on 21 November 2026: “Our new miller is called Irene.”",
    );
  });

  test("is a note of what is on record where a summary or a list is asked for, or told of as not done", () => {
    const { artifacts } = words({ events: [note("Summarize what we know about the harvest.")], memories });
    expect(artifacts).toEqual([
      { type: "note", content: expect.stringMatching(/forty crates.*began today/u) as unknown },
    ]);
    const { artifacts: none, detail } = words({
      events: [note("List everything about eels pls.")],
      memories,
    });
    expect(none).toEqual([]);
    expect(detail).toContain(
      "I was asked for a note about “eels”, and made none: nothing that I have on record",
    );
  });

  test("in its own words is as long as a tweet may be", () => {
    const { artifacts } = words({ events: [note(`Tweet: ${"The pears are in and sweet ".repeat(20)}`)] });
    expect(artifacts).toHaveLength(1);
    expect(lengthOf(artifacts[0]?.content ?? "")).toBeLessThanOrEqual(280);
  });

  test("is done of what came in beside it, and of documents, by their names", () => {
    const events = [
      note("Tweet about the slipway."),
      note("Tweet about the ferry."),
      feed("The ferry is late."),
    ];
    const knowledge = [passage("Harbour rules", "The slipway is closed in winter. Dogs stay ashore.")];
    const { artifacts, usedPassages } = words({ events, knowledge });
    expect(artifacts.map(({ content }) => content)).toEqual(
      expect.arrayContaining([
        "From “Harbour rules”: “The slipway is closed in winter.”",
        "As I was told on 21 November 2026: “The ferry is late.”",
      ]),
    );
    expect(usedPassages).toEqual([1]);
  });

  test("leaves out what newer words brought up to date", () => {
    const told = [
      memory("Ruth's office is now in Kiel.", { minutesAgo: DAY }),
      memory("Ruth's office is in Bremen.", { minutesAgo: 3 * DAY }),
    ];
    const { artifacts } = words({ events: [note("Write a note about Ruth's office.")], memories: told });
    expect(artifacts[0]?.content).toContain("Kiel");
    expect(artifacts[0]?.content).not.toContain("Bremen");
  });

  test.each([
    ["Tweet about the moon landing.", "nothing that I have on record mentions it"],
    ["Tweet about it.", "the note doesn't say about what"],
  ])("is not done where nothing is on record, and the log says why: %s", (order, why) => {
    const { artifacts, detail } = words({ events: [note(order)], memories });
    expect(artifacts).toEqual([]);
    expect(detail).toMatch(new RegExp(`I was asked for a tweet.*and made none: ${why}\\.`, "u"));
  });

  test("is done twice a tick at most, and what came in still raises its alert", () => {
    const events = [
      ...["note", "question", "tweet"].map((type) => note(`Write a ${type} about the harvest.`)),
      feed("The dam broke and three are dead.", { impact: "high", sentiment: -0.9 }),
    ];
    const { artifacts, detail } = words({ events, memories });
    expect(artifacts.filter(({ content }) => content.includes("crates"))).toHaveLength(2);
    expect(artifacts.map(({ type }) => type)).toContain("alert");
    expect(detail).not.toMatch(/speak of|comes up/u);
    expect(detail).toContain("a tick makes no more than two things");
    const twice = [note("Tweet about the harvest."), note("tweet about the harvest!")];
    expect(words({ events: twice, memories }).artifacts).toHaveLength(1);
  });

  test("comes from notes alone, and leaves a question beside it its answer", () => {
    expect(words({ events: [feed("Tweet about the harvest.")], memories }).artifacts).toEqual([]);
    const both = note("Tweet about the harvest. How many crates did the pear harvest bring?");
    expect(words({ events: [both], memories }).artifacts.map(({ type }) => type)).toEqual([
      "tweet",
      "question",
    ]);
    const kept = note("Make a note of the dentist on Friday.");
    expect(words({ events: [kept] }).artifacts[0]).toMatchObject({ type: "note" });
  });

  test("yields a tweet that fits, of whatever is on record", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 600 }), (text) => {
        const events = [note("Tweet about the harvest."), feed(`The harvest: ${text}`)];
        const tweet = words({ events }).artifacts.find(({ type }) => type === "tweet");
        expect(lengthOf(tweet?.content ?? "")).toBeLessThanOrEqual(280);
      }),
    );
  });
});

describe("an order to leave something alone", () => {
  test("calls nothing of it to mind, and the log says what follows", () => {
    const told = [memory("Parking in Canal Street costs four euros.", { minutesAgo: 300 })];
    const { detail, artifacts } = words({ events: [note("Stop talking about parking.")], memories: told });
    expect(detail).toContain("I was asked to leave “parking” alone: for three days");
    expect(detail).not.toContain("four euros");
    expect(artifacts).toEqual([]);
  });
});

describe("an order to leave several things alone", () => {
  test.each(["Stop talking about parking, eels or the lift.", "Don't mention eels and parking."])(
    "is of each: %s",
    (text) => {
      const told = [memory("Parking in Canal Street costs four euros.", { minutesAgo: 300 })];
      const { detail } = words({
        events: [note(text), note("I looked for parking in Canal Street.")],
        memories: told,
      });
      expect(detail).not.toContain("four euros");
    },
  );
});

describe("an order that no reflex carries out", () => {
  test("is told of in one sentence", () => {
    const { detail, artifacts } = words({
      events: [note("Write a poem about the harvest.", "normal", MINUTE)],
      memories,
    });
    expect(detail).toContain("I was told: “Write a poem about the harvest.” That is not done");
    expect(artifacts).toEqual([]);
  });
});

describe("what a note forbids", () => {
  const told = [
    memory("New miller at the Sand Mill: Ms Abebe, from 1 December."),
    memory("Ms Abebe paints the doors of the Sand Mill."),
  ];
  const plain = memory("The Sand Mill grinds on Mondays.");
  const NAMELESS = "Tweet about the Sand Mill. Do not name the miller.";

  test.each([
    NAMELESS,
    "Tweet about the Sand Mill, but don't name the miller.",
    "Dont mention the miller. Tweet about the Sand Mill.",
    "Tweet about the Sand Mill without saying who owns it.",
  ])("is published in nothing: %s", (order) => {
    const { artifacts, detail } = words({ events: [note(order)], memories: told });
    expect(artifacts).toEqual([]);
    expect(detail).toMatch(
      /made none: what I have on record of it may tell of “.+”, which I was asked to leave out\./u,
    );
    const { artifacts: made } = words({ events: [note(order)], memories: [...told, plain] });
    expect(made.map(({ content }) => content)).toEqual([
      expect.stringContaining("“The Sand Mill grinds on Mondays.”"),
    ]);
  });

  test("is left out where another note says so, and by whatever name it goes", () => {
    const events = [note("Tweet about the Sand Mill."), note("Don't mention the new miller.")];
    const { artifacts } = words({ events, memories: told });
    expect(artifacts).toEqual([]);
  });

  test("is left out of words that are given as well", () => {
    const { artifacts, detail } = words({
      events: [note("Tweet that Ruth rows again. Don't mention Ruth.")],
    });
    expect(artifacts).toEqual([]);
    expect(detail).toContain("its words may tell of “Ruth”, which I was asked to leave out");
  });

  test("may be any name", () => {
    const { artifacts, detail } = words({
      events: [note("Tweet about the Sand Mill. No names, please.")],
      memories: [...told, plain],
    });
    expect(artifacts.map(({ content }) => content)).toEqual([expect.stringContaining("on Mondays")]);
    expect(detail).toContain("I was asked for no names");
  });

  test("is told of beside what else was ordered", () => {
    const { artifacts, detail } = words({
      events: [note("Tweet about the Sand Mill. Stop talking about eels.")],
      memories: [plain],
    });
    expect(artifacts).toHaveLength(1);
    expect(detail).toContain("I was asked to leave “eels” alone");
  });

  test("is not called to mind by the same tick", () => {
    const memories = [memory("The talk with the bank is on Friday.")];
    const told = (text: string) => words({ events: [note(text)], memories }).detail;
    expect(told("I slept badly for the talk with the bank.")).toContain("on Friday");
    expect(told("I slept badly for the talk with the bank. Dont mention the bank talk pls")).not.toContain(
      "on Friday",
    );
  });

  test("is in no answer but to who asks for it", () => {
    const memories = [memory("The oar is in Ruth's boathouse.")];
    const answer = (text: string) => words({ events: [note(text)], memories }).artifacts[0]?.content;
    expect(answer("Where is the oar? Don't mention Ruth.")).toContain(
      "tells of what I was asked to leave alone",
    );
    expect(answer("Is the oar in Ruth's boathouse? Don't mention Ruth.")).toContain(
      "“The oar is in Ruth's boathouse.”",
    );
  });
});
