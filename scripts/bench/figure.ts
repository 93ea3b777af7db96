/** A measured figure: several rounds, told by their median. */

export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly rounds: number;
}

/** The figure over its rounds' results. */
export function figure(name: string, unit: string, results: readonly number[]): Figure {
  return {
    name,
    unit,
    median: quantile(results, 0.5),
    min: quantile(results, 0),
    max: quantile(results, 1),
    rounds: results.length,
  };
}

/** The `share` quantile (0 to 1), between the two nearest results. Throws on an empty list. */
export function quantile(results: readonly number[], share: number): number {
  const sorted = results.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  if (low === undefined || high === undefined) throw new Error("There is no quantile of nothing.");
  return low + (high - low) * (at - Math.floor(at));
}

/** Runs `round` so often, one after the other. */
export async function inRounds(rounds: number, round: (at: number) => Promise<number>): Promise<number[]> {
  const results: number[] = [];
  for (let at = 0; at < rounds; at++) results.push(await round(at));
  return results;
}

/** The figures as a table for a terminal. */
export function table(figures: readonly Figure[]): string {
  const rows = [
    ["figure", "median", "min", "max", "unit", "rounds"],
    ...figures.map((row) => [
      row.name,
      ...[row.median, row.min, row.max].map(shown),
      row.unit,
      String(row.rounds),
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const isNumber = (column: number): boolean => column > 0 && column < 4;
  return rows
    .map((row) =>
      row
        .map((cell, at) => (isNumber(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Three significant digits say more than the measurement does. */
export function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
