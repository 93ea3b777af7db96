/** Limits for functions on Convex, checked by replay. */
import { TRANSACTION_LIMITS } from "convex-on-sqlite/testing";
import type { Usage } from "./recording";

/** A third of Convex's limit of a second, because its machines may be slower and its module caches colder. */
export const MAX_COLD_MS = 300;
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
    coldMs > MAX_COLD_MS
      ? [`${name} takes ${Math.round(coldMs)} ms of JavaScript cold; at most ${MAX_COLD_MS}`]
      : [];
  const over = Object.entries(TRANSACTION_LIMITS).flatMap(([limit, max]) => {
    const used = usage[limit] ?? 0;
    return used > SHARE_OF_LIMITS * max ? [`${name} uses ${used} of ${max} ${limit}; at most a quarter`] : [];
  });
  return [...slow, ...over];
}
