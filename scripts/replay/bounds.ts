/** Limits for functions on Convex, checked by replay. */
import { TRANSACTION_LIMITS } from "../../host/engine/limits";
import type { Usage } from "./recording";

/** A third of Convex's limit of a second, because its machines may be slower and its module caches colder. */
export const MOST_MS = 300;
/** Share of any other limit of a transaction. */
const SHARE_OF_LIMITS = 1 / 4;

/** One sentence for each exceeded limit; empty if there is none. */
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
