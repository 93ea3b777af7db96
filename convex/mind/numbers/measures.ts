/** Numbers, times of day and dates, each in one way of writing it: "5 p.m." as "17:00", "two hundred" as "200". */
import { dateMentions } from "../language/dateMentions";
import { MONTHS } from "../language/months";
import { exact, WORD_VALUES, writtenNumbers } from "./numberWords";

/** "Ten to six" may be a range: it is a time where something is at or by it, and nothing counted follows. */
const PART_OF_HOUR =
  /(\b(?:at|by|until|till|since|it is|it's|it was) )?\b(?:a )?(quarter|half|five|ten|twenty|twenty-five|25|20|10|5) (past|after|to|before) (\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?![.,:]\d| (?:hours?|minutes?|days?|weeks?|months?|years?|people|euros?|dollars?))/gi;
const PARTS = new Map([
  ["quarter", 15],
  ["half", 30],
  ["five", 5],
  ["ten", 10],
  ["twenty", 20],
  ["twenty-five", 25],
]);

/** "Quarter past six" as "6:15". */
function inClockTime(
  whole: string,
  at: string | undefined,
  part: string,
  side: string,
  hour: string,
): string {
  const minutes = PARTS.get(part.toLowerCase()) ?? Number(part);
  const full = WORD_VALUES.get(hour.toLowerCase()) ?? Number(hour);
  const isBefore = /^(?:to|before)$/i.test(side);
  const isQuarter = /^(?:quarter|half)$/i.test(part);
  if (full < 1 || full > 24 || (isBefore && part.toLowerCase() === "half")) return whole;
  if (!isQuarter && side.toLowerCase() !== "past" && at === undefined) return whole;
  return `${at ?? ""}${
    isBefore ? `${full === 1 ? 12 : full - 1}:${60 - minutes}` : `${full}:${String(minutes).padStart(2, "0")}`
  }`;
}

const TIME = /(?<![\p{L}\p{N}:.,$€£])(\d{1,2})(?:[:.](\d{2}))? ?([ap])\.? ?m(?:\b\.?(?=[\s,;:!?)]|$))/giu;
const CLOCK = /(?<![\p{L}\p{N}:.,])0(\d:\d{2})(?![\p{L}\p{N}:])/gu;

/** `text` with times of day as "17:00", where morning or afternoon is given. */
export function withTimes(text: string): string {
  return text
    .replace(PART_OF_HOUR, inClockTime)
    .replace(TIME, (whole, hour: string, minute: string | undefined, half: string) => {
      const value = Number(hour);
      if (value < 1 || value > 12 || Number(minute ?? 0) > 59) return whole;
      return `${(value % 12) + (half.toLowerCase() === "p" ? 12 : 0)}:${minute ?? "00"}`;
    })
    .replace(CLOCK, "$1")
    .replace(/(?<=\d) o'clock\b/gi, "");
}

/** `text` with dates as "14 May 2025", as far as they are given; a weekday's short form in full. */
export function withDates(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { at, written, year, month, day } of dateMentions(text)) {
    const name = month === null ? undefined : MONTHS[month - 1];
    if (name === undefined || (day === null && year === null)) continue;
    pieces.push(text.slice(from, at), [day, name, year].filter((part) => part !== null).join(" "));
    from = at + written.length;
    if (/[a-z]$/i.test(written) && text[from] === ".") from += 1;
  }
  return (pieces.join("") + text.slice(from)).replace(WEEKDAY, (short) => WEEKDAYS.get(short) ?? short);
}

/** "Sat" and "Sun" are words as well. */
const WEEKDAYS = new Map(
  "Mon Monday|Tue Tuesday|Tues Tuesday|Wed Wednesday|Thu Thursday|Thur Thursday|Thurs Thursday|Fri Friday"
    .split("|")
    .map((entry): [string, string] => {
      const [short = "", long = ""] = entry.split(" ");
      return [short, long];
    }),
);
const WEEKDAY = /(?<![\p{L}\p{N}-])(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri)(?![\p{L}\p{N}'-])/gu;

/** "£3m", "$2.5bn", "5M users"; a small "m" may be metres. */
const FIGURE = "\\d{1,15}(?:,\\d{3}){0,4}(?:\\.\\d{1,9})?";
const AMOUNT = new RegExp(
  `(?<=[$€£] ?)(${FIGURE}) ?([kK]|[mM][nN]?|[bB][nN])(?![\\p{L}\\p{N}])|(?<![\\p{L}\\p{N}.,-])(${FIGURE})(M)(?= (?!and |or |to )\\p{Ll})`,
  "gu",
);
const SHORT_SCALES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };

/** `text` in figures where a number has a scale, is made of tens and ones, or is a year: "two hundred", "1.5 million", "twenty-one". */
export function withFigures(text: string): string {
  const plain = text.replace(
    AMOUNT,
    (_, ...[figure, scale, plainFigure, plainScale]: (string | undefined)[]) => {
      const factor = SHORT_SCALES[(scale ?? plainScale ?? "").charAt(0).toLowerCase()] ?? 1;
      return String(exact(Number((figure ?? plainFigure ?? "").replaceAll(",", "")) * factor));
    },
  );
  const pieces: string[] = [];
  let from = 0;
  for (const { at, written, value, form } of writtenNumbers(plain)) {
    // One word is read as a number by whoever reads words, and so is a dozen.
    if (form === "word" || form === "clock" || /dozen$/iu.test(written)) continue;
    pieces.push(plain.slice(from, at), String(value));
    from = at + written.length;
  }
  return `${pieces.join("")}${plain.slice(from)}`.replace(
    ORDINAL,
    (written) => ordinal(written.toLowerCase()) ?? written,
  );
}

/** What is an ordinal in words from "eleventh" on, and what tens begin it. */
const [TEENS, TENS] = [
  [...WORD_VALUES].filter(([, value]) => value > 12 && value < 20),
  [...WORD_VALUES].filter(([, value]) => value >= 20),
];
/** From eleventh on; "first" to "tenth" are words too often, and "second" a unit. */
const ORDINALS = new Map([
  ...["eleventh", "twelfth"].map((word, i): [string, number] => [word, 11 + i]),
  ...TEENS.map(([word, value]): [string, number] => [`${word}th`, value]),
  ...TENS.map(([word, value]): [string, number] => [word.replace(/y$/, "ieth"), value]),
]);
const BELOW_TEN = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
/** After one of these the smaller ones are no fractions and no seconds: "the third floor", "my second child". */
const OWN = "the|my|our|your|his|her|its|their|every|each";
const ORDINAL = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:(?:${TENS.map(([word]) => word).join("|")})[ -](?:${BELOW_TEN.slice(0, 9).join("|")})|${[...ORDINALS.keys()].join("|")}|(?<=\\b(?:${OWN}) )(?:${BELOW_TEN.join("|")})(?= \\p{Ll}))(?![\\p{L}\\p{N}-])`,
  "giu",
);

function ordinal(written: string): string | null {
  const [first = "", last] = written.split(/[ -]/);
  const value =
    last === undefined
      ? (ORDINALS.get(first) ?? BELOW_TEN.indexOf(first) + 1)
      : (WORD_VALUES.get(first) ?? 0) + BELOW_TEN.indexOf(last) + 1;
  if (value === undefined) return null;
  const ones = value % 100 > 10 && value % 100 < 14 ? 0 : value % 10;
  return `${value}${["th", "st", "nd", "rd"][ones] ?? "th"}`;
}
