/** The stretches of indexes that a transaction has read, counted as Convex counts them: those that meet are one. */
import type { KeyRange } from "../store/documents";

/** A stretch that is being read, from `edge` on. */
interface Begun {
  readonly indexId: number;
  readonly edge: Uint8Array;
  /** How far it has been read by now; `null` where nothing of it has been. */
  readonly extent: () => KeyRange | null;
}

export class ReadStretches {
  /** By index, in their order; none meets another. */
  private readonly merged = new Map<number, KeyRange[]>();
  private readonly begun: Begun[] = [];

  /** Adds one that is about to be read. It counts as one of its own until all are merged. */
  begin(stretch: Begun): void {
    this.begun.push(stretch);
  }

  /**
   * Makes one of those that meet. To tell how far each has come takes the key of a document, so this is done only where
   * the count matters. Answers by how much it falls.
   */
  merge(): number {
    let fallen = 0;
    for (const { indexId, edge, extent } of this.begun.splice(0))
      fallen += this.add(indexId, extent() ?? { start: edge, end: edge });
    return fallen;
  }

  /** Answers how many of the merged ones it meets: it becomes one with them. */
  private add(indexId: number, { start, end }: KeyRange): number {
    const merged = this.merged.get(indexId) ?? [];
    this.merged.set(indexId, merged);
    const first = firstWhere(merged, (stretch) => Buffer.compare(stretch.end, start) >= 0);
    const beyond = firstWhere(merged, (stretch) => Buffer.compare(stretch.start, end) > 0);
    const met = merged.slice(first, beyond);
    const [least, last] = [met.at(0), met.at(-1)];
    merged.splice(first, met.length, {
      start: least !== undefined && Buffer.compare(least.start, start) < 0 ? least.start : start,
      end: last !== undefined && Buffer.compare(last.end, end) > 0 ? last.end : end,
    });
    return met.length;
  }
}

/** The place of the first for which `holds` is true, as it is for all after it. */
function firstWhere(stretches: readonly KeyRange[], holds: (stretch: KeyRange) => boolean): number {
  let [from, to] = [0, stretches.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const stretch = stretches[middle];
    if (stretch === undefined || holds(stretch)) to = middle;
    else from = middle + 1;
  }
  return from;
}
