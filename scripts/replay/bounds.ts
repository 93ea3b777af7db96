/** What a function may take on Convex, by its replay. */
import { TRANSACTION_LIMITS } from "../../host/engine/limits";
import type { Usage } from "./recording";

/** A third of the second that Convex allows: its machines may be slower, and module caches colder. */
export const MOST_MS = 300;
/** Of any other limit of a transaction. */
const SHARE_OF_LIMITS = 1 / 4;

/** What a call takes too much of, one sentence each; empty where it is within all bounds. */
export function faultsOf(call: {
  readonly name: string;
  readonly coldMs: number;
  readonly usage: Usage;
}): string[] {
  const { name, coldMs, usage } = call;
  const slow =
    coldMs > MOST_MS ? [`${name} takes ${Math.round(coldMs)} ms of JavaScript cold; at most ${MOST_MS}`] : [];
  const over = Object.entries(TRANSACTION_LIMITS).flatMap(([limit, most]) => {
    const used = usage[limit] ?? 0;
    return used > SHARE_OF_LIMITS * most
      ? [`${name} uses ${used} of ${most} ${limit}; at most a quarter`]
      : [];
  });
  return [...slow, ...over];
}
