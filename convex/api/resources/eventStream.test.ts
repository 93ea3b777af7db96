/** The event stream asks the database only while somebody reads. */
import { expect, it, vi } from "vitest";
import { eventsAfter } from "./eventStream";

it("asks no more once its reader has gone, beats while nothing happens, and ends before its time is over", async () => {
  vi.useFakeTimers();
  const runQuery = vi.fn(() => Promise.resolve({ messages: [], last: 7 }));
  const gone = eventsAfter({ runQuery }, 7).getReader();
  expect((await gone.read()).value).toMatch(/^retry: /);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(runQuery.mock.calls.length).toBeGreaterThan(1);
  await gone.cancel();
  const asked = runQuery.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runQuery.mock.calls.length).toBeLessThanOrEqual(asked);

  const reader = eventsAfter({ runQuery }, 7).getReader();
  await reader.read();
  const beat = reader.read();
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await beat).value).toBe(":\n\n");
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  for (;;) if ((await reader.read()).done) break;
  vi.useRealTimers();
});
