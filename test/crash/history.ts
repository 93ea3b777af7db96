/** What was asked of the hosts, over all their lives, and what they answered. */

/** A deed that was asked for over HTTP, once. */
export interface Write {
  readonly lane: string;
  answer: { readonly id: string; readonly n: number } | null;
  erasure: "none" | "asked" | "done";
}

export type OrderKind = "mutation" | "action" | "failing";

export interface Order {
  readonly kind: OrderKind;
  isAnswered: boolean;
  /** Whether it was cancelled in time; `null` while nobody has said. */
  wasCancelled: boolean | null;
}

export class Ledger {
  /** By key. */
  readonly writes = new Map<string, Write>();
  readonly orders = new Map<string, Order>();
  /** Answers that no host may give. */
  readonly problems: string[] = [];

  /** Deeds that are known to be there, and that nobody wants erased. */
  standing(): string[] {
    return [...this.writes].flatMap(([key, { answer, erasure }]) =>
      answer !== null && erasure === "none" ? [key] : [],
    );
  }
}
