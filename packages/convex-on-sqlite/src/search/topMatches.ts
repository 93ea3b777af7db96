/** Collects the items with the highest scores of a stream. */

interface ScoredItem {
  readonly item: number;
  readonly score: number;
}

export class TopMatches {
  /** Best first. Equal scores keep the order in which they were added. */
  readonly best: ScoredItem[] = [];
  private readonly limit: number;

  /** Keeps the `limit` (at least one) items with the highest scores. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** An item must score above this to be kept. */
  get threshold(): number {
    return this.best[this.limit - 1]?.score ?? -Infinity;
  }

  /**
   * Adds an item whose score is above the threshold. A sorted list is enough: few items of a long stream get this far,
   * and most of those belong near the end.
   */
  add(item: number, score: number): void {
    const { best, limit } = this;
    let at = best.length;
    while (at > 0 && (best[at - 1]?.score ?? Infinity) < score) at -= 1;
    best.splice(at, 0, { item, score });
    if (best.length > limit) best.pop();
  }
}
