import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { idfOf } from "../../../mind/ranking/idf";
import {
  decideToThink,
  enoughToThink,
  LEAST_GAP_MS,
  MOST_THOUGHTS_A_DAY,
  type ThinkingMatter,
} from "./thinking";

const idf = idfOf(0, () => 0);
const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 21, 19, 5);
const SINCE = NOW - HOUR;

const event = (content: string, importance = 0.8, at = NOW - 1000) => ({ content, importance, at });
const memory = (content: string, changes: Partial<ThinkingMatter["memories"][number]> = {}) => ({
  content,
  importance: 0.6,
  salience: 0.6,
  createdAt: SINCE - HOUR,
  entities: [],
  own: false,
  ...changes,
});
const matter = (changes: Partial<ThinkingMatter> = {}): ThinkingMatter => ({
  now: NOW,
  lastThoughtAt: SINCE,
  thoughtsToday: 0,
  events: [event("A storm closed the harbour of Kiel."), event("The ferry to Oslo stays in Kiel.", 0.9)],
  memories: [],
  knowledge: [],
  contradictions: [],
  weighty: [],
  usedSeeds: [],
  ...changes,
});
const decide = (changes: Partial<ThinkingMatter> = {}) => decideToThink(matter(changes), idf);
const seedsOf = (changes: Partial<ThinkingMatter>) => {
  const decision = decide(changes);
  if (decision.kind === "wait") throw new Error(decision.because);
  return decision.seeds;
};

describe("thinking by itself", () => {
  test("happens when enough has come in, and says why", () => {
    expect(decide()).toMatchObject({ kind: "think", because: "two events since the last thought" });
  });

  test.each<[string, Partial<ThinkingMatter>, string]>([
    [
      "the day's thoughts are had",
      { thoughtsToday: MOST_THOUGHTS_A_DAY },
      "it has had 24 thoughts in a day already",
    ],
    [
      "it has just thought",
      { lastThoughtAt: NOW - LEAST_GAP_MS + 60_000, events: [] },
      "it thought 29 minutes ago",
    ],
    ["nothing is new", { events: [event("Old.", 1, SINCE)] }, "nothing new has come from outside"],
    [
      "little is new",
      { events: [event("A", 0.1), event("B", 0.2)] },
      "too little has happened: 0.30 of 1.43",
    ],
    [
      "all that is new says the same",
      { events: [event("Kiel floods.", 1), event("Kiel floods!", 1)] },
      "all that is new says the same",
    ],
    [
      "only its own words are new",
      {
        events: [],
        memories: [
          memory("I wonder.", { own: true, createdAt: NOW }),
          memory("I felt.", { own: true, createdAt: NOW }),
        ],
      },
      "nothing new has come from outside",
    ],
  ])("waits when %s", (_, changes, because) => {
    expect(decide(changes)).toEqual({ kind: "wait", because });
  });

  test("takes less the longer it has thought nothing, down to a bound", () => {
    fc.assert(
      fc.property(fc.nat(100 * HOUR), fc.nat(100 * HOUR), (idle, longer) => {
        expect(enoughToThink(idle + longer)).toBeLessThanOrEqual(enoughToThink(idle));
        expect(enoughToThink(idle + longer)).toBeGreaterThanOrEqual(0.4);
      }),
    );
    const one = [event("Ada moved to Kiel.", 0.5)];
    const memories = [memory("Kiel has a harbour.", { entities: ["Kiel"] })];
    expect(decide({ events: one, memories }).kind).toBe("wait");
    expect(decide({ events: one, memories, lastThoughtAt: NOW - 24 * HOUR }).kind).toBe("think");
  });

  test("calls to mind what has something in common with the new, the weightier first, and nothing else", () => {
    const memories = [
      memory("Soup is best on Fridays.", { importance: 1, salience: 1 }),
      memory("Kiel built its harbour wall too low.", { entities: ["Kiel"] }),
    ];
    const contents = seedsOf({ memories }).map(({ content }) => content);
    expect(contents).toContain("Kiel built its harbour wall too low.");
    expect(contents).not.toContain("Soup is best on Fridays.");
  });

  test("does not think again with what it has just thought about", () => {
    const used = "Kiel built its harbour wall too low.";
    const memories = [memory(used, { entities: ["Kiel"] })];
    expect(seedsOf({ memories, usedSeeds: [used] }).map(({ content }) => content)).not.toContain(used);
    expect(decide({ usedSeeds: matter().events.map(({ content }) => content) }).kind).toBe("wait");
  });

  test("is of weighty things of the last days that belong together, before what came in by the way", () => {
    const weighty = [event("Divers look for the wreck off Kiel.", 0.75, NOW - 50 * HOUR)];
    const seeds = seedsOf({ events: [...matter().events, event("Rain.", 0.3)], weighty });
    expect(seeds.map(({ content }) => content)).toContain("Divers look for the wreck off Kiel.");
    expect(seeds).toHaveLength(3);
    const thought = decide({ weighty, usedSeeds: weighty.map(({ content }) => content) });
    expect(thought).toMatchObject({ seeds: [expect.anything(), expect.anything()] });
  });

  test("fills no place with what hardly matters where something else is there", () => {
    const bench = event("Kiel has a new bench.", 0.06);
    expect(seedsOf({ events: [...matter().events, bench] })).toHaveLength(2);
    const strangers = [event("Lemons are dear in Rome.", 0.9), event("The choir sang in Oslo.", 0.9), bench];
    expect(seedsOf({ events: strangers })).toHaveLength(3);
    const few = [event("A storm closed the harbour of Kiel.", 1), bench];
    expect(seedsOf({ events: few, lastThoughtAt: NOW - 12 * HOUR })).toHaveLength(2);
  });

  test("takes up a contradiction with both of its sides", () => {
    const contradictions = [
      {
        older: "The bridge is open.",
        newer: "The bridge is closed.",
        toldAt: { older: NOW - 86_400_000, newer: NOW },
        importance: 0.7,
        foundAt: NOW,
      },
    ];
    const seeds = seedsOf({ events: [event("Rain.", 0.5)], contradictions });
    expect(seeds.map(({ content }) => content)).toEqual(
      expect.arrayContaining(["The bridge is open.", "The bridge is closed."]),
    );
  });

  const anyEvent = fc.record({
    content: fc.oneof(
      fc.constantFrom("Kiel floods.", "Oslo drains.", "Kiel sleeps."),
      fc.string({ minLength: 1, maxLength: 30 }),
    ),
    importance: fc.double({ min: 0, max: 1, noNaN: true }),
    at: fc.integer({ min: SINCE - HOUR, max: NOW }),
  });
  const anyMemory = fc.record({
    content: fc.oneof(
      fc.constantFrom("Kiel floods.", "I like Kiel.", "Oslo is far."),
      fc.string({ minLength: 1, maxLength: 30 }),
    ),
    importance: fc.double({ min: 0, max: 1, noNaN: true }),
    salience: fc.double({ min: 0, max: 1, noNaN: true }),
    createdAt: fc.integer({ min: SINCE - HOUR, max: NOW }),
    entities: fc.constantFrom(["Kiel"], ["Oslo"], []),
    own: fc.boolean(),
  });

  test("always has two to six seeds, something new from outside among them, at most one its own, and decides the same again", () => {
    fc.assert(
      fc.property(
        fc.array(anyEvent, { maxLength: 8 }),
        fc.array(anyMemory, { maxLength: 8 }),
        (events, memories) => {
          const decision = decide({ events, memories });
          expect(decision).toEqual(decide({ events, memories }));
          expect(decision.because).not.toBe("");
          if (decision.kind === "wait") return;
          const { seeds } = decision;
          expect(seeds.length).toBeGreaterThanOrEqual(2);
          expect(seeds.length).toBeLessThanOrEqual(6);
          expect(seeds.filter(({ own }) => own).length).toBeLessThanOrEqual(1);
          expect(seeds.some(({ own }) => !own)).toBe(true);
          const outside = [
            ...events.filter(({ at }) => at > SINCE),
            ...memories.filter(({ own, createdAt }) => !own && createdAt > SINCE),
          ];
          expect(outside.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 100 },
    );
  });
});
