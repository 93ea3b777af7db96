/** Numbers that follow from shown ones by a few operations: sums, differences, shares, rates, other units, extrapolations. */

/** Only the first figures are combined in pairs and triples. With more, almost any number could be derived. */
const MAX_PAIRED = 24;
const MAX_TRIPLED = 8;
/** Figures that are converted to other units. */
const MAX_CONVERTED = 100;

/** Counts that a text may state in words ("in six minutes"), so they are always available. */
const COUNTS = Array.from({ length: 12 }, (_, i) => i + 1);
/** Factors between units of time, percent, and thousands, millions, billions. */
const UNITS = [...COUNTS, 24, 30, 52, 60, 100, 365, 1_000, 1_440, 3_600, 1e6, 1e9];

/** Tolerance for floating-point errors. */
const EPSILON = 1e-9;

export class DerivedNumbers {
  readonly #sorted: Float64Array;

  /** `texts`: the figures of each shown text, in order. `points`: lists of times or years, between which spans are derived. */
  constructor(texts: readonly (readonly number[])[], ...points: readonly (readonly number[])[]) {
    const shown = [...new Set(texts.flat())];
    const figures = shown.filter((figure) => figure > 1);
    const sums = texts.map((text) => text.reduce((total, figure) => total + figure, 0));
    const values = [
      ...shown,
      ...sums.flatMap((sum, i) => [sum, sum / (texts[i]?.length ?? 1)]),
      ...shown.slice(0, MAX_CONVERTED).flatMap((a) => UNITS.flatMap((n) => [a * n, a / n, n / a])),
      ...pairs(figures.slice(0, MAX_PAIRED)),
      ...triples(figures.filter((figure) => figure > 12).slice(0, MAX_TRIPLED)),
      ...points.flatMap((of) => of.flatMap((a) => [a, ...of.flatMap((b) => [a - b, (a - b) / 60])])),
    ];
    this.#sorted = Float64Array.from(values.map(Math.abs).filter(Number.isFinite)).sort();
  }

  /** Whether a derived number is within `slack` of `value`. */
  has(value: number, slack: number): boolean {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? 0) < value - slack - EPSILON) low = middle + 1;
      else high = middle;
    }
    return (this.#sorted[low] ?? Infinity) <= value + slack + EPSILON;
  }
}

function pairs(figures: readonly number[]): number[] {
  return figures.flatMap((a) =>
    figures.flatMap((b) => {
      const [sum, apart, part] = [a + b, a - b, (a * b) / 100];
      return [
        sum,
        apart,
        a * b,
        a / b,
        (100 * a) / b,
        (100 * apart) / b,
        (100 * a) / sum,
        sum / 2,
        part,
        b - part,
      ];
    }),
  );
}

/** Three figures, or two and a count: means, rates and extrapolations. */
function triples(figures: readonly number[]): number[] {
  return figures.flatMap((a) =>
    figures.flatMap((b) =>
      [...COUNTS, ...figures].flatMap((c) => {
        const [sum, apart] = [a + b + c, a - b];
        return [
          sum,
          a + b - c,
          sum / 3,
          apart / c,
          apart * c,
          a + apart * c,
          (a * b) / c,
          a + b * c,
          a - b * c,
          (100 * a) / sum,
        ];
      }),
    ),
  );
}
