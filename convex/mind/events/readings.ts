/** Readings: texts that say the same but for a figure, as sensors and tickers send them. */
import { clipped } from "../../../mind/text/phrasing";

/** No part of a name ("B2"), of a date or of a time of day ("at 8"); what is written after it ("5kg") is its unit. */
const FIGURE =
  /(?<![\p{L}\p{N}.,:/-])(?<!\b(?:at|on|by|until|till|since|before|after) )[-−]?\d+(?:[.,]\d+)*/giu;
/** A report of many figures is no reading. */
const MOST_FIGURES = 4;
const READ_LENGTH = 300;
const TITLE_LENGTH = 80;

/** A text, and what is left of it without its figures. */
interface Reading {
  readonly shape: string;
  readonly figures: readonly string[];
}

function readingOf(text: string): Reading | null {
  if (text.length > READ_LENGTH) return null;
  const figures = text.match(FIGURE) ?? [];
  const shape = text.replace(FIGURE, "#").replace(/\s+/gu, " ").trim().toLowerCase();
  return figures.length > 0 && figures.length <= MOST_FIGURES && /\p{L}/u.test(shape)
    ? { shape, figures }
    : null;
}

/** Whether the two are readings of one thing with one figure apart. Symmetric. */
export function areReadings(a: string, b: string): boolean {
  const [one, other] = [readingOf(a), readingOf(b)];
  if (one === null || other === null || one.shape !== other.shape) return false;
  return one.figures.filter((figure, i) => figure !== other.figures[i]).length === 1;
}

/** Some readings of one thing, in the order in which they came. */
export interface Series<T> {
  /** Their text, "…" in the figure's place. */
  readonly title: string;
  readonly readings: readonly T[];
  /** Their figures, as written. */
  readonly figures: readonly string[];
  readonly course: "rises" | "falls" | "varies";
}

/** The series among `texts` of at least `least` readings, of which one figure alone differs; the longest first. */
export function seriesAmong<T extends { readonly content: string; readonly receivedAt: number }>(
  texts: readonly T[],
  least: number,
): Series<T>[] {
  const byShape = new Map<string, { text: T; figures: readonly string[] }[]>();
  for (const text of [...texts].sort((a, b) => a.receivedAt - b.receivedAt)) {
    const reading = readingOf(text.content);
    if (reading === null) continue;
    byShape.set(reading.shape, [...(byShape.get(reading.shape) ?? []), { text, figures: reading.figures }]);
  }
  return [...byShape.values()]
    .flatMap((all) => {
      const [first] = all;
      if (first === undefined || all.length < least) return [];
      const apart = first.figures.flatMap((figure, i) =>
        all.some(({ figures }) => figures[i] !== figure) ? [i] : [],
      );
      const [at] = apart;
      const figures = at === undefined ? [] : all.flatMap(({ figures }) => figures[at] ?? []);
      const values = figures.map(valueOf);
      if (apart.length !== 1 || at === undefined || values.some((value) => value === null)) return [];
      const readings = all.map(({ text }) => text);
      return [
        { title: titleOf(first.text.content, at), readings, figures, course: courseOf(values.map(Number)) },
      ];
    })
    .sort((a, b) => b.readings.length - a.readings.length);
}

function titleOf(text: string, at: number): string {
  let place = -1;
  const title = text.replace(FIGURE, (figure) => ((place += 1) === at ? "…" : figure));
  return clipped(title.replace(/[\s.!]+$/u, "").trim(), TITLE_LENGTH);
}

/** What a figure comes to; null where a comma leaves that open. */
function valueOf(figure: string): number | null {
  const plain = figure.replace("−", "-");
  if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(plain)) return Number(plain.replaceAll(",", ""));
  const value = Number(plain.replace(",", "."));
  return Number.isNaN(value) ? null : value;
}

function courseOf(values: readonly number[]): Series<unknown>["course"] {
  const steps = values.slice(1).map((value, i) => value - (values[i] ?? 0));
  if (steps.every((step) => step >= 0)) return "rises";
  return steps.every((step) => step <= 0) ? "falls" : "varies";
}

/** "from 81 up to 88", "between 17 and 21, lately 19". */
export function courseTold({ figures, course }: Series<unknown>): string {
  const [first = "", last = ""] = [figures[0], figures.at(-1)];
  if (course === "rises") return `from ${first} up to ${last}`;
  if (course === "falls") return `from ${first} down to ${last}`;
  const sorted = [...figures].sort((a, b) => (valueOf(a) ?? 0) - (valueOf(b) ?? 0));
  return `between ${sorted[0] ?? first} and ${sorted.at(-1) ?? last}, lately ${last}`;
}
