/** A compact histogram of durations, in steps of two per cent. */

const STEP = Math.log(1.02);
/** Lower bound; no request is as short. */
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

  /** The `share` quantile (0 to 1) in ms, at most two per cent too high; 0 if empty. */
  quantile(share: number): number {
    let left = Math.ceil(share * this.total);
    for (const [step, count] of [...this.counts].sort(([a], [b]) => a - b)) {
      left -= count;
      if (left <= 0) return SHORTEST_MS * Math.exp(step * STEP);
    }
    return 0;
  }
}
