/**
 * A text's words as a reader feels them in their clause, for a scorer that knows each only by itself: what an outcome, an
 * absence, a loss, a set phrase, slang or a name makes of a word is put in its place, as a word of the lexicon. Other words stay as they are.
 */
import vader from "vader-sentiment";
import { clauseWords, coreAt, inClause, type ClauseWord } from "../language/clauseWords";
import { nameWordsIn } from "../language/nameWords";
import { absencesOf, type Reading } from "./absences";
import { formulasOf } from "./formulas";
import { sayingsOf } from "./heardSayings";
import { laughterOf } from "./laughter";
import { lossesOf } from "./losses";
import { polarityOf } from "./outcomeWords";
import { outcomesOf, type Outcome } from "./outcomes";
import { readAs, standInFor } from "./sentimentWords";

/** Words of VADER's lexicon, alike in force both ways; what is not there is felt less. "Thing" is not in it. */
const WORDS: Record<Reading, string> = {
  good: "improved",
  bad: "worse",
  spared: "calm",
  missed: "unsuccessful",
  plain: "thing",
};
/** What feels at least about as much by itself as the words above. */
const STRONG = 0.4;
/** Words that feel less than this alone have no feeling. */
const FEELING = 0.05;
/** Extremes that an outcome reaches: good or bad only with it. */
const EXTREME = /^(?:lows?|lowest|highs?|highest|record|worst|best|severe|alarming)$/;
/** How many words after an outcome its extremes may stand. */
const EXTREME_REACH = 8;

/** The words of a text (as between white space) as they are felt; the same ones where no rule applies. Linear in their number. */
export function feltReadings(texts: readonly string[]): string[] {
  const words = clauseWords(texts);
  const charges = chargesOf(texts);
  const readings = new Map<number, Reading>();
  // "Error rate" by itself is plain; of one that rises the error is what is felt.
  const told = new Set(
    outcomesOf(words).flatMap((outcome) => readOutcome(words, outcome, charges, readings)),
  );
  const isFree = (at: number) => !readings.has(at) && !told.has(at);
  const ownFeeling = (at: number) => Math.sign(charges(at));
  for (const [at, reading] of [...lossesOf(words, ownFeeling), ...sayingsOf(words, ownFeeling)])
    if (isFree(at)) readings.set(at, reading);
  const feelsStill = (at: number) => (readings.get(at) === "plain" ? 0 : ownFeeling(at));
  for (const at of [...nameWordsIn(texts, words), ...formulasOf(texts, words, feelsStill)])
    if (isFree(at) && charges(at) !== 0) readings.set(at, "plain");
  for (const [at, reading] of laughterOf(texts, words, readings)) readings.set(at, reading);

  const feels = (at: number): number => {
    const reading = readings.get(at);
    if (reading !== undefined) return FEELINGS[reading];
    return polarityOf(coreAt(words, at)) === -1 ? -1 : ownFeeling(at);
  };
  for (const [at, reading] of absencesOf(words, feels)) readings.set(at, reading);
  return texts.map((text, at) => {
    const reading = readings.get(at);
    return reading === undefined ? text : readAs(text, WORDS[reading]);
  });
}

const FEELINGS: Record<Reading, -1 | 0 | 1> = { good: 1, spared: 1, plain: 0, missed: -1, bad: -1 };

/** Reads the words of an outcome; answers the places of those that say it by their own feeling. */
function readOutcome(
  words: readonly ClauseWord[],
  { at, sign, from, to }: Outcome,
  charges: (at: number) => number,
  readings: Map<number, Reading>,
): number[] {
  const fails = coreAt(words, at - 1) === "to" && /^fail(?:s|ed|ing)?$/.test(coreAt(words, at - 2));
  const places = Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((i) => i !== at);
  const denied = fails || [from - 1, ...places].some((i) => i < at && isNegation(words, i));
  // "Murders rise" is as bad as murders are: not said twice, unless it is denied.
  const isSaid = !denied && places.some((i) => charges(i) * sign >= STRONG);
  for (const i of places)
    if (!isNegation(words, i) && (isSaid ? charges(i) * sign < 0 : charges(i) !== 0))
      readings.set(i, "plain");
  for (let i = to + 1; i <= to + EXTREME_REACH && inClause(words, i - 1); i++)
    if (EXTREME.test(coreAt(words, i))) readings.set(i, "plain");
  if (fails) readings.set(at - 2, "plain").set(at, sign > 0 ? "missed" : "spared");
  else if (!isSaid) readings.set(at, sign > 0 ? "good" : "bad");
  else if (charges(at) * sign < 0) readings.set(at, "plain");
  return isSaid ? places.filter((i) => charges(i) * sign >= STRONG) : [];
}

function isNegation(words: readonly ClauseWord[], at: number): boolean {
  return /^(?:no|not|never|none|.+n't)$/.test(coreAt(words, at));
}

/** What each word feels by itself, −1 to 1, as the lexicon and the stand-ins have it; asked for once a word. */
function chargesOf(texts: readonly string[]): (at: number) => number {
  const known = new Map<string, number>();
  return (at) => {
    const text = texts[at] ?? "";
    const charge = known.get(text) ?? chargeOf(text);
    known.set(text, charge);
    return charge;
  };
}

function chargeOf(text: string): number {
  const { compound } = vader.SentimentIntensityAnalyzer.polarity_scores(standInFor(text));
  return Math.abs(compound) > FEELING ? compound : 0;
}
