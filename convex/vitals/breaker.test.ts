/** The circuit breaker, by the clock. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { SLACK_MS } from "../../mind/time/timeSince";
import { afterFailure, MAX_PAUSE_MS, OPENS_AT, stateOf, type ProviderOutcomes } from "./breaker";

const NOON = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;

/** What so many failures make of a provider, each `gapMs` after the last. */
function failing(times: number, gapMs = MINUTE): ProviderOutcomes {
  let state: ProviderOutcomes | null = null;
  for (let i = 0; i < times; i += 1) {
    const at = NOON + i * gapMs;
    state = { at, ...afterFailure(state, at) };
  }
  return state ?? { at: NOON };
}

test("opens at the third failure in a row, and not before", () => {
  expect(stateOf(null, NOON)).toEqual({ kind: "closed" });
  const before = failing(OPENS_AT - 1);
  expect(stateOf(before, before.at)).toEqual({ kind: "closed" });
  const open = failing(OPENS_AT);
  expect(stateOf(open, open.at)).toEqual({ kind: "open", forMs: 30_000 });
  expect(stateOf(open, open.at + 30_000)).toEqual({ kind: "half-open" });
});

test("stays closed where failures are far apart", () => {
  const last = failing(20, 16 * MINUTE);
  expect(stateOf(last, last.at)).toEqual({ kind: "closed" });
});

test("pauses longer after each failure, up to a bound", () => {
  const pauses = Array.from({ length: 12 }, (_, i) => {
    const last = failing(OPENS_AT + i);
    const state = stateOf(last, last.at);
    return state.kind === "open" ? state.forMs : 0;
  });
  expect(pauses.slice(0, 4)).toEqual([30_000, 60_000, 120_000, 240_000]);
  expect(pauses.at(-1)).toBe(MAX_PAUSE_MS);
});

test("never shuts a provider out for longer than the longest pause, though the clock be set back", () => {
  const last = { at: NOON, failures: OPENS_AT, nextAttemptAt: NOON + MAX_PAUSE_MS };
  const hour = 60 * MINUTE;
  fc.assert(
    fc.property(fc.integer({ min: -hour, max: hour }), (ms) => {
      const state = stateOf(last, NOON + ms);
      const forMs = state.kind === "open" ? state.forMs : 0;
      expect(forMs).toBeLessThanOrEqual(MAX_PAUSE_MS + SLACK_MS);
    }),
  );
});
