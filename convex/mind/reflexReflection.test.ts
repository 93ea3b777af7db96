import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reflexReflection } from "./reflexReflection";
import { DAY, HARBOUR, evidence, matter } from "./test.reflections";
import { lengthOf } from "./wording";
import { MEMORY_TYPES, REFLECTION_TYPES } from "./words";

describe("a reflection without a model", () => {
  test("on knowledge tells what recurs, what disagrees and what is open", () => {
    const { content, cites } = reflexReflection(matter());
    expect(content).toBe(
      "“ferry” comes back in four of the eight memories that I looked at, from 1 March 2026 to 10 April 2026: " +
        "“To ring in the ferry, strike the bell three times and wait for the lamp.” and “The ferry Aurora is back, to great joy in Havnby.” " +
        "Beside it stands “pier”, in three. " +
        "Not all of it agrees: “The pier is open to visitors from nine to five.” was said on 3 March 2026, and on 3 April 2026 “The pier is closed to visitors until the planks are replaced.”; I lean to the later, without proof. " +
        "Still open is “Is the pier ready for the festival?”",
    );
    expect(cites).toEqual([1, 2, 3, 4, 6, 7, 8]);
  });

  test("on feeling tells how much there is, its height and depth, and its course", () => {
    const { content } = reflexReflection(matter({ type: "emotional" }));
    expect(content).toContain("Eight memories, and how they feel:");
    expect(content).toContain("The brightest, of 10 April 2026: “The ferry Aurora is back");
    expect(content).toContain("the darkest, of 9 March 2026: “Ben is furious");
    expect(content).toContain("Since 1 March 2026 the tone has brightened");
  });

  test("on doings tells how things are done and who is at it again", () => {
    const { content } = reflexReflection(matter({ type: "behavioral" }));
    expect(content).toContain("Of how things are done I hold “To ring in the ferry");
    expect(content).toContain("Aurora has a part in two of the eight");
    expect(content).toContain("All of it reached me in the evening.");
  });

  test("on growth tells what was overturned and what stayed", () => {
    const { content } = reflexReflection(matter({ type: "growth" }));
    expect(content).toContain("“open” has become “closed”");
    expect(content).toContain("“ferry” has stayed with me throughout.");
  });

  test("differs by type, and by focus", () => {
    const all = [
      ...REFLECTION_TYPES.map((type) => reflexReflection(matter({ type })).content),
      reflexReflection(matter({ focus: "the pier" })).content,
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(all.at(-1)).toMatch(/^On “the pier”, of which I hold eight memories:/);
  });

  test("does not count a day's bustle as growth", () => {
    const within = HARBOUR.map((memory, i) => ({ ...memory, createdAt: DAY + i }));
    const { content } = reflexReflection(matter({ type: "growth", evidence: within }));
    expect(content).toContain("too short to tell growth from a busy hour");
  });

  test("is less sure with one memory than with many, and with doubtful ones", () => {
    const [first] = HARBOUR;
    if (first === undefined) throw new Error("there is no evidence");
    const one = reflexReflection(matter({ evidence: [first] }));
    const doubtful = reflexReflection(
      matter({ evidence: HARBOUR.map((memory) => ({ ...memory, confidence: 0.2 })) }),
    );
    const sure = reflexReflection(matter());
    expect(one.confidence).toBeLessThan(sure.confidence);
    expect(doubtful.confidence).toBeLessThan(sure.confidence / 3);
  });

  test("cites what it was shown, says something and keeps its length for any evidence, the same each time", () => {
    const some = fc.record({
      type: fc.constantFrom(...MEMORY_TYPES),
      content: fc.oneof(fc.string({ unit: "binary", minLength: 1, maxLength: 80 }), fc.lorem()),
      days: fc.nat(100),
    });
    fc.assert(
      fc.property(
        fc.array(some, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...REFLECTION_TYPES),
        (memories, type) => {
          const shown = memories
            .sort((a, b) => a.days - b.days)
            .map((memory) => evidence(memory.type, memory.content, memory.days));
          const made = reflexReflection(matter({ type, evidence: shown }));
          expect(made).toEqual(reflexReflection(matter({ type, evidence: shown })));
          expect(lengthOf(made.content)).toBeLessThanOrEqual(1200);
          expect(made.content.trim()).not.toBe("");
          expect(made.cites.length).toBeGreaterThan(0);
          for (const number of made.cites) expect(shown[number - 1]).toBeDefined();
          expect(new Set(made.cites).size).toBe(made.cites.length);
          expect(made.confidence).toBeGreaterThan(0);
          expect(made.confidence).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 40 },
    );
  });
});
