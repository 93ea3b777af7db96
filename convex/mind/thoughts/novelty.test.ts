import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { idfOf } from "../../../mind/ranking/idf";
import { COMPARED_THOUGHTS, comparedText, repeats, thoughtNovelty, thoughtSimilarity } from "./novelty";

const idf = idfOf(0, () => 0);
const of = (text: string, vector: number[] | null = null) => comparedText(text, vector);
const harbour = "The harbour of Kiel closes whenever the wind turns east, and the ferries wait.";

describe("novelty", () => {
  test("is 1 beside nothing, about 0 beside itself, and names what is nearest", () => {
    expect(thoughtNovelty(of(harbour), { earlier: [], seeds: [] }, idf)).toEqual({
      novelty: 1,
      nearest: null,
    });
    const found = thoughtNovelty(of(harbour), { earlier: [of("Soup again.")], seeds: [of(harbour)] }, idf);
    expect(found.novelty).toBeCloseTo(0);
    expect(found.nearest).toMatchObject({ to: "seed", index: 0 });
  });

  test("looks back over the last 200 thoughts and no further", () => {
    const others = Array.from({ length: COMPARED_THOUGHTS }, (_, i) => of(`unrelated ${i}`));
    const seen = thoughtNovelty(of(harbour), { earlier: [...others.slice(1), of(harbour)], seeds: [] }, idf);
    const forgotten = thoughtNovelty(of(harbour), { earlier: [...others, of(harbour)], seeds: [] }, idf);
    expect(seen.novelty).toBeCloseTo(0);
    expect(forgotten.novelty).toBeGreaterThan(0.9);
  });

  test("counts meaning where both texts have vectors, and words alone where they have not", () => {
    const other = "Ships stay in port on easterly days.";
    const lexical = thoughtSimilarity(of(harbour), of(other), idf);
    expect(thoughtSimilarity(of(harbour, [1, 0]), of(other, [1, 0]), idf)).toBeCloseTo((lexical + 1) / 2);
    expect(thoughtSimilarity(of(harbour, [1, 0]), of(other, [-1, 0]), idf)).toBeCloseTo(lexical / 2);
    expect(thoughtSimilarity(of(harbour, [1, 0]), of(other), idf)).toBe(lexical);
    expect(thoughtSimilarity(of(harbour, [1, 0]), of(other, [0, 0]), idf)).toBe(lexical);
    expect(thoughtSimilarity(of(harbour, [1, 0]), of(other, [1, 0, 0]), idf)).toBe(lexical);
  });

  test("counts of a cosine only what exceeds that of strangers in the model", () => {
    const other = "Ships stay in port on easterly days.";
    const lexical = thoughtSimilarity(of(harbour), of(other), idf);
    const apart = thoughtSimilarity(of(harbour, [1, 0]), of(other, [0.8, 0.6]), idf, 0.8);
    expect(apart).toBeCloseTo((lexical + 0.1) / 2, 3);
    expect(thoughtSimilarity(of(harbour, [1, 0]), of(other, [1, 0]), idf, 0.8)).toBeCloseTo(
      (lexical + 1) / 2,
    );
  });

  const kiel = "A storm closed the harbour of Kiel.";
  const joined = of(
    `Taken together, “${kiel}”, “Prices for fish rose in Kiel” and “Maria repaints her boat in Kiel” say more of Kiel than each does alone.`,
  );
  const seeds = [kiel, "Prices for fish rose in Kiel.", "Maria repaints her boat in Kiel."].map((seed) =>
    of(seed),
  );

  test("owes each of three seeds that it joins a part, and all to one that it says again", () => {
    expect(thoughtNovelty(joined, { earlier: [], seeds }, idf).novelty).toBeGreaterThan(0.55);
    expect(
      thoughtNovelty(of(`${kiel} It is I who draw the thread.`), { earlier: [], seeds }, idf).novelty,
    ).toBeLessThan(0.1);
  });

  test("counts nothing of the words in which the reflexes think", () => {
    const other = of(
      "Taken together, “Anna leads the museum” and “Anna paints” say more of Anna than each does alone.",
    );
    expect(thoughtNovelty(joined, { earlier: [other], seeds: [] }, idf).novelty).toBeGreaterThan(0.9);
    expect(
      repeats(
        joined,
        [
          of(
            `I read “${kiel}”, “Prices for fish rose in Kiel” and “Maria repaints her boat in Kiel” as three sides of Kiel.`,
          ),
        ],
        idf,
      ),
    ).toBe(true);
  });

  test("falls, never rises, with each further text, and stays between 0 and 1", () => {
    const text = fc
      .oneof(fc.constantFrom(harbour, "Soup again."), fc.string({ maxLength: 60 }))
      .map((said) => of(said));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 5 }), text, (thought, earlier, further) => {
        const before = thoughtNovelty(thought, { earlier, seeds: [] }, idf).novelty;
        const after = thoughtNovelty(thought, { earlier: [...earlier, further], seeds: [] }, idf).novelty;
        expect(after).toBeLessThanOrEqual(before);
        expect(after).toBeGreaterThanOrEqual(0);
        expect(before).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("repetition", () => {
  test("is the same thought in other clothes", () => {
    const earlier = [of("Soup again."), of(harbour)];
    expect(repeats(of(harbour.toUpperCase()), earlier, idf)).toBe(true);
    expect(
      repeats(
        of("The ferries wait whenever the wind turns east and the harbour of Kiel closes."),
        earlier,
        idf,
      ),
    ).toBe(true);
  });

  test("is not another thought about the same thing", () => {
    const other = "Kiel could keep its ferries running if the harbour had a second mole; who decides that?";
    expect(repeats(of(other), [of(harbour)], idf)).toBe(false);
  });
});
