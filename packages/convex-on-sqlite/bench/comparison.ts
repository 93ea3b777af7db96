/** Figures of all sizes in one table, the host beside convex-test. */
import { aligned } from "../../../scripts/bench/aligned";
import { shown, type Figure } from "../../../scripts/bench/figure";

/** One figure at one size. */
export interface Compared {
  /** Number of documents of each kind. */
  readonly documents: number;
  readonly host: Figure;
  /** `null` if convex-test can't do it, or not at this size. */
  readonly convexTest: Figure | null;
  /** The factor by which the host is better than convex-test. */
  readonly ratio: number | null;
}

export function compare(documents: number, host: Figure, convexTest: Figure | null = null): Compared {
  return { documents, host, convexTest, ratio: ratio(host, convexTest) };
}

function ratio(host: Figure, convexTest: Figure | null): number | null {
  if (convexTest === null) return null;
  return host.unit === "ms" ? convexTest.median / host.median : host.median / convexTest.median;
}

/** One line per figure: its medians at each size, convex-test's if measured, and the factor between them. */
export function comparisonTable(all: readonly Compared[]): string {
  const sizes = [...new Set(all.map(({ documents }) => documents))];
  const compared = sizes.filter((size) =>
    all.some(({ documents, convexTest }) => documents === size && convexTest !== null),
  );
  const names = [...new Set(all.map(({ host }) => host.name))];
  const heads = sizes.flatMap((size) => [
    size.toLocaleString("en"),
    ...(compared.includes(size) ? ["convex-test", "times"] : []),
  ]);
  const lines = names.map((name) => {
    const ofName = all.filter(({ host }) => host.name === name);
    const cells = sizes.flatMap((size) => {
      const found = ofName.find(({ documents }) => documents === size);
      const cell = (value: number | null | undefined): string =>
        typeof value === "number" ? shown(value) : "-";
      return [
        cell(found?.host.median),
        ...(compared.includes(size) ? [cell(found?.convexTest?.median), cell(found?.ratio)] : []),
      ];
    });
    return [name, ...cells, ofName[0]?.host.unit ?? ""];
  });
  return aligned([["documents", ...heads, "unit"], ...lines]);
}
