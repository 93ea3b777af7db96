/** Reflections on memories as long as the contract allows. */
import { beforeEach, expect, it, vi } from "vitest";
import { internal } from "../_generated/api";
import type { MemoryType } from "../../mind/enums";
import { NOON } from "../../test/functions/reflections";
import type { App } from "../../test/functions/requests";
import { tell } from "../../test/functions/search";
import { setup } from "../../test/functions/setup";

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  return () => vi.useRealTimers();
});

/** Stores many memories of one type and lengthens them afterwards, because scoring so many long texts is slow. */
async function storeLong(t: App, type: MemoryType): Promise<void> {
  const ids = await tell(
    t,
    Array.from({ length: 70 }, (_, i) => ({ type, content: `Wave ${i}, ${type}.`, at: NOON })),
  );
  await t.run(async (ctx) => {
    for (const [i, id] of ids.entries())
      await ctx.db.patch("memories", id, {
        content: `Wave ${i} ${"🌊".repeat(16_300)}`,
        metadata: JSON.stringify({ tide: "x".repeat(16_000) }),
      });
  });
}

it("a deep reflection reads memories of every type, however long they are", async () => {
  const t = setup();
  for (const type of ["procedural", "episodic", "semantic"] as const) await storeLong(t, type);
  const { evidence } = await t.query(internal.reflections.functions.collectInput, {
    request: { type: "behavioral", depth: "deep", focus: null },
    vectorHits: null,
  });
  expect(new Set(evidence.map(({ type }) => type))).toContain("procedural");
});
