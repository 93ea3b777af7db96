/** What the agent's health is made of. */
import type { HealthMeasures } from "../../mind/affect/health";
import { ACCOUNTED_EVERY_MS, TICK_INTERVAL_MS } from "../../mind/time/schedule";
import { timeSince } from "../../mind/time/timeSince";
import { unit } from "../../mind/unit";
import { orderliness } from "../consolidation/schedule";
import type { Settings } from "../lib/settings";
import { providerShare, tickShare, type Vitals } from "../vitals/vitals";

/**
 * The measures of the health score for the time from `from` to `now`, each 0 to 1. `consolidatedAt`: when no memory last waited
 * to be consolidated. If the gap is too long for a running service, it was stopped or its machine slept. That is no lateness,
 * so the measures are those at `from`.
 */
export function healthMeasures(
  vitals: Vitals,
  { from, now }: { readonly from: number; readonly now: number },
  { autonomy, llm }: Pick<Settings, "autonomy" | "llm">,
  consolidatedAt: number,
): HealthMeasures {
  const at = now - from > ACCOUNTED_EVERY_MS ? from : now;
  // 0 if the service started after `at`; Infinity if the clock was set back, since the time is then unknown.
  const sinceStart =
    timeSince(vitals.startedAt, now) === Infinity ? Infinity : Math.max(0, at - vitals.startedAt);
  const idle = Math.min(timeSince(vitals.lastTick, at), sinceStart);
  return {
    tickSuccess: tickShare(vitals, at),
    providerSuccess: llm === null ? 1 : providerShare(vitals, at),
    // 1 up to one and a half intervals without a tick, 0 from three on.
    punctuality: autonomy ? unit((3 - idle / TICK_INTERVAL_MS) / 1.5) : 1,
    consolidation: autonomy ? orderliness(Math.min(timeSince(consolidatedAt, at), sinceStart)) : 1,
  };
}
