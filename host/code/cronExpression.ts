/**
 * Cron expressions as Convex reads them, in the words of the library that runs them here. The two differ: Convex takes
 * `5/15` and weekdays from 0 to 6, and takes neither nicknames nor a `?`.
 */
import { Cron } from "croner";

/** A field of an expression: its bounds, and the names that stand for numbers from the lower bound on. */
interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
  /** What the field may be as a whole besides a list, as Convex writes it, and what to run instead. */
  readonly whole?: (text: string, value: (text: string) => number | null) => string | null;
}

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const SATURDAY = "6";

const FIELDS: readonly Field[] = [
  { name: "minute", min: 0, max: 59 },
  { name: "hour", min: 0, max: 23 },
  { name: "day of the month", min: 1, max: 31, whole: wholeDay },
  { name: "month", min: 1, max: 12, names: MONTHS },
  { name: "day of the week", min: 0, max: 6, names: WEEKDAYS, whole: wholeWeekday },
];

/** `L`, `LW`: the last day and the last weekday; `15W`: the weekday closest to the 15th. */
function wholeDay(text: string, value: (text: string) => number | null): string | null {
  if (text === "L" || text === "LW") return text;
  const day = text.endsWith("W") ? value(text.slice(0, -1)) : null;
  return day === null ? null : `${day}W`;
}

/** `L`: Saturday; `FRIL`, `5L`: the last Friday of the month; `5#2`: the second. */
function wholeWeekday(text: string, value: (text: string) => number | null): string | null {
  if (text === "L") return SATURDAY;
  const [, weekday = "", which = ""] = /^(\w+?)(L|#[1-5])$/.exec(text) ?? [];
  const day = value(weekday);
  return day === null ? null : `${day}${which}`;
}

/**
 * The expression that runs when `text` does on Convex.
 * @throws {SyntaxError} for what Convex can't read, for a time that never comes, and for the few forms that have no
 * equal here: ranges that end before they begin and days counted from the end of the month
 */
export function runnableExpression(text: string): string {
  const fields = text.split(/[ \t]+/);
  if (fields.length !== FIELDS.length)
    throw new SyntaxError(
      `"${text}" is no cron expression: it has ${fields.length} fields, and not ${FIELDS.length}.`,
    );
  const expression = FIELDS.map((field, at) => runnableField(field, fields[at] ?? "", text)).join(" ");
  if (slotAfter(expression, 0) === null)
    throw new SyntaxError(`The cron expression "${text}" will never match any time.`);
  return expression;
}

/** The first moment after `afterMs` at which an expression runs, both in milliseconds; `null` where none will come. */
export function slotAfter(expression: string, afterMs: number): number | null {
  const cron = new Cron(expression, { paused: true, mode: "5-part", timezone: "UTC" });
  return cron.nextRun(new Date(afterMs))?.getTime() ?? null;
}

function runnableField(field: Field, text: string, expression: string): string {
  if (text === "*") return text;
  const value = (part: string) => valueOf(field, part);
  const whole = field.whole?.(text, value) ?? null;
  if (whole !== null) return whole;
  const values = new Set<number>();
  for (const [at, item] of text.split(",").entries()) {
    // No list begins with a star of its own.
    const found = at === 0 && /^\*(?!\/)/.test(item) ? null : valuesOf(field, item);
    if (found === null)
      throw new SyntaxError(
        `The cron expression "${expression}" can't have the ${field.name} "${text}": ` +
          `it takes ${field.min} to ${field.max}, "*", lists, ascending ranges and steps.`,
      );
    for (const one of found) values.add(one);
  }
  return [...values].sort((a, b) => a - b).join(",");
}

/** The values of `a`, `a-b`, `a/n`, `a-b/n`, or a step over all. A star within a list is the least value, as on Convex. */
function valuesOf(field: Field, item: string): number[] | null {
  const [, from = "", to, step] = /^(\*|\w+)(?:-(\w+))?(?:\/(\d{1,3}))?$/.exec(item) ?? [];
  const first = from === "*" ? field.min : valueOf(field, from);
  if (first === null) return null;
  if (to === undefined && step === undefined) return [first];
  const last = to === undefined ? field.max : valueOf(field, to);
  const by = step === undefined ? 1 : Number(step);
  if (last === null || last < first || by < 1 || by > field.max - field.min) return null;
  return Array.from({ length: Math.floor((last - first) / by) + 1 }, (_, at) => first + at * by);
}

function valueOf({ min, max, names = [] }: Field, text: string): number | null {
  const named = names.indexOf(text.toUpperCase());
  if (named >= 0) return min + named;
  if (!/^\d{1,3}$/.test(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}
