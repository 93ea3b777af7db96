/** The statistics that evaluations report, defined as the open benchmark defines them. */

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Pearson's correlation; 0 where one side is constant. */
export function pearson(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, squaresA, squaresB] = [0, 0, 0];
  a.forEach((value, i) => {
    const [x, y] = [value - meanA, (b[i] ?? 0) - meanB];
    both += x * y;
    squaresA += x * x;
    squaresB += y * y;
  });
  return squaresA > 0 && squaresB > 0 ? both / Math.sqrt(squaresA * squaresB) : 0;
}

/** The rank of each value from 0, equal values sharing the mean of their ranks. */
export function ranks(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((i, j) => (values[i] ?? 0) - (values[j] ?? 0));
  const ranked = new Array<number>(values.length).fill(0);
  let from = 0;
  while (from < order.length) {
    let to = from;
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to += 1;
    for (let k = from; k < to; k++) ranked[order[k] ?? 0] = (from + to - 1) / 2;
    from = to;
  }
  return ranked;
}

/** Spearman's rank correlation. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  return pearson(ranks(a), ranks(b));
}

/** Area under the ROC curve: how often a positive scores above a negative. */
export function auc(scores: readonly number[], positive: readonly boolean[]): number {
  const ranked = ranks(scores);
  const positives = positive.filter(Boolean).length;
  const negatives = positive.length - positives;
  const sum = ranked.reduce((total, rank, i) => total + (positive[i] === true ? rank + 1 : 0), 0);
  return (sum - (positives * (positives + 1)) / 2) / (positives * negatives);
}

/** Adjusted Rand index of two partitions given as labels. */
export function adjustedRand(a: readonly string[], b: readonly string[]): number {
  const [inA, inB, inBoth] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  a.forEach((label, i) => {
    add(inA, label);
    add(inB, b[i] ?? "");
    add(inBoth, JSON.stringify([label, b[i]]));
  });
  const pairs = (count: number) => (count * (count - 1)) / 2;
  const sum = (counts: ReadonlyMap<string, number>) =>
    [...counts.values()].reduce((total, count) => total + pairs(count), 0);
  const expected = (sum(inA) * sum(inB)) / pairs(a.length);
  const most = (sum(inA) + sum(inB)) / 2;
  return most === expected ? 1 : (sum(inBoth) - expected) / (most - expected);
}

/** Macro-averaged F1 over the classes given. */
export function macroF1(
  gold: readonly string[],
  guessed: readonly string[],
  classes: readonly string[],
): number {
  return mean(
    classes.map((name) => {
      const right = gold.filter((label, i) => label === name && guessed[i] === name).length;
      const total =
        gold.filter((label) => label === name).length + guessed.filter((label) => label === name).length;
      return total === 0 ? 0 : (2 * right) / total;
    }),
  );
}

/** The 95 % percentile bootstrap interval of a statistic over items; the same for the same items. */
export function interval<Item>(
  items: readonly Item[],
  statistic: (sample: readonly Item[]) => number,
  random: () => number,
  runs = 400,
): [number, number] {
  const values: number[] = [];
  for (let run = 0; run < runs; run++) {
    const sample: Item[] = [];
    for (let drawn = 0; drawn < items.length; drawn++) {
      const item = items[Math.floor(random() * items.length)];
      if (item !== undefined) sample.push(item);
    }
    const value = statistic(sample);
    if (Number.isFinite(value)) values.push(value);
  }
  values.sort((x, y) => x - y);
  return [values[Math.floor(values.length * 0.025)] ?? NaN, values[Math.floor(values.length * 0.975)] ?? NaN];
}
