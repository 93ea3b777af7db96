/** When a statement holds: the dates, times of day and spans of time that it names, taken out of its words. */
import { dateMentions } from "../language/dateMentions";
import { nfkc } from "../../../mind/text/unicode";
import { numberIn, plainText } from "../language/tokens";

/** The circumstances of a statement: what is named of each kind, in one form. */
export type Circumstances = ReadonlyMap<string, ReadonlySet<string>>;

type Named = readonly (readonly [kind: string, value: string])[];
/** A way of naming a time in lower-case text; null where it is none after all. */
interface Reader {
  readonly pattern: RegExp;
  readonly read: (groups: Readonly<Record<string, string | undefined>>, written: string) => Named | null;
}

const WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const SPAN = "(?:minute|hour|day|night|week|month|year|decade)s?";
/** What stands before a time and belongs to it. */
const LEADING =
  "(?:(?<![\\p{L}\\p{N}])(?:at|on|in|by|from|since|until|till|to|of|for|during|around|about|the|early|late|mid|every|each|next|last|this) )*";

const READERS: readonly Reader[] = [
  {
    pattern: new RegExp(`(?<day>${WEEKDAY})\\b(?: (?:morning|afternoon|evening|night)\\b)?`, "gu"),
    read: ({ day = "" }) => [["weekday", day]],
  },
  {
    pattern: /\b(?<hour>\d{1,2})(?:[:.](?<minute>\d\d))? ?(?<half>[ap])\.?m\b\.?/gu,
    read: ({ hour, minute, half }) => clock(hour, minute, half),
  },
  {
    pattern: /\b(?<hour>\d{1,2}):(?<minute>\d\d)\b(?!:)(?: ?h\b| o'clock)?/gu,
    read: ({ hour, minute }) => clock(hour, minute),
  },
  {
    pattern: /\b(?<hour>\d{1,2}|[a-z]{3,6}) o'clock\b/gu,
    read: ({ hour = "" }) => clock(numberIn(hour) ?? undefined),
  },
  {
    // "At 8" is a time of day where nothing follows that could be counted.
    pattern:
      /(?<=\bat )(?<hour>\d{1,2}|[a-z]{3,6})(?=$|[.,;!?]|  ?(?:in|on|and|every|each|for|with|by|now|$)\b| $)/gu,
    read: ({ hour = "" }) => clock(numberIn(hour) ?? undefined),
  },
  {
    // Hours, where it is told when something is open: a figure may also go from nine to five.
    pattern:
      /(?<=\b(?:open|opens|staffed) (?:[a-z]+ ){0,3})from (?<from>\d{1,2}|[a-z]{3,6}) (?:to|until|till) (?<until>\d{1,2}|[a-z]{3,6})(?=$|[.,;!?]| (?:on|in|and|every|each|but|except|daily)\b)/gu,
    read: ({ from = "", until = "" }) => {
      const [first, last] = [from, until].map((hour) => clock(numberIn(hour) ?? undefined));
      return first && last ? [...first, ...last] : null;
    },
  },
  {
    pattern: /(?<=\b(?:at|from|until|till|by|to|around|about) )(?<named>noon|midday|midnight)\b/gu,
    read: ({ named }) => [["clock", named === "midnight" ? "0:0" : "12:0"]],
  },
  {
    pattern:
      /(?<=\b(?:in|since|by|until|till|from|during|before|after|of) )(?<year>(?:1[5-9]|20|21)\d\d)\b(?! \p{L})|^(?:1[5-9]|20|21)\d\d(?=:)/gu,
    read: (_, written) => [["year", written]],
  },
  {
    pattern: /(?<=\bin )(?<year>(?:1[5-9]|20|21)\d\d)\b/gu,
    read: ({ year = "" }) => [["year", year]],
  },
  {
    pattern: new RegExp(`\\b(?:[a-z]+|\\d+) ${SPAN} ago\\b`, "gu"),
    read: (_, written) => [["ago", written]],
  },
  {
    pattern: /\bday (?:after tomorrow|before yesterday)\b/gu,
    read: (_, written) => [["near", written]],
  },
  {
    pattern: new RegExp(
      `\\b(?:this|last|next|every|each|tomorrow|yesterday) (?:morning|afternoon|evening|night|spring|summer|autumn|fall|winter|weekend|season|time|${SPAN})\\b`,
      "gu",
    ),
    read: (_, written) => [["part", written]],
  },
  {
    pattern:
      /\b(?:in|during) (?:the )?(?:early |late )?(?<part>morning|afternoon|evening|night|spring|summer|autumn|winter)s?\b|\b(?:on|at|over) (?:the )?(?<other>weekend|weekday|night|christmas|easter)s?\b/gu,
    read: ({ part, other = "" }) => [["part", part ?? other]],
  },
  {
    pattern: /\b(?:yesterday|today|tonight|tomorrow)\b(?:'s)?/gu,
    read: (_, written) => [["near", written]],
  },
];

/** The times that `text` names, and its words without them: lower case, white space single, apostrophes plain. */
export function circumstancesIn(text: string): { rest: string; circumstances: Circumstances } {
  const found = new Map<string, Set<string>>();
  const note = (named: Named) => {
    for (const [kind, value] of named) found.set(kind, (found.get(kind) ?? new Set()).add(value));
  };
  const whole = nfkc(text)
    .replace(/[’ʼ‘]/g, "'")
    .replace(new RegExp(`\\b(${WEEKDAY})s\\b`, "giu"), "$1");
  let dated = whole;
  for (const { at, written, year, month, day } of dateMentions(whole)) {
    const named = Object.entries({ year, month, day }).flatMap(([kind, value]) =>
      value === null ? [] : [[kind, String(value)] as const],
    );
    if (named.length === 0) continue;
    note(named);
    dated = dated.slice(0, at) + TAKEN.repeat(written.length) + dated.slice(at + written.length);
  }
  let rest = plainText(dated);
  for (const { pattern, read } of READERS) {
    rest = rest.replace(pattern, (written: string, ...others: unknown[]) => {
      const named = read(groupsOf(others.at(-1)), written);
      if (named === null) return written;
      note(named);
      return TAKEN;
    });
  }
  const taken = new RegExp(`${LEADING}(?:${TAKEN}[ ,]*)+`, "gu");
  return { rest: rest.replace(taken, " ").replace(/\s+/gu, " ").trim(), circumstances: found };
}

/** Stands in a text for what was taken out of it. */
const TAKEN = "\u{E000}";

function groupsOf(groups: unknown): Record<string, string | undefined> {
  if (typeof groups !== "object" || groups === null) return {};
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, typeof value === "string" ? value : undefined]),
  );
}

/** A time of day; of an hour up to twelve without a half of the day it stays open which it is. */
function clock(hour: string | undefined, minute = "00", half?: string): Named | null {
  if (hour === undefined || !/^\d{1,2}$/.test(hour) || Number(hour) > 24 || Number(minute) > 59) return null;
  const [h, m] = [Number(hour), Number(minute)];
  if (half !== undefined) return [["clock", `${(h % 12) + (half === "p" ? 12 : 0)}:${m}`]];
  return [["clock", h === 0 || h > 12 ? `${h % 24}:${m}` : `${h}:${m}?`]];
}

/** How the times of two statements stand to each other. */
export type Timing =
  /** They name the same, or neither names any. */
  | "same"
  /** One names times that the other leaves open. */
  | "open in a"
  | "open in b"
  /** They name different times of the same kinds; all else that both name is the same. */
  | "other"
  /** What both name cannot be compared. */
  | "apart";

/** How the times of two statements stand to each other. */
export function timingOf(a: Circumstances, b: Circumstances): Timing {
  const kinds = new Set([...a.keys(), ...b.keys()]);
  let [onlyA, onlyB, differ] = [false, false, false];
  for (const kind of kinds) {
    const [p, q] = [a.get(kind), b.get(kind)];
    if (p === undefined) onlyB = true;
    else if (q === undefined) onlyA = true;
    else if (!sameTimes(p, q)) differ = true;
  }
  if (onlyA && onlyB) return "apart";
  if (differ) return onlyA || onlyB ? "apart" : "other";
  if (onlyA) return "open in b";
  return onlyB ? "open in a" : "same";
}

function sameTimes(p: ReadonlySet<string>, q: ReadonlySet<string>): boolean {
  const covers = (x: ReadonlySet<string>, y: ReadonlySet<string>) =>
    [...x].every((time) => [...y].some((other) => sameTime(time, other)));
  return covers(p, q) && covers(q, p);
}

/** "5:0?" is five in the morning or in the afternoon. */
function sameTime(a: string, b: string): boolean {
  if (a === b) return true;
  if (!a.endsWith("?") && !b.endsWith("?")) return false;
  const halved = (time: string) => {
    const [hour = "", minute = ""] = time.replace("?", "").split(":");
    return `${Number(hour) % 12}:${minute}`;
  };
  return halved(a) === halved(b);
}
