import { describe, expect, test } from "vitest";
import { idfOf } from "../../../mind/ranking/idf";
import { weightyTogether } from "./constellations";

const idf = idfOf(0, () => 0);
const seed = (content: string, importance: number) => ({ content, importance });
const together = (fresh: ReturnType<typeof seed>[], others: ReturnType<typeof seed>[]) =>
  weightyTogether(fresh, others, idf, 6).map(({ content }) => content);

const FLOOD = seed("The flood in Holm took the old bridge.", 0.9);
const SCHOOL = seed("The school in Holm stays closed for weeks.", 0.75);
const HELP = seed("Volunteers in Holm cleared the market square.", 0.7);

describe("weighty things that belong together", () => {
  test("are those of the last days that share a name with something new", () => {
    const weak = seed("A cat sleeps in Holm.", 0.1);
    expect(together([FLOOD, weak], [SCHOOL, HELP])).toEqual(
      [FLOOD, SCHOOL, HELP].map(({ content }) => content),
    );
  });

  test("are none without anything new, of two, of strangers, or where they weigh too little together", () => {
    expect(together([], [FLOOD, SCHOOL, HELP])).toEqual([]);
    expect(together([FLOOD], [SCHOOL])).toEqual([]);
    expect(together([FLOOD], [SCHOOL, seed("Lemons are dear in Rome.", 0.9)])).toEqual([]);
    expect(together([FLOOD], [SCHOOL, seed("Ducks returned to Holm.", 0.4)])).toEqual([]);
  });

  test("are each told once, though remembered as well", () => {
    expect(together([FLOOD], [SCHOOL, seed(`As I was told: ${FLOOD.content}`, 0.8)])).toEqual([]);
  });
});
