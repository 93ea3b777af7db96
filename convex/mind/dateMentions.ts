/** Dates, months, weekdays and clock times as people write them, in English and ISO form. */

/** A date as written and where it stands. `year`, `month` (1 to 12) and `day` as far as they are given. */
export interface DateMention {
  at: number;
  written: string;
  year: number | null;
  month: number | null;
  day: number | null;
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
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
const DATE = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${PATTERNS.join("|")})(?![\\p{L}\\p{N}-])`, "giu");

/** The dates in `text` in order. A month that is also a word ("may", "march") counts alone only with a capital, after a preposition. */
export function dateMentions(text: string): DateMention[] {
  const found: DateMention[] = [];
  for (const match of text.matchAll(DATE)) {
    const groups = match.groups ?? {};
    const written = match[0];
    const bare = Object.values(groups).every((group) => group === undefined);
    if (bare && !standsAlone(text, match.index, written)) continue;
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
    text.slice(0, at),
  );
}

function numberOf(digits: string | undefined): number | null {
  return digits === undefined ? null : Number.parseInt(digits, 10);
}

function monthNumber(written: string): number | null {
  if (/^\d/.test(written)) return Number(written);
  const start = written.slice(0, 3).toLowerCase();
  const index = MONTHS.findIndex((month) => month.startsWith(start));
  return index < 0 || /day$/i.test(written) ? null : index + 1;
}

/** Whether a name that stands alone is one of a day or a month and of nobody: "22 November", "Fridays", "May". */
export function isDateName(name: string): boolean {
  return (
    /^(?:may|march|(?:mon|tues|wednes|thurs|fri|satur|sun)days)$/iu.test(name) ||
    dateMentions(name).length > 0
  );
}
