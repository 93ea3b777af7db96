/** The past time that a text tells of, where it names one plainly: "in 2019", "two years ago", "on 4 May 2021". */
import { MONTHS } from "../language/months";
import { midnightOf } from "../../../mind/time/calendarDay";
import { endOf, namedDays, type MeantDay } from "./meantDays";

/** A day, a month or a year. */
export interface PastTime {
  /** When it began, ms since the epoch: its midnight in UTC. */
  readonly began: number;
  /** "on 4 May 2021", "in May 2021", "in 2021". */
  readonly on: string;
}

/** A number of four digits is a year after these, unless it counts something. "Since 2019" tells of today as well. */
const YEAR =
  /\b(?:in|during|until|till|before|around|of|early|late|mid) (?:early |late |mid-?)?(?<year>(?:19|20)\d{2})\b(?![.,:]?\d| ?(?:steps|people|metres|meters|m|km|miles|euros?|dollars|pounds|words|copies|pieces|calories|litres|days|hours|years|grams|kilos)\b)/giu;
/** What goes on since then is of today. */
const LASTING = /\b(?:since|ever since|from)\b/iu;

/**
 * The one past time that `text`, told at `toldAt` (ms since the epoch) in `timeZone`, is about; null where it names none, more
 * than one, one that it leaves open ("on Friday") or one that lies ahead.
 */
export function pastTold(text: string, toldAt: number, timeZone: string): PastTime | null {
  if (LASTING.test(text)) return null;
  const today = midnightOf(toldAt, timeZone);
  const named = namedDays(text, toldAt, timeZone).map(({ days }) => days);
  const years = [...text.matchAll(YEAR)].map(({ groups = {} }) => [
    { year: Number(groups.year), month: null, day: null },
  ]);
  const times = [...named, ...years].map((days) => (days.length === 1 ? pastOf(days[0], today) : null));
  const [first = null, ...others] = times;
  return others.every((other) => other?.on === first?.on) ? first : null;
}

function pastOf(day: MeantDay | undefined, today: number): PastTime | null {
  // A day of the week alone has no date, and of this year or month too much is still ahead.
  if (day === undefined || day.year === null || endOf(day) > today) return null;
  const { year, month } = day;
  const began = Date.UTC(year, (month ?? 1) - 1, day.day ?? 1);
  if (month === null) return { began, on: `in ${year}` };
  const name = `${MONTHS[month - 1] ?? ""} ${year}`;
  return { began, on: day.day === null ? `in ${name}` : `on ${day.day} ${name}` };
}
