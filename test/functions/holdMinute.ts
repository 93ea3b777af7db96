/** The clock of a test that counts the requests of a minute. */
import { onTestFinished, vi } from "vitest";

const MINUTE = 60_000;

/** Holds the clock in the middle of this minute until the test ends, so that no new window of the rate limits begins. */
export function holdMinute(): void {
  vi.useFakeTimers({ now: Math.floor(Date.now() / MINUTE) * MINUTE + MINUTE / 2, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
}
