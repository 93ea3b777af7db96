/** What a text claims that none of its sources holds: names, figures, dates and quotations. */
import { dateMentions } from "../language/dateMentions";
import { entitiesOf } from "../language/entities";
import { nfkc } from "../../../mind/text/unicode";
import { quotable, quotationsIn, ungroundedQuotations } from "../language/quotations";
import { isStopWord } from "../../../mind/text/stopWords";
import { plainText, tokensOf } from "../language/tokens";
import { numberMentions, type NumberMention } from "../numbers/numberMentions";
import { clockTimes } from "../time/clockTimes";
import { meantDays, weekdayName, type MeantDay } from "../time/meantDays";
import { isReckoned, type Reckonable } from "./reckoned";
import { isUnsaid } from "./unsaidNames";

export type ClaimKind = "name" | "number" | "date" | "quotation";

/** Something that a text says, as written there. */
export interface Claim {
  readonly kind: ClaimKind;
  readonly written: string;
}

/** What a text may rest on, made ready once for many checks. */
export interface Sources {
  readonly texts: readonly Source[];
  /** So many things were shown; counting them is no invention. */
  readonly count: number;
  /** What may be reckoned with, where reckoning is no invention either. */
  readonly reckonable?: Reckonable;
}

/** A text of which it is known when it was said: its "tomorrow" is a date then. */
export interface Said {
  readonly text: string;
  /** Ms since the epoch. */
  readonly saidAt: number;
  /** IANA name. */
  readonly timeZone: string;
}

/** One text, read for what it holds. */
export interface Source {
  readonly words: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
  /** Those that are no part of a date, so that "about 2,000" is not 2023. */
  readonly figures: ReadonlySet<number>;
  readonly dates: readonly MeantDay[];
  /** Of the days that it means; those that it names are words. */
  readonly weekdays: ReadonlySet<string>;
  /** Values of times of day. */
  readonly times: ReadonlySet<number>;
  readonly plain: string;
}

/** Each claim that no source supports takes a fifth of the confidence: one is a slip, three make a guess of the whole. */
const CLAIM_COST = 0.2;
/** "About 1,500" is true of 1,487. */
const ROUGHLY = 0.05;

/** The `Sources` that `texts` are. */
export function sourcesOf(texts: readonly (string | Said)[]): Sources {
  return { texts: texts.map(sourceOf), count: texts.length };
}

function sourceOf(said: string | Said): Source {
  const text = typeof said === "string" ? said : said.text;
  const meant = typeof said === "string" ? [] : meantDays(text, said.saidAt, said.timeZone);
  const figures = numberMentions(withoutDates(text)).flatMap(({ values }) => values);
  return {
    words: new Set(wordsIn(text)),
    entities: new Set(entitiesOf(text).map((entity) => wordsIn(entity).join(" "))),
    // The parts of dates are numbers, too.
    numbers: new Set([
      ...figures,
      ...numberMentions(text).flatMap(({ values }) => values),
      ...meant.flatMap(({ year }) => year ?? []),
    ]),
    figures: new Set(figures),
    dates: [...dateMentions(text), ...meant],
    weekdays: new Set(meant.flatMap((day) => weekdayName(day) ?? [])),
    times: new Set([...figures, ...clockTimes(text).flatMap(({ values }) => values)]),
    plain: quotable(text),
  };
}

/**
 * The claims of `text` that no source holds, each once, in kinds' order. It errs on the side of trust: a capital that its
 * place explains claims nothing, nor does a count of what was shown; a figure may be worded differently, a name inflected.
 */
export function ungroundedClaims(text: string, sources: Sources): Claim[] {
  const plains = sources.texts.map(({ plain }) => plain);
  const claims = [
    ...ungroundedNames(text, sources).map((written): Claim => ({ kind: "name", written })),
    ...ungroundedCodes(text, sources).map((written): Claim => ({ kind: "name", written })),
    ...ungroundedDates(text, sources).map((written): Claim => ({ kind: "date", written })),
    ...ungroundedNumbers(text, sources).map((written): Claim => ({ kind: "number", written })),
    ...ungroundedQuotations(text, plains).map((written): Claim => ({ kind: "quotation", written })),
  ];
  const seen = new Set<string>();
  return claims.filter(({ kind, written }) => {
    const key = `${kind} ${plainText(written)}`;
    return !seen.has(key) && Boolean(seen.add(key));
  });
}

/** `confidence` (0 to 1) less a fifth of itself for each of `unsupported` claims. */
export function supportedConfidence(confidence: number, unsupported: number): number {
  return Math.min(1, Math.max(0, confidence)) * (1 - CLAIM_COST) ** Math.max(0, unsupported);
}

/** Words in lower case, possessive endings off, "GPT-4" in one piece and in its parts. */
function wordsIn(text: string): string[] {
  return joinedWordsIn(text).flatMap((word) => (JOINT.test(word) ? [word, ...word.split(JOINT)] : [word]));
}

const JOINT = /[-&'.@]/;

function joinedWordsIn(text: string): string[] {
  const plain = plainText(text).replace(/'s?(?![\p{L}\p{N}])/gu, "");
  return plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-&'.@][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
}

/** Forms of address and of companies, which may be added or left off. */
const TITLES = new Set(
  "mr mrs ms miss dr prof professor sir madam inc ltd llc corp corporation co gmbh ag plc company group city".split(
    " ",
  ),
);

function ungroundedNames(text: string, { texts }: Sources): string[] {
  const nouns = capitalisesNouns(text);
  const quotations = quotationsIn(text).map(quotable);
  // A month alone is read as a date only by what stands before it: "in April".
  const dates = new Set(dateMentions(text).map(({ written }) => plainText(written)));
  return entitiesOf(text).filter((name) => {
    if (dateMentions(name).length > 0 || dates.has(plainText(name))) return false;
    // What is quoted is judged as a quotation.
    if (quotations.some((quotation) => quotation.includes(quotable(name)))) return false;
    const words = wordsIn(name).filter(
      (word) => !/[-&'.@]/.test(word) || !texts.some((source) => source.words.has(word)),
    );
    const parts = words.filter(
      (word) =>
        !isStopWord(word) && !TITLES.has(word) && !/^[\p{N}]+$/u.test(word) && !isHeldQuarter(word, texts),
    );
    if (parts.length === 0 || isUnsaid(name, text)) return false;
    if (nouns && /^\p{Lu}[\p{Ll}\p{M}]+$/u.test(name)) return false;
    const atStart = standsOnlyAtStarts(text, name);
    // A sentence's first word is a name only by what follows it; what follows may be just a noun's verb.
    if (atStart && /^\p{Lu}[\p{Ll}\p{M}'’]+$/u.test(name)) return false;
    const judged = atStart && parts.length > 1 && inOne(parts.slice(1), texts) ? parts.slice(1) : parts;
    return !inOne(judged, texts) && !madeOfNames(judged, texts);
  });
}

/** "Q1" of what happened in March. */
function isHeldQuarter(word: string, texts: readonly Source[]): boolean {
  const quarter = /^q([1-4])$/u.exec(word)?.[1];
  return (
    quarter !== undefined &&
    texts.some(({ dates }) =>
      dates.some(({ month }) => month !== null && Math.ceil(month / 3) === Number(quarter)),
    )
  );
}

/** Passwords, keys and part numbers: digits after letters. Shorter ones are mostly common words ("mp3", "co2"). */
const CODE = /\p{sc=Latin}\d|\p{sc=Latin}-\d{4}/u;
const LEAST_CODE = 5;

/**
 * Codes in small letters, which are no names by their look. What a code is joined to is the writer's own, and a piece of a
 * source's is no invention: long ones are quoted in part.
 */
function ungroundedCodes(text: string, { texts }: Sources): string[] {
  const names = entitiesOf(text).map(plainText);
  const isHeldPart = (part: string) =>
    !/\p{N}/u.test(part) || texts.some(({ plain }) => plain.includes(part));
  return joinedWordsIn(text).filter(
    (word) =>
      word.length >= LEAST_CODE &&
      CODE.test(word) &&
      !names.some((name) => name.includes(word)) &&
      !word.split(JOINT).every(isHeldPart),
  );
}

/** Whether one source holds all of `words`. */
function inOne(words: readonly string[], sources: readonly Source[]): boolean {
  return sources.some((source) => words.every((word) => holdsWord(source, word)));
}

/** Two names of two sources may stand side by side ("In Berlin Ada said"); each must be a name of its source as it is. */
function madeOfNames(words: readonly string[], sources: readonly Source[]): boolean {
  for (let split = 1; split < words.length; split++) {
    const [head, tail] = [words.slice(0, split), words.slice(split)];
    const isName = (part: readonly string[]) => sources.some(({ entities }) => entities.has(part.join(" ")));
    if (isName(head) && (isName(tail) || madeOfNames(tail, sources))) return true;
  }
  return false;
}

/** What makes an inhabitant, a plural or an adjective of a name. */
const ENDINGS = new Set("s es n ns an ans ian ians ese ish er ers y".split(" "));
const LEAST_STEM = 4;

function holdsWord({ words }: Source, word: string): boolean {
  if (words.has(word)) return true;
  if (word.length < LEAST_STEM) return false;
  for (let length = LEAST_STEM; length < word.length; length++) {
    if (ENDINGS.has(word.slice(length)) && words.has(word.slice(0, length))) return true;
  }
  for (const ending of ENDINGS) if (words.has(word + ending)) return true;
  return false;
}

/** Whether every place of `name` in `text` is the beginning of a sentence, a line, a quotation or a clause after a colon. */
function standsOnlyAtStarts(text: string, name: string): boolean {
  let found = false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    found = true;
    if (!/(?:^|[.!?…:;\n"“”«([—–•*-]\s*|\s['‘])$/u.test(text.slice(Math.max(0, at - 4), at))) return false;
  }
  return found;
}

const GERMAN = new Set(
  "der die das den dem des und ist nicht ein eine einen einem sich mit auf für von wird sind".split(" "),
);

/** Whether `text` is in a language that writes every noun with a capital, as German does. */
function capitalisesNouns(text: string): boolean {
  const tokens = tokensOf(text);
  return tokens.filter((token) => GERMAN.has(token)).length > Math.max(1, tokens.length / 12);
}

function ungroundedDates(text: string, { texts }: Sources): string[] {
  const known = texts.flatMap(({ dates }) => dates);
  const agree = (claimed: number | null, held: number | null) => claimed === null || claimed === held;
  return dateMentions(text)
    .filter((date) => {
      const { year, month, day } = date;
      if (year === null && month === null && day === null) {
        const name = plainText(date.written);
        return !texts.some(
          ({ words, weekdays }) => words.has(name) || words.has(`${name}s`) || weekdays.has(name),
        );
      }
      return !known.some(
        (held) => agree(year, held.year) && agree(month, held.month) && agree(day, held.day),
      );
    })
    .map(({ written }) => written);
}

function ungroundedNumbers(text: string, { texts, count, reckonable }: Sources): string[] {
  const rest = withoutDates(text);
  const known = new Set(texts.flatMap(({ numbers }) => [...numbers]));
  const figures = texts.flatMap((source) => [...source.figures]);
  const times = new Set(texts.flatMap((source) => [...source.times]));
  const days = new Set(texts.flatMap(({ dates }) => dates.map(({ day }) => day)));
  const spoken = clockTimes(rest);
  const isTime = ({ at, values }: NumberMention) =>
    [...values, ...spoken.flatMap((time) => (covers(time, at) ? time.values : []))].some((value) =>
      times.has(value),
    );
  // "The 24th" is a day.
  const isDay = ({ at, written, values: [value] }: NumberMention) =>
    value !== undefined && days.has(value) && /^(?:st|nd|rd|th)\b/iu.test(rest.slice(at + written.length));
  return numberMentions(rest)
    .filter(
      (number) =>
        !isRound(number) &&
        !isHeld(number, known, figures) &&
        !isTime(number) &&
        !isDay(number) &&
        !(reckonable !== undefined && isReckoned(number, rest, reckonable)) &&
        !countsSources(number, rest, count),
    )
    .map(({ written }) => written);
}

function covers(stretch: { readonly at: number; readonly written: string }, at: number): boolean {
  return stretch.at <= at && at < stretch.at + stretch.written.length;
}

function withoutDates(text: string): string {
  const plain = nfkc(text);
  const pieces: string[] = [];
  let from = 0;
  for (const { at, written } of dateMentions(plain)) {
    pieces.push(plain.slice(from, at), " ".repeat(written.length));
    from = at + written.length;
  }
  return pieces.join("") + plain.slice(from);
}

/** Who says a thing "a hundred times" counts nothing. */
function isRound({ written, spelledOut }: NumberMention): boolean {
  return spelledOut && /^(?:half )?an? \p{L}+$/u.test(written);
}

function isHeld(
  { values, rough }: NumberMention,
  known: ReadonlySet<number>,
  figures: readonly number[],
): boolean {
  if (values.some((value) => known.has(value))) return true;
  if (!rough) return false;
  return values.some((value) => figures.some((held) => Math.abs(held - value) <= ROUGHLY * Math.abs(value)));
}

/** "One" is a pronoun; "the two of them" counts what was shown. A measure ("three percent", "two million") counts something else. */
function countsSources(
  { at, written, values, spelledOut }: NumberMention,
  text: string,
  count: number,
): boolean {
  const [value = 0] = values;
  if (!spelledOut) return false;
  const after = text.slice(at + written.length, at + written.length + 12);
  if (/^\s?(?:percent|per cent|%|degrees|euros?|dollars|pounds)/iu.test(after)) return false;
  return value <= Math.max(1, count);
}
