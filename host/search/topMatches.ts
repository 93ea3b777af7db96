/** Collects the best items of a stream of scores. */

interface ScoredItem {
  readonly item: number;
  readonly score: number;
}

export class TopMatches {
  /** Best first. Insertion is cheap, because few items qualify and most of those near the end. Ties keep their order. */
  readonly best: ScoredItem[] = [];
  private readonly limit: number;

  /** Keeps the `limit` (at least one) items with the highest scores. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Items with a higher score qualify. */
  get threshold(): number {
    return this.best[this.limit - 1]?.score ?? -Infinity;
  }

  /** Adds an item whose score is above the threshold. */
  add(item: number, score: number): void {
    const { best, limit } = this;
    let at = best.length;
    while (at > 0 && (best[at - 1]?.score ?? Infinity) < score) at -= 1;
    best.splice(at, 0, { item, score });
    if (best.length > limit) best.pop();
  }
}
