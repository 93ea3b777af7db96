import { describe, expect, it } from "vitest";
import { stepOf } from "./rarities";

/** How often each step is taken while `owners` memories come that all hold the term. */
function counted(term: string, owners: number): { holders: number; writes: number } {
  let holders = 0;
  let writes = 0;
  for (let owner = 0; owner < owners; owner += 1) {
    const step = stepOf("memory", term, holders, owner);
    holders += step;
    if (step > 0) writes += 1;
  }
  return { holders, writes };
}

describe("counting a term's holders", () => {
  it("is exact while they are few", () => {
    expect(counted("gannet", 512)).toEqual({ holders: 512, writes: 512 });
  });

  it("stays near the truth as they grow, at a fraction of the writes", () => {
    for (const term of ["pier", "boat", "rain", "go", "harbour"]) {
      const { holders, writes } = counted(term, 100_000);
      expect(Math.abs(Math.log(holders / 100_000))).toBeLessThan(0.25);
      expect(writes).toBeLessThan(5_000);
    }
  });

  it("is exact where owners go again", () => {
    for (const space of ["thought", "knowledge"] as const) expect(stepOf(space, "pier", 100_000, 7)).toBe(1);
  });
});
