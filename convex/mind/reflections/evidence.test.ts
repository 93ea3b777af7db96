import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { REFLECTION_TYPES } from "../../../mind/enums";
import { calledFor, chosenEvidence, MOST_EVIDENCE, MOST_TELLINGS, type Candidate } from "./evidence";
import type { HARBOUR } from "./test.reflections";
import { BEGAN, DAY, evidence } from "./test.reflections";

const NOW = BEGAN + 50 * DAY;

function candidate(
  memory: (typeof HARBOUR)[number],
  about: Partial<Candidate<string>> = {},
): Candidate<string> {
  return { key: memory.content, memory, salience: 0.5, bearing: null, disputed: false, ...about };
}

const many = Array.from({ length: 40 }, (_, i) => candidate(evidence("episodic", `It is day ${i}.`, i)));
const shallow = { depth: "shallow", now: NOW } as const;

describe("the evidence of a reflection", () => {
  test("fits its type", () => {
    const feeling = candidate(evidence("episodic", "I am heartbroken, this is terrible.", 0));
    const fact = candidate(evidence("semantic", "The pier has twelve planks.", 0));
    const habit = candidate(evidence("procedural", "Strike the bell before opening.", 0));
    const pool = [...many, feeling, fact, habit];
    const keys = (type: (typeof REFLECTION_TYPES)[number]) =>
      chosenEvidence(pool, { type, ...shallow }).map(({ key }) => key);
    expect(keys("emotional")).toContain(feeling.key);
    expect(keys("knowledge")).toContain(fact.key);
    expect(keys("behavioral")).toContain(habit.key);
  });

  test("of growth reaches as far back as it reaches forward, and takes what is disputed", () => {
    const disputed = candidate(evidence("semantic", "The pier is open.", 1), { disputed: true });
    const chosen = chosenEvidence([...many, disputed], { type: "growth", ...shallow });
    const older = chosen.filter(({ memory }) => memory.createdAt < BEGAN + 20 * DAY);
    expect(older).toHaveLength(MOST_EVIDENCE.shallow / 2);
    expect(chosen).toContain(disputed);
  });

  test("of knowledge is about who is spoken of most, and about nobody else where there is a focus", () => {
    const facts = Array.from({ length: 12 }, (_, i) =>
      candidate(evidence("semantic", `It has ${i} planks.`, 40, { entities: [`Pier ${i}`, "May"] })),
    );
    const ofAda = Array.from({ length: 5 }, (_, i) =>
      candidate(evidence("semantic", `She has ${i} hats.`, 36, { entities: ["Ada"] })),
    );
    const chosen = (bearing: number | null) =>
      chosenEvidence(
        [...facts, ...ofAda].map((one) => ({ ...one, bearing })),
        { type: "knowledge", ...shallow },
      ).filter(({ memory }) => memory.entities.includes("Ada"));
    expect(chosen(null)).toHaveLength(5);
    expect(chosen(0.5)).toHaveLength(0);
  });

  test("bears on the focus before all else", () => {
    const near = candidate(evidence("emotional", "Old and faint.", 0, { importance: 0 }), { bearing: 0.9 });
    const others = many.map((other) => ({ ...other, bearing: 0.4 }));
    expect(chosenEvidence([...others, near], { type: "knowledge", ...shallow })).toContain(near);
  });

  test("is bounded, in the order of time, and holds nothing twice", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1000), { maxLength: 60 }),
        fc.constantFrom(...REFLECTION_TYPES),
        fc.constantFrom("shallow" as const, "deep" as const),
        (days, type, depth) => {
          const pool = days.map((day, i) => candidate(evidence("episodic", `Memory ${i}.`, day / 20)));
          const chosen = chosenEvidence(pool, { type, depth, now: NOW });
          expect(chosen.length).toBe(Math.min(pool.length, MOST_EVIDENCE[depth]));
          expect(new Set(chosen.map(({ key }) => key)).size).toBe(chosen.length);
          const times = chosen.map(({ memory }) => memory.createdAt);
          expect(times).toEqual([...times].sort((a, b) => a - b));
        },
      ),
      { numRuns: 40 },
    );
  });
});

test("evidence tells that something came again and again, and leaves room for the rest", () => {
  const again = Array.from({ length: 40 }, (_, day) =>
    candidate(evidence("episodic", day % 2 === 0 ? "The pump failed." : "the pump failed", day), {
      salience: 1,
    }),
  );
  const others = many.slice(0, 5);
  const chosen = chosenEvidence([...again, ...others], { type: "knowledge", ...shallow });
  expect(chosen.filter((one) => again.includes(one))).toHaveLength(MOST_TELLINGS);
  expect(chosen).toEqual(expect.arrayContaining(others));
});

describe("the type of reflection that is called for", () => {
  const plain = (type: "semantic" | "episodic", content: string) => candidate(evidence(type, content, 0));

  test("is growth where something is contradicted", () => {
    expect(calledFor([{ ...plain("semantic", "It is open."), disputed: true }], null)).toBe("growth");
  });

  test("is emotional where feeling runs high, behavioral among doings, else knowledge", () => {
    expect(calledFor([plain("semantic", "This is horrible, I hate it, it is a disaster.")], null)).toBe(
      "emotional",
    );
    expect(calledFor([plain("episodic", "The bell was struck.")], null)).toBe("behavioral");
    expect(calledFor([plain("semantic", "The pier has twelve planks.")], null)).toBe("knowledge");
  });

  test("is never that of the last one", () => {
    for (const last of REFLECTION_TYPES) {
      expect(calledFor([plain("semantic", "The pier has twelve planks.")], last)).not.toBe(last);
      expect(calledFor([], last)).not.toBe(last);
    }
  });
});
