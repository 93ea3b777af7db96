/** What an evaluation found, and how it is shown. */

export interface Figure {
  set: string;
  metric: string;
  /** Number of items it was measured on. */
  n: number;
  value: number;
  /** 95 % interval, where one was computed. */
  interval?: readonly [number, number];
  /** The best baseline of the benchmark's README for the same rows. */
  baseline?: number;
}

/** A table in plain text, one figure a line. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = [["set", "metric", "n", "value", "95 %", "baseline"]];
  let previous = "";
  for (const { set, metric, n, value, interval, baseline } of figures) {
    rows.push([
      set === previous ? "" : set,
      metric,
      String(n),
      value.toFixed(3),
      interval === undefined ? "" : `${interval[0].toFixed(3)} to ${interval[1].toFixed(3)}`,
      baseline === undefined ? "" : baseline.toFixed(3),
    ]);
    previous = set;
  }
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
