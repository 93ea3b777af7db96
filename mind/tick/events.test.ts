import { describe, expect, test } from "vitest";
import { bySeverity, gravityOf, namedEvents, noteStimuli, countedKinds, toneOf } from "./events";
import { isLearned, remembered } from "./learning";
import { bestFound, recallTexts } from "./recallQueries";
import { feed, note } from "../../test/mind/situations";

describe("events", () => {
  test("are named with their impact or priority, and counted", () => {
    const events = [note("a", "high"), feed("b"), feed("c"), feed("d", { type: "market", impact: "low" })];
    expect(namedEvents(events)).toBe("an urgent note, two news items and a low-impact market report");
    expect(countedKinds(events)).toBe("one note, two news items and one market report");
  });

  test("are graver with more impact, sentiment and novelty, from 0 to 1", () => {
    const heavy = feed("x", { impact: "high", sentiment: -1 });
    const stale = feed("x", { impact: "high", sentiment: -1, novelty: 0 });
    const even = feed("x", { impact: "low" });
    expect(bySeverity([even, stale, heavy])).toEqual([heavy, stale, even]);
    expect(gravityOf(heavy)).toBeLessThanOrEqual(1);
    expect(gravityOf(even)).toBeGreaterThan(0);
  });

  test("have tones of the same degree for opposite sentiments", () => {
    for (const sentiment of [0.05, 0.3, 0.9])
      expect(toneOf(sentiment).replace("positive", "negative")).toBe(toneOf(-sentiment));
  });

  test("move the affect in a tick only if they are notes, by their priority", () => {
    expect(noteStimuli([feed("a"), note("b", "high")])).toEqual([
      { sentiment: 0, novelty: 1, impact: "high" },
    ]);
  });

  test("are searched for by the questions of all notes, then by the texts of a few grave feed events", () => {
    const feeds = Array.from({ length: 9 }, (_, i) => feed(`News ${i}.`, { impact: "high" }));
    const [first, ...others] = recallTexts([...feeds, note("Hello. Where is Ada?", "low")]);
    expect(first).toEqual({ text: "Where is Ada?", events: [10] });
    expect(others.length).toBeLessThan(6);
    const notes = ["Where is Ada?", "Wo ist Ben?", "Where is the key?", "Who rang?", "Where is Ada?"];
    const texts = recallTexts([...feeds, ...notes.map((text) => note(text))]);
    expect(texts.map(({ text }) => text)).toEqual([...new Set(notes)]);
  });
});

describe("the results of queries", () => {
  const found = (name: string, similarity: number, ...events: number[]) => ({
    name,
    similarity,
    recalledBy: events.map((event) => ({ event, similarity })),
  });
  const nameOf = ({ name }: { name: string }) => name;

  test("include the best of each query, then the most similar", () => {
    const lists = [
      [found("a", 0.9, 1), found("b", 0.8, 1), found("c", 0.7, 1)],
      [found("d", 0.4, 2), found("e", 0.3, 2)],
      [],
    ];
    expect(bestFound(lists, 3, nameOf).map(nameOf)).toEqual(["a", "b", "d"]);
  });

  test("have a find of several queries once, as recalled by the events of all", () => {
    const lists = [[found("a", 0.5, 1)], [found("a", 0.9, 2, 3), found("b", 0.6, 2, 3)]];
    const [a, b] = bestFound(lists, 2, nameOf);
    const by = [2, 3].map((event) => ({ event, similarity: 0.9 }));
    expect(a).toEqual({ name: "a", similarity: 0.9, recalledBy: [...by, { event: 1, similarity: 0.5 }] });
    expect(b).toEqual(found("b", 0.6, 2, 3));
  });
});

describe("a memory learned from events", () => {
  test("names its source, with impact or priority and the sender's metadata, and that a tick learned it", () => {
    const about = { ...feed("x", { impact: "high" }), metadata: '{"feed":"BBC"}' };
    const learned = { type: "semantic" as const, content: "X.", importance: null };
    const metadata = remembered(
      [
        { ...learned, basedOn: [1] },
        { ...learned, basedOn: [2], mostConfidence: 0.3 },
        { ...learned, basedOn: [1, 2] },
      ],
      [about, { ...note("y"), source: { kind: "wake", priority: "normal", from: "Ada" } }],
      ["event-1", "event-2"],
      0.6,
    );
    expect(metadata.map(({ confidence }) => confidence)).toEqual([0.6, 0.3, 0.6]);
    const [first, second, both] = metadata.map((one) => JSON.parse(one.metadata));
    expect(first).toMatchObject({ source: "news", impact: "high", feed: "BBC", eventId: "event-1" });
    expect(second).toMatchObject({
      source: "note",
      priority: "normal",
      context: "a note",
      from: "Ada",
      eventId: "event-2",
    });
    expect(both).toMatchObject({ source: "tick", context: "a high-impact news item and a note" });
    expect([isLearned(first), isLearned({ source: "tick" })]).toEqual([true, false]);
  });
});
