/**
 * Cron expressions that Convex and the library that runs them here read alike: digits, names of months and of days of the
 * week, `*`, lists, ascending ranges, and a star with a step. What else either of them takes is refused.
 */
import { Cron } from "croner";

/** A field of an expression: its bounds, and the names that stand for numbers from the lower bound on. */
interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const FIELDS: readonly Field[] = [
  { name: "minute", min: 0, max: 59 },
  { name: "hour", min: 0, max: 23 },
  { name: "day of the month", min: 1, max: 31 },
  {
    name: "month",
    min: 1,
    max: 12,
    names: ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"],
  },
  {
    name: "day of the week",
    min: 0,
    max: 6,
    names: ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"],
  },
];

/** @throws {SyntaxError} for what is not read alike, and for a time that never comes */
export function checkExpression(text: string): void {
  const fields = text.split(/[ \t]+/);
  if (fields.length !== FIELDS.length)
    throw new SyntaxError(
      `"${text}" is no cron expression: it has ${fields.length} fields, and not ${FIELDS.length}.`,
    );
  for (const [at, field] of FIELDS.entries()) {
    if (!isPortable(field, fields[at] ?? ""))
      throw new SyntaxError(
        `The cron expression "${text}" can't have the ${field.name} "${fields[at]}": write it as "*", "*/n" or ` +
          `a list of numbers from ${field.min} to ${field.max} and ascending ranges.`,
      );
  }
  if (nextRunAfter(text, 0) === null)
    throw new SyntaxError(`The cron expression "${text}" will never match any time.`);
}

/** The first moment after `afterMs` at which an expression runs, both in milliseconds; `null` where none will come. */
export function nextRunAfter(expression: string, afterMs: number): number | null {
  const cron = new Cron(expression, { mode: "5-part", timezone: "UTC" });
  return cron.nextRun(new Date(afterMs))?.getTime() ?? null;
}

function isPortable(field: Field, text: string): boolean {
  if (text === "*") return true;
  const step = /^\*\/(\d{1,2})$/.exec(text)?.[1];
  if (step !== undefined) return Number(step) >= 1 && Number(step) <= field.max - field.min;
  return text.split(",").every((item) => {
    const [from = null, to = from, ...more] = item.split("-").map((part) => valueOf(field, part));
    return from !== null && to !== null && from <= to && more.length === 0;
  });
}

function valueOf({ min, max, names = [] }: Field, text: string): number | null {
  const named = names.indexOf(text.toUpperCase());
  if (named >= 0) return min + named;
  if (!/^\d{1,2}$/.test(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}
