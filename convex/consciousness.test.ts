import { describe, expect, it } from "vitest";
import { api } from "./_generated/api";
import { setup } from "./test.setup";

const thought = (timestamp: number, isBrilliant = false) => ({
  content: `Thought ${timestamp}`,
  seeds: ["a seed"],
  tone: "curious" as const,
  confidence: 0.8,
  isBrilliant,
  timestamp,
});

describe("the live queries of the consciousness", () => {
  it("are empty arrays before the first thought", async () => {
    const t = setup();
    expect(await t.query(api.consciousness.recentThoughts, {})).toEqual([]);
    expect(await t.query(api.consciousness.brilliantMoments, { limit: 1 })).toEqual([]);
  });

  it("give the newest first, as many as asked, the brilliant ones apart", async () => {
    const t = setup();
    for (const [timestamp, brilliant] of [
      [1, true],
      [2, false],
      [3, true],
    ] as const) {
      await t.run((ctx) => ctx.db.insert("thoughts", thought(timestamp, brilliant)));
    }
    const recent = await t.query(api.consciousness.recentThoughts, { limit: 2 });
    expect(recent.map((entry) => entry.timestamp)).toEqual([3, 2]);
    const brilliant = await t.query(api.consciousness.brilliantMoments, {});
    expect(brilliant.map((entry) => entry.timestamp)).toEqual([3, 1]);
  });

  it.each([0, 101, 1.5, -1])("refuse a limit of %s", async (limit) => {
    const t = setup();
    await expect(t.query(api.consciousness.recentThoughts, { limit })).rejects.toThrowError(/1 to 100/);
  });
});
