/** The best of a stream of scores. */

interface ScoredItem {
  readonly item: number;
  readonly score: number;
}

export class TopMatches {
  /** Best first: few of a stream get in, and those mostly near the end. Equal scores keep the order in which they came. */
  readonly best: ScoredItem[] = [];
  private readonly limit: number;

  /** Keeps the `limit` (at least one) items of the greatest scores. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** The score above which an item is among the best. */
  get threshold(): number {
    return this.best[this.limit - 1]?.score ?? -Infinity;
  }

  /** Takes an item whose score is above the threshold. */
  add(item: number, score: number): void {
    const { best, limit } = this;
    let at = best.length;
    while (at > 0 && (best[at - 1]?.score ?? Infinity) < score) at -= 1;
    best.splice(at, 0, { item, score });
    if (best.length > limit) best.pop();
  }
}
