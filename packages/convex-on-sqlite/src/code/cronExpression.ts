/**
 * Cron expressions that Convex and croner, the library used here, interpret the same way: digits, names of months and
 * weekdays, `*`, lists, ascending ranges, and a star with a step. All other syntax is rejected.
 */
import { Cron } from "croner";

/** A field of an expression: its bounds, and names for the numbers from the lower bound upwards. */
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

/** @throws {SyntaxError} for syntax that Convex may interpret differently, and for times that never occur */
export function checkExpression(text: string): void {
  const fields = text.split(/[ \t]+/);
  if (fields.length !== FIELDS.length)
    throw new SyntaxError(
      `"${text}" is not a cron expression: it has ${fields.length} fields instead of ${FIELDS.length}.`,
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

/** The first time after `afterMs` that matches an expression, in milliseconds since the epoch; `null` if there is none. */
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
