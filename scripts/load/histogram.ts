/** Durations by the million in little memory: counted in steps of two per cent. */

const STEP = Math.log(1.02);
/** Shorter ones count as this long: no request is. */
const SHORTEST_MS = 0.01;

export class Histogram {
  private readonly counts = new Map<number, number>();
  private total = 0;

  add(ms: number): void {
    const step = Math.ceil(Math.log(Math.max(ms, SHORTEST_MS) / SHORTEST_MS) / STEP);
    this.counts.set(step, (this.counts.get(step) ?? 0) + 1);
    this.total += 1;
  }

  get count(): number {
    return this.total;
  }

  /** The duration, in ms and up to two per cent above it, that a `share` (0 to 1) of all were within; 0 of none. */
  quantile(share: number): number {
    let left = Math.ceil(share * this.total);
    for (const [step, count] of [...this.counts].sort(([a], [b]) => a - b)) {
      left -= count;
      if (left <= 0) return SHORTEST_MS * Math.exp(step * STEP);
    }
    return 0;
  }
}
