/** Dates, months, weekdays and clock times as people write them, in English and ISO form. */
import { MONTHS } from "./months";

/** A date as written and where it stands. `year`, `month` (1 to 12) and `day` as far as they are given. */
export interface DateMention {
  at: number;
  written: string;
  year: number | null;
  month: number | null;
  day: number | null;
}

const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const DAY = "(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?";
const YEAR = "(?:1[5-9]|20|21)\\d{2}";
const PATTERNS = [
  `(?<isoYear>${YEAR})-(?<isoMonth>0[1-9]|1[0-2])(?:-(?<isoDay>0[1-9]|[12]\\d|3[01]))?`,
  `(?<dayFirst>${DAY})(?: of)? (?<monthAfter>${MONTH})(?:\\.?,? (?<yearAfter>${YEAR}))?`,
  `(?<monthFirst>${MONTH})\\.? (?:(?<dayAfter>${DAY})(?:,? (?<yearLast>${YEAR}))?|(?<yearNext>${YEAR}))`,
  "(?:mon|tues|wednes|thurs|fri|satur|sun)day",
  MONTH,
];
const DATE = new RegExp(`(?<![\\p{L}\\p{N}-]|\\d[.,:])(?:${PATTERNS.join("|")})(?![\\p{L}\\p{N}-])`, "giu");

/** Longer than what is looked for beside a date. */
const BESIDE = 16;
/** Months that are words as well, where a small letter leaves it open. */
const OPEN = /^(?:may|march|mar)$/;
const AHEAD_OF_DAY = /\b(?:on|of|by|until|till|since|from|before|after|dated|due)(?: the)? $/iu;
const BEHIND_DAY = /^(?:$|[.,;:!?)\n]| at\b)/u;
const AHEAD_OF_MONTH =
  /\b(?:on|by|until|till|since|from|before|after|dated|due|party|meeting|appointment) $/iu;
/** "Of the 12 may 3 come": what may be done is said behind it. */
const MAY_DO =
  /^ (?:be|have|not|also|still|only|never|well|each|all|both|come|go|do|use|take|get|make|bring|stay|leave|enter|need|want|\d)\b/iu;
/** What is counted is no day: "march 5 kilometres". */
const COUNTED =
  /^ ?(?:k?m|km|kilomet(?:er|re)s?|met(?:er|re)s|miles?|steps|blocks|laps|minutes?|hours?|days?|weeks?|months?|years?|times|people|persons|guests|of (?:us|you|them|these|those))\b/iu;

/**
 * The dates in `text` in order. A month that is also a word ("may", "march") counts alone only with a capital, after a preposition;
 * beside a number and in small letters only where a date may stand: "on 3 may", "by march 5".
 */
export function dateMentions(text: string): DateMention[] {
  const found: DateMention[] = [];
  for (const match of text.matchAll(DATE)) {
    const groups = match.groups ?? {};
    const written = match[0];
    const bare = Object.values(groups).every((group) => group === undefined);
    if (bare && !standsAlone(text, match.index, written)) continue;
    if (!bare && isWordAndNumber(text, match.index, match)) continue;
    const month = groups.isoMonth ?? groups.monthAfter ?? groups.monthFirst ?? (bare ? written : undefined);
    found.push({
      at: match.index,
      written,
      year: numberOf(groups.isoYear ?? groups.yearAfter ?? groups.yearLast ?? groups.yearNext),
      month: month === undefined ? null : monthNumber(month),
      day: numberOf(groups.isoDay ?? groups.dayFirst ?? groups.dayAfter),
    });
  }
  return found;
}

function standsAlone(text: string, at: number, written: string): boolean {
  if (!/^\p{Lu}/u.test(written)) return false;
  if (/day$/i.test(written)) return true;
  if (!/^(?:may|march|mar|jan|dec|june|april|august)$/i.test(written)) return written.length > 3;
  return /\b(?:in|on|since|until|till|by|last|next|this|early|late|mid|of|from|to|before|after|during)[ -]$/i.test(
    text.slice(Math.max(0, at - BESIDE), at),
  );
}

/** Whether "3 may" or "march 5" is no date but a word beside a number. */
function isWordAndNumber(text: string, at: number, { 0: written, groups = {} }: RegExpMatchArray): boolean {
  const { monthAfter, monthFirst, yearAfter, yearLast, yearNext, dayAfter } = groups;
  const month = monthAfter ?? monthFirst ?? "";
  const [before, after] = [
    text.slice(Math.max(0, at - BESIDE), at),
    text.slice(at + written.length, at + written.length + BESIDE),
  ];
  const hasYear = [yearAfter, yearLast, yearNext].some((year) => year !== undefined);
  if (/^(?:may|march)$/i.test(month) && dayAfter !== undefined && !hasYear && COUNTED.test(after))
    return true;
  if (!OPEN.test(month) || hasYear || / of /i.test(written)) return false;
  if (dayAfter !== undefined) return !/\p{L}$/u.test(dayAfter) && !AHEAD_OF_MONTH.test(before);
  return MAY_DO.test(after) || !(AHEAD_OF_DAY.test(before) || BEHIND_DAY.test(after));
}

function numberOf(digits: string | undefined): number | null {
  return digits === undefined ? null : Number.parseInt(digits, 10);
}

function monthNumber(written: string): number | null {
  if (/^\d/.test(written)) return Number(written);
  const start = written.slice(0, 3).toLowerCase();
  const index = MONTHS.findIndex((month) => month.toLowerCase().startsWith(start));
  return index < 0 || /day$/i.test(written) ? null : index + 1;
}

/** Whether a name that stands alone is one of a day or a month and of nobody: "22 November", "Fridays", "May". */
export function isDateName(name: string): boolean {
  return (
    /^(?:may|march|(?:mon|tues|wednes|thurs|fri|satur|sun)days)$/iu.test(name) ||
    dateMentions(name).length > 0
  );
}
