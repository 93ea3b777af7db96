/** Counts the calls of this process, for GET /metrics. */
import type { LoadedFunction } from "../types";

type Kind = LoadedFunction["kind"];

interface Total {
  calls: number;
  /** Of queries and mutations: their own JavaScript, without what they wait for. */
  jsMs: number;
}

const totals: Record<Kind, Total> = {
  query: { calls: 0, jsMs: 0 },
  mutation: { calls: 0, jsMs: 0 },
  action: { calls: 0, jsMs: 0 },
  httpAction: { calls: 0, jsMs: 0 },
};

/** Counts a call that has ended, nested calls as well. */
export function countCall(kind: Kind, jsMs = 0): void {
  totals[kind].calls += 1;
  totals[kind].jsMs += jsMs;
}

export function callTotals(): Readonly<Record<Kind, Readonly<Total>>> {
  return totals;
}
