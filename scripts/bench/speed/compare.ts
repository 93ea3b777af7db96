/** Measures two builds in turns, so that both meet the same load of the machine. */
import { figure, quantile, shown, type Figure } from "../figure";
import { aligned } from "../aligned";
import type { Build } from "./build";
import { seeded } from "./data";
import type { Row } from "./rows";
import type { Subject } from "./subject";

export interface Compared {
  readonly title: string;
  readonly before: Figure;
  readonly after: Figure;
  /** The median of the rounds' ratios, after to before. */
  readonly ratio: number;
}

/** `builds`: the older one first. */
export async function compare(
  row: Row,
  builds: readonly [Build, Build],
  options: { readonly rounds: number; readonly memories: number },
): Promise<Compared> {
  const title = row.needsMemories === true ? `${row.title}, ${options.memories} memories` : row.title;
  const subjects: Subject[] = [];
  try {
    for (const build of builds) {
      const folder = row.needsMemories === true ? await seeded(build, options.memories) : "";
      subjects.push(await row.start(build, { folder, count: options.memories }));
    }
    const [before, after] = await inTurns(subjects, row.rounds ?? options.rounds);
    return {
      title,
      before: figure(builds[0].name, row.unit, before),
      after: figure(builds[1].name, row.unit, after),
      ratio: quantile(
        before.map((value, at) => (after[at] ?? Number.NaN) / value),
        0.5,
      ),
    };
  } finally {
    for (const subject of subjects) await subject.close();
  }
}

/** Each round measures both; every other round begins with the second. */
async function inTurns(subjects: readonly Subject[], rounds: number): Promise<[number[], number[]]> {
  const results: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const turn of [0, 1]) {
      const at = round % 2 === 0 ? turn : 1 - turn;
      const value = await subjects[at]?.round();
      if (value !== undefined) results[at]?.push(value);
    }
  }
  return results;
}

/** The comparison as a table for a terminal. */
export function comparison(rows: readonly Compared[], [before, after]: readonly [Build, Build]): string {
  const head = ["", before.name, after.name, "ratio", "unit"];
  const lines = rows.map((row) => [
    row.title,
    spread(row.before),
    spread(row.after),
    shown(row.ratio),
    row.before.unit,
  ]);
  return aligned([head, ...lines]);
}

function spread({ median, min, max, rounds }: Figure): string {
  return rounds === 1 ? shown(median) : `${shown(median)} (${shown(min)} to ${shown(max)})`;
}
