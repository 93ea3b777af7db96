/** What was asked of the hosts, over all their lives, and what they answered. */

/** A item that was asked for over HTTP, once. */
export interface Write {
  readonly partition: string;
  answer: { readonly id: string; readonly n: number } | null;
  removal: "none" | "asked" | "done";
}

export type OrderKind = "mutation" | "action" | "failing";

export interface Order {
  readonly kind: OrderKind;
  isAnswered: boolean;
  /** Whether it was cancelled in time; `null` while nobody has said. */
  wasCancelled: boolean | null;
}

export class History {
  /** By key. */
  readonly writes = new Map<string, Write>();
  readonly orders = new Map<string, Order>();
  /** Answers that no host may give. */
  readonly problems: string[] = [];

  /** Items that are known to be there, and that nobody wants removed. */
  liveKeys(): string[] {
    return [...this.writes].flatMap(([key, { answer, removal }]) =>
      answer !== null && removal === "none" ? [key] : [],
    );
  }
}
