/** A measured figure: the median of several rounds. */
import { aligned } from "./aligned";

export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly rounds: number;
}

/** The figure of the results of all rounds. */
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

/** The `share` quantile (0 to 1), interpolated between the two nearest results. Throws for an empty list. */
export function quantile(results: readonly number[], share: number): number {
  const sorted = results.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  if (low === undefined || high === undefined) throw new Error("An empty list has no quantile.");
  return low + (high - low) * (at - Math.floor(at));
}

/** Runs `round` the given number of times, one after the other. */
export async function inRounds(rounds: number, round: (at: number) => Promise<number>): Promise<number[]> {
  const results: number[] = [];
  for (let at = 0; at < rounds; at++) results.push(await round(at));
  return results;
}

/** The figures as a table for a terminal. */
export function table(figures: readonly Figure[]): string {
  return aligned([
    ["figure", "median", "min", "max", "rounds", "unit"],
    ...figures.map((row) => [
      row.name,
      ...[row.median, row.min, row.max].map(shown),
      String(row.rounds),
      row.unit,
    ]),
  ]);
}

/** Three significant digits, which is more than the precision of the measurement. */
export function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
