/** Polling: an action gets no notice when another call has finished. */

const MIN_PAUSE_MS = 200;
const MAX_PAUSE_MS = 2_000;
/** Pauses grow with the time waited, because each poll is a function call. */
const PAUSE_SHARE = 0.25;

/** Calls `poll` until it returns a value; null where that takes longer than `maxMs`. */
export async function pollUntil<T>(poll: () => Promise<T | null>, maxMs: number): Promise<T | null> {
  const startedAt = Date.now();
  for (;;) {
    const result = await poll();
    const waitedMs = Date.now() - startedAt;
    if (result !== null || waitedMs > maxMs) return result;
    const pauseMs = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, PAUSE_SHARE * waitedMs));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
