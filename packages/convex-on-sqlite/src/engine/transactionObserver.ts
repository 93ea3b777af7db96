/** Lets a tool observe what each transaction reads and writes. Unused in the service. */
import type { ReadSet, WriteSet } from "../types";

/** A transaction whose function has succeeded. `name`: of the outermost function. */
export interface ObservedTransaction {
  readonly name: string;
  readonly kind: "query" | "mutation";
  readonly reads: ReadSet;
  readonly writes: WriteSet;
}

type Observer = (transaction: ObservedTransaction) => void;

let observer: Observer | null = null;

/** Observes every transaction of this process from now on; null stops it. */
export function setTransactionObserver(watch: Observer | null): void {
  observer = watch;
}

/** Whether the reads of mutations are to be recorded, which only a tool needs. */
export function isObserved(): boolean {
  return observer !== null;
}

export function observeTransaction(transaction: ObservedTransaction): void {
  observer?.(transaction);
}
