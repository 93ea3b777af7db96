import { describe, expect, test } from "vitest";
import { UNCOUNTED } from "../ranking/idf";
import { decideToThink } from "./decideToThink";

const seed = (content: string, importance = 0.7) => ({ content, importance });
const KIEL = [seed("A storm closed the harbour of Kiel."), seed("Fish from Kiel costs more.")];

describe("deciding to think", () => {
  test("waits while nothing is new, however much is recalled", () => {
    expect(decideToThink([], KIEL, UNCOUNTED).kind).toBe("wait");
  });

  test("waits while the total importance is too low", () => {
    expect(
      decideToThink(
        KIEL.map((one) => ({ ...one, importance: 0.5 })),
        [],
        UNCOUNTED,
      ).kind,
    ).toBe("wait");
  });

  test("waits while no two seeds share a name or a distinctive word", () => {
    expect(decideToThink([seed("Apples are red.", 0.9), seed("Snow melted.", 0.9)], [], UNCOUNTED).kind).toBe(
      "wait",
    );
  });

  test("uses only seeds that share something", () => {
    const gull = seed("Gulls sleep late.", 0.9);
    const decision = decideToThink([...KIEL, gull], [], UNCOUNTED);
    expect(decision).toMatchObject({ kind: "think", seeds: KIEL });
  });

  test("combines one new seed with a recalled one", () => {
    const [storm, fish] = KIEL;
    if (storm === undefined || fish === undefined) throw new Error("there are two");
    const fresh = [{ ...storm, importance: 1 }, seed("Gulls sleep late.", 0.9)];
    expect(decideToThink(fresh, [fish], UNCOUNTED)).toMatchObject({ seeds: [fresh[0], fish] });
  });

  test("uses at most six seeds, new ones first", () => {
    const fresh = Array.from({ length: 5 }, (_, i) => seed(`Ferry ${i} sails to Kiel.`, 0.4));
    const recalled = Array.from({ length: 5 }, (_, i) => seed(`Old ferry ${i} sank off Kiel.`, 0.9));
    const decision = decideToThink(fresh, recalled, UNCOUNTED);
    if (decision.kind === "wait") throw new Error(decision.because);
    expect(decision.seeds).toHaveLength(6);
    expect(decision.seeds.slice(0, 5)).toEqual(fresh);
  });
});
