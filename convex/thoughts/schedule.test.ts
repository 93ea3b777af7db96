import { expect, it } from "vitest";
import { MIN_GAP_MS } from "../../mind/thoughts/decideToThink";
import { setup } from "../../test/functions/setup";
import * as Lease from "../leases/lease";
import * as ThoughtSchedule from "./schedule";

const NOW = Date.UTC(2026, 10, 21, 9, 30);

it("does not rest until a clock that was set back catches up", async () => {
  const t = setup();
  await t.run((ctx) => ThoughtSchedule.acquireRun(ctx, NOW));
  await t.run((ctx) => ThoughtSchedule.endWithThought(ctx, NOW, "thought", "enough happened"));
  const back = NOW - 30 * 24 * MIN_GAP_MS;
  expect(await t.run((ctx) => ThoughtSchedule.acquireRun(ctx, back))).toBe(2);
  expect(
    await t.run(async (ctx) => ThoughtSchedule.thoughtsToday(await ThoughtSchedule.read(ctx), back)),
  ).toBe(0);
});

it("does not wait for a dead run until a clock that was set back catches up", async () => {
  const t = setup();
  expect(await t.run((ctx) => ThoughtSchedule.acquireRun(ctx, NOW))).toBe(1);
  expect(await t.run((ctx) => ThoughtSchedule.acquireRun(ctx, NOW - 30 * 24 * MIN_GAP_MS))).toBe(2);
});

it("rests after a run that died, even when the run before it had found too little", async () => {
  const t = setup();
  const first = await t.run((ctx) => ThoughtSchedule.acquireRun(ctx, NOW));
  await t.run((ctx) =>
    ThoughtSchedule.endWithoutThought(ctx, NOW + 1, first ?? 0, { outcome: "waited", because: "quiet" }),
  );
  expect(await t.run((ctx) => ThoughtSchedule.acquireRun(ctx, NOW + 1_000))).toBe(2);
  await t.run((ctx) => Lease.release(ctx, "thoughts"));
  expect(await t.run((ctx) => ThoughtSchedule.acquireRun(ctx, NOW + 2_000))).toBe(null);
  expect(await t.run((ctx) => ThoughtSchedule.acquireRun(ctx, NOW + 1_000 + MIN_GAP_MS))).toBe(3);
});
