/** The read budget of a step of a search. */
import { describe, expect, it } from "vitest";
import { ReadBudget } from "./readBudget";

/** Rows one by one, with a count of how many were read. */
function rowsOf(terms: string, many: number) {
  const seen = { read: 0 };
  async function* rows() {
    for (; seen.read < many; seen.read += 1) yield { terms };
  }
  return { seen, rows: rows() };
}

describe("the read budget", () => {
  it("allows hundreds of ordinary texts", async () => {
    const { rows } = rowsOf("pier boat ".repeat(40), 600);
    expect(await new ReadBudget().take(rows, 512)).toHaveLength(512);
  });

  it("allows a few of the longest texts", async () => {
    const { rows, seen } = rowsOf("木橋 ".repeat(27_000), 60);
    expect((await new ReadBudget().take(rows, 64)).length).toBeLessThanOrEqual(5);
    expect(seen.read).toBeLessThanOrEqual(5);
  });
});
