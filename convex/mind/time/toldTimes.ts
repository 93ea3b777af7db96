/** The days that "today", "tonight" or "this week" mean: each text is of the day on which it was told. */
import { numberIn } from "../language/tokens";
import { localDate, type LocalDate } from "../../../mind/time/calendarDay";
import type { Circumstances } from "./circumstances";

/** When two texts were told, in ms since the epoch, and the zone (IANA name) whose calendar they go by. */
export interface Moments {
  readonly a: number;
  readonly b: number;
  readonly timeZone: string;
}

/** The moments of the same texts the other way round. */
export function turned({ a, b, timeZone }: Moments): Moments {
  return { a: b, b: a, timeZone };
}

/** Whether both were told on one day of the calendar. */
export function onOneDay({ a, b, timeZone }: Moments): boolean {
  return localDate(a, timeZone).day === localDate(b, timeZone).day;
}

/** Kinds of `Circumstances` that are told from where the teller stands. */
const FROM_NOW = ["near", "part", "ago"] as const;

type Unit = "day" | "week" | "month" | "year";

/** Which day, week, month or year a date is of, counted from 1970; weeks begin on Monday. */
function unitOf(unit: Unit, { year, month, day }: LocalDate): number {
  switch (unit) {
    case "day":
      return day;
    case "week":
      return Math.floor((day + 3) / 7);
    case "month":
      return year * 12 + month;
    case "year":
      return year;
  }
}

/** The same times with those that are told from the teller's own day (`told`) put as days, weeks, months and years. */
export function timesToldAt(
  circumstances: Circumstances,
  { at, timeZone }: { readonly at: number; readonly timeZone: string },
): Circumstances {
  if (!FROM_NOW.some((kind) => circumstances.has(kind))) return circumstances;
  const date = localDate(at, timeZone);
  const times = new Map<string, Set<string>>();
  const note = (kind: string, time: string) => times.set(kind, (times.get(kind) ?? new Set()).add(time));
  for (const [kind, named] of circumstances) {
    for (const time of named) {
      const meant = FROM_NOW.some((one) => one === kind) ? meantBy(time, date) : null;
      if (meant === null) note(kind, time);
      else note("near", meant);
    }
  }
  return times;
}

const UNITS: ReadonlyMap<string, Unit> = new Map([
  ["morning", "day"],
  ["afternoon", "day"],
  ["evening", "day"],
  ["night", "day"],
  ["day", "day"],
  ["week", "week"],
  ["weekend", "week"],
  ["month", "month"],
  ["year", "year"],
  ["spring", "year"],
  ["summer", "year"],
  ["autumn", "year"],
  ["fall", "year"],
  ["winter", "year"],
  ["season", "year"],
]);
const STEPS: ReadonlyMap<string, number> = new Map([
  ["last", -1],
  ["yesterday", -1],
  ["this", 0],
  ["next", 1],
  ["tomorrow", 1],
]);

/** "day 20515", or with the part of it that is named: "day 20515 evening"; null for what comes again and again. */
function meantBy(written: string, date: LocalDate): string | null {
  const [first = "", second = "", third = ""] = written.replace(/'s$/u, "").split(" ");
  if (first === "every" || first === "each") return null;
  // "Day after tomorrow", "day before yesterday".
  if (first === "day") return named("day", third === "tomorrow" ? 2 : -2, date, "");
  if (third === "ago") return before(first, second.replace(/s$/u, ""), date, written);
  if (second === "") {
    if (first === "tonight") return named("day", 0, date, "night");
    const step = first === "today" ? 0 : STEPS.get(first);
    return step === undefined ? null : named("day", step, date, "");
  }
  const step = STEPS.get(first);
  if (step === undefined) return null;
  const part = second.replace(/s$/u, "");
  const unit = UNITS.get(part);
  // "This time" and what has no place in a calendar is of the day on which it is said.
  return unit === undefined
    ? named("day", 0, date, written)
    : named(unit, step, date, part === unit ? "" : part);
}

function before(count: string, noun: string, date: LocalDate, written: string): string {
  const number = /^an?$/u.test(count) ? "1" : numberIn(count);
  const unit = UNITS.get(noun);
  return number === null || unit === undefined
    ? named("day", 0, date, written)
    : named(unit, -Number(number), date, "");
}

function named(unit: Unit, step: number, date: LocalDate, part: string): string {
  return `${unit} ${unitOf(unit, date) + step}${part === "" ? "" : ` ${part}`}`;
}

/** Whether the times that a text tells from where it stands take in `moment`; those of `timesToldAt` alone. */
export function takesIn(circumstances: Circumstances, moment: number, timeZone: string): boolean {
  const date = localDate(moment, timeZone);
  return [...(circumstances.get("near") ?? [])].every((time) => {
    const [unit = "", number] = time.split(" ");
    const known = (["day", "week", "month", "year"] as const).find((one) => one === unit);
    return known === undefined || unitOf(known, date) === Number(number);
  });
}
