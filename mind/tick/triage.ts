/** Triage: whether a tick needs the model. */
import type { Situation } from "./situation";

/** What a tick does next; `because` completes the sentence "the tick deliberates / is quiet because …". */
export type Verdict = { kind: "deliberate"; because: string } | { kind: "quiet"; because: string };

/** The model is asked in ticks that somebody requested, in the first one, and in others if an event is pending. */
export function triage(situation: Situation): Verdict {
  if (situation.trigger === "manual") return { kind: "deliberate", because: "it was asked for" };
  if (situation.trigger === "wake") return { kind: "deliberate", because: "a wake note asked for it" };
  if (situation.first) return { kind: "deliberate", because: "it is the first" };
  const pending = situation.events.length + situation.waiting;
  if (pending > 0) {
    return { kind: "deliberate", because: pending === 1 ? "an event came in" : `${pending} events came in` };
  }
  return { kind: "quiet", because: "nothing has come in since the last tick" };
}
