/** The best of a stream of scores: a heap of fixed size with the worst of the best on top. */

export interface ScoredItem {
  readonly item: number;
  readonly score: number;
}

export class TopMatches {
  private readonly limit: number;
  private readonly heap: ScoredItem[] = [];
  private worst = -Infinity;

  /** Keeps the `limit` (at least one) items of the greatest scores. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** The score above which an item is among the best. */
  get threshold(): number {
    return this.worst;
  }

  /** Takes an item whose score is above the threshold. */
  add(item: number, score: number): void {
    const { heap } = this;
    if (heap.length < this.limit) {
      heap.push({ item, score });
      this.siftUp(heap.length - 1);
    } else {
      heap[0] = { item, score };
      this.siftDown();
    }
    if (heap.length === this.limit) this.worst = heap[0]?.score ?? -Infinity;
  }

  /** The items, best first. Equal scores keep the order of the items' numbers. */
  sorted(): ScoredItem[] {
    return [...this.heap].sort((a, b) => b.score - a.score || a.item - b.item);
  }

  private siftUp(from: number): void {
    let at = from;
    while (at > 0 && this.scoreAt(at) < this.scoreAt((at - 1) >> 1)) {
      this.swap(at, (at - 1) >> 1);
      at = (at - 1) >> 1;
    }
  }

  private siftDown(): void {
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const child = this.scoreAt(left + 1) < this.scoreAt(left) ? left + 1 : left;
      if (this.scoreAt(child) >= this.scoreAt(at)) return;
      this.swap(at, child);
      at = child;
    }
  }

  /** Beyond the heap's end nothing is worse. */
  private scoreAt(at: number): number {
    return this.heap[at]?.score ?? Infinity;
  }

  private swap(a: number, b: number): void {
    const [x, y] = [this.heap[a], this.heap[b]];
    if (x === undefined || y === undefined) return;
    this.heap[a] = y;
    this.heap[b] = x;
  }
}
