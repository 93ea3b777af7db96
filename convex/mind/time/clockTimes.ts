/** Times of day as they are spoken: "at six", "half past six", "six in the evening", "noon". Figures ("6 a.m.", "18:00") are numbers. */
import { nfkc } from "../../../mind/text/unicode";
import { timeOfDay } from "../numbers/numberMentions";

/** A time as written and where it stands. `values` are those of a number that is a time: two where the half of the day is open. */
export interface ClockTime {
  readonly at: number;
  readonly written: string;
  readonly values: readonly number[];
}

const HOURS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const STEPS: { readonly [said: string]: number } = {
  five: 5,
  ten: 10,
  quarter: 15,
  twenty: 20,
  "twenty-five": 25,
  half: 30,
};
const HOUR = `(?:${HOURS.join("|")}|[01]?\\d|2[0-3])`;
const STEP = `(?:a )?(?:five|ten|quarter|twenty-five|twenty|half|[1-5]?\\d)(?: minutes)?`;
/** What may follow where the number counts nothing: a clause's end, or a word that begins another part of it. */
const CLOSES =
  "(?=\\s*(?:[.,;:!?()\"”'’\\n–—-]|$)| (?:in|on|at|by|from|to|for|with|and|or|but|as|so|until|till|when|because|where|if|then|sharp|precisely|exactly|each|every|daily|o'clock|today|tomorrow|tonight|this|the|a|an|my|your|our|his|her|their|i|he|she|they|we|you|it|am|pm|a\\.m|p\\.m|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\\b)";
const PART = "(?:mornings?|afternoons?|evenings?|nights?)";
const PATTERNS = [
  `(?<step>${STEP}) (?<side>past|to|after|before) (?<stepped>${HOUR})(?![\\p{L}\\p{N}])`,
  `(?<struck>${HOUR}) o'clock`,
  `(?<parted>${HOUR}) (?:(?:in the|this|that|on \\p{L}{1,12}|at|tomorrow|yesterday|every|each) )${PART}`,
  `(?:between|from) (?<from>${HOUR}) (?:and|to|till|until) (?<to>${HOUR})${CLOSES}`,
  `(?:at|by|until|till|before|after|around|about|since|past) (?<hour>${HOUR})(?:[:.](?<minute>[0-5]\\d))?${CLOSES}`,
  `(?:today|tonight|tomorrow|${PART}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?),? (?<bare>${HOUR})${CLOSES}`,
  "(?<named>noon|midday|midnight)(?![\\p{L}\\p{N}])",
];
const SPOKEN = new RegExp(`(?<![\\p{L}\\p{N}])(?:${PATTERNS.join("|")})`, "giu");
/** How far from a time the part of the day stands that it is said of. */
const REACH = 24;
const BREAK = /[.;!?,](?!m)|\b(?:and|or)\b/iu;
const PART_SAID = /\b(morning|afternoon|evening|tonight|[ap]\.?m\b)/iu;

/** The spoken times in `text`, in order. */
export function clockTimes(text: string): ClockTime[] {
  const plain = nfkc(text).replace(/’/gu, "'");
  return [...plain.matchAll(SPOKEN)].map((match) => ({
    at: match.index,
    written: match[0],
    values: minutesIn(match, halfOf(plain, match)).map(timeOfDay),
  }));
}

type Half = "am" | "pm" | null;

/** Morning or afternoon, where the words around it say so; a night has hours of both. */
function halfOf(text: string, match: RegExpExecArray): Half {
  const end = match.index + match[0].length;
  const [behind = ""] = `${match[0]}${text.slice(end, end + REACH)}`.split(BREAK);
  const ahead =
    text
      .slice(Math.max(0, match.index - REACH), match.index)
      .split(BREAK)
      .at(-1) ?? "";
  const said = PART_SAID.exec(behind)?.[1] ?? PART_SAID.exec(ahead)?.[1];
  if (said === undefined) return null;
  return /^(?:morning|a\.?m)/iu.test(said) ? "am" : "pm";
}

function minutesIn({ groups = {} }: RegExpExecArray, half: Half): number[] {
  if (groups.named !== undefined) return [/^midnight$/iu.test(groups.named) ? 0 : 12 * 60];
  if (groups.from !== undefined && groups.to !== undefined) {
    // "From nine to five" begins in one half of the day and ends in another.
    return [groups.from, groups.to].flatMap((hour) => inHalves(hourOf(hour) * 60, null));
  }
  const hour = hourOf(groups.stepped ?? groups.struck ?? groups.parted ?? groups.hour ?? groups.bare ?? "");
  const step = stepOf(groups.step) * (/^(?:to|before)$/iu.test(groups.side ?? "") ? -1 : 1);
  return inHalves(hour * 60 + step + Number(groups.minute ?? 0), half);
}

function inHalves(minutes: number, half: Half): number[] {
  const day = 24 * 60;
  // From 13 on the clock leaves nothing open.
  if (minutes >= 13 * 60) return [minutes % day];
  const first = (minutes + day) % (day / 2);
  return half === "am" ? [first] : half === "pm" ? [first + day / 2] : [first, first + day / 2];
}

function hourOf(written: string): number {
  const spelled = HOURS.indexOf(written.toLowerCase());
  return spelled < 0 ? Number(written) : spelled + 1;
}

function stepOf(written: string | undefined): number {
  const step = (written ?? "").toLowerCase().replace(/^a | minutes$/gu, "");
  return STEPS[step] ?? Number(step);
}
