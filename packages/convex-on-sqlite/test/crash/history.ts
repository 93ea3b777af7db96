/** The history of requests and answers across all runs. */

/** An item written by one HTTP request. */
export interface Write {
  readonly partition: string;
  answer: { readonly id: string; readonly n: number } | null;
  removal: "none" | "requested" | "done";
}

export type OrderKind = "mutation" | "action" | "failing";

export interface Order {
  readonly kind: OrderKind;
  isAnswered: boolean;
  /** Whether it was cancelled in time; `null` if unknown. */
  wasCancelled: boolean | null;
}

export class History {
  /** By key. */
  readonly writes = new Map<string, Write>();
  readonly orders = new Map<string, Order>();
  /** Answers that violate the protocol. */
  readonly problems: string[] = [];

  /** Keys of items that exist for certain and are not being removed. */
  liveKeys(): string[] {
    return [...this.writes].flatMap(([key, { answer, removal }]) =>
      answer !== null && removal === "none" ? [key] : [],
    );
  }
}
