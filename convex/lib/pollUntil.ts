/** Waiting for what another call does: nothing tells an action of it but looking again. */

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
/** Who has waited for long can wait a little longer: each look is a call of its own. */
const SHARE_OF_WAIT = 0.25;

/** What `look` answers as soon as that isn't null; null where that takes longer than `mostMs`. */
export async function pollUntil<T>(look: () => Promise<T | null>, mostMs: number): Promise<T | null> {
  const startedAt = Date.now();
  for (;;) {
    const seen = await look();
    const waitedMs = Date.now() - startedAt;
    if (seen !== null || waitedMs > mostMs) return seen;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, SHARE_OF_WAIT * waitedMs));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
