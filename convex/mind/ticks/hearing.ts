/** What was heard before of what is heard now: how new it is, and whether it repeats or gainsays an earlier text. */
import { differenceBetween } from "../../../mind/duplicates/differences";
import { DEFAULT_THRESHOLD, duplicateSimilarity } from "../../../mind/duplicates/duplicate";
import { parsedText, type ParsedText } from "../../../mind/text/parsedText";
import { normalForm } from "../../../mind/duplicates/normalForm";
import { claimsOf } from "../statements/claims";
import { areReadings } from "../events/readings";
import { profileOf, rawSimilarity } from "../../../mind/ranking/lexical";
import { UNCOUNTED } from "../../../mind/ranking/idf";
import { COMPARED_LENGTH, likenessesTo } from "../similarity/similarity";
import { changeBetween } from "../statements/contradictions";
import { saySame } from "../statements/sameMatter";
import { statementsOf, type Statement } from "../statements/statements";
import { isNewOccurrence } from "../time/occurrences";
import type { Moments } from "../time/toldTimes";
import type { Echo } from "../../../mind/enums";

export interface Hearing {
  /** 0 (heard before) to 1 (new). */
  readonly novelty: number;
  /** Absent where no earlier text says the same or speaks against it. */
  readonly echo?: Echo;
}

/** Likeness from which two texts may be about the same thing: shared words and letters, and what their rarer terms weigh. */
const ALIKE = 0.5;
/** From this on one may deny the other in other words. */
const AKIN = 0.25;
const SAME_SUBJECT = 0.4;
/** The default of DEDUP_THRESHOLD: what would be one memory is the same news. */
const DUPLICATE = { threshold: DEFAULT_THRESHOLD, meaning: null };
/** What a text counts for as heard before by one that says otherwise: the subject is known, what is said of it is not. */
const SUBJECT_KNOWN = 0.5;
/** Of several the first that applies: what was ever gainsaid is not told as one fact, however often it was repeated. */
const ORDER: readonly Echo[] = ["denies", "renumbers", "differs", "repeats", "recurs"];

/** Of earlier texts of different wording so many are looked at closely, those most alike. */
const NEAREST = 5;

/** When texts are heard, in ms since the epoch, and the zone (IANA name) whose days they are of. */
export interface Hours {
  readonly now: number;
  /** Of each earlier text. */
  readonly earlier: readonly number[];
  readonly timeZone: string;
}

/** How `text` is heard after `earlier` texts; all at one moment where `hours` are left out. */
export function hearingOf(text: string, earlier: readonly string[], hours?: Hours): Hearing {
  const likenesses = likenessesTo(text, earlier);
  const likenessOf = new Map<string, number>();
  const saidAt = new Map<string, number>();
  for (const [i, other] of earlier.entries()) {
    likenessOf.set(other, Math.max(likenessOf.get(other) ?? 0, likenesses[i] ?? 0));
    const at = hours?.earlier[i];
    if (at !== undefined) saidAt.set(other, Math.max(saidAt.get(other) ?? -Infinity, at));
  }
  const momentsOf = (other: string): Moments | undefined => {
    const at = saidAt.get(other);
    return hours === undefined || at === undefined
      ? undefined
      : { a: hours.now, b: at, timeZone: hours.timeZone };
  };
  const akin = [...likenessOf].filter(([, likeness]) => likeness >= AKIN).sort((a, b) => b[1] - a[1]);
  const [near, far] = [
    akin.filter(([, likeness]) => likeness >= ALIKE),
    akin.filter(([, likeness]) => likeness < ALIKE),
  ];
  const heard = akin.length === 0 ? null : heardAs(text);
  const judged = near.slice(0, NEAREST).map(([other, likeness]) => {
    const echo = heard === null ? undefined : echoOf(heard, heardAs(other), momentsOf(other));
    const known = echo === undefined || echo === "repeats" ? likeness : Math.min(likeness, SUBJECT_KNOWN);
    return { echo, known };
  });
  const denials = far
    .slice(0, NEAREST)
    .map(([other]) => (heard === null ? undefined : gainsaying(heard, heardAs(other), momentsOf(other))));
  const distant = likenesses.filter((likeness) => likeness < ALIKE);
  const echo = ORDER.find((kind) => judged.some((one) => one.echo === kind) || denials.includes(kind));
  const novelty = 1 - Math.max(0, ...distant, ...judged.map(({ known }) => known));
  return { novelty, ...(echo === undefined ? {} : { echo }) };
}

/** What is compared of a text that is heard. */
interface Heard {
  readonly text: string;
  readonly begins: ParsedText;
  readonly statements: readonly Statement[];
}

function heardAs(text: string): Heard {
  const begins = parsedText(text.slice(0, COMPARED_LENGTH));
  return { text, begins, statements: statementsOf(text, claimsOf(begins.text).names) };
}

function echoOf(now: Heard, then: Heard, told: Moments | undefined): Echo | undefined {
  const denial = gainsaying(now, then, told);
  if (denial !== undefined) return denial;
  if (duplicateSimilarity(then.begins, now.begins, DUPLICATE) !== null)
    return isWhole(now.text, then.text) ? (isOfAnotherDay(now.text, told) ? "recurs" : "repeats") : undefined;
  if (areReadings(now.text, then.text)) return "renumbers";
  const sameSubject =
    rawSimilarity(profileOf(now.begins.text), profileOf(then.begins.text), UNCOUNTED) >= SAME_SUBJECT;
  return sameSubject && saysOtherwise(now, then) ? "differs" : undefined;
}

function isOfAnotherDay(text: string, told: Moments | undefined): boolean {
  if (told === undefined) return false;
  return isNewOccurrence(text, { before: told.b, now: told.a, timeZone: told.timeZone });
}

/** How two texts exclude each other, or the later one the earlier one's figures. */
function gainsaying(now: Heard, then: Heard, told: Moments | undefined): Echo | undefined {
  switch (changeBetween(now.statements, then.statements, told)) {
    case "negation":
    case "opposites":
      return "denies";
    case "figures":
    case "time":
      return "renumbers";
    case "name":
      return "differs";
    case null:
      return undefined;
  }
}

/** Texts are compared by their beginnings, and only the whole of one can repeat the whole of another. */
function isWhole(text: string, earlier: string): boolean {
  const longest = Math.max(text.length, earlier.length);
  return longest <= COMPARED_LENGTH || normalForm(text) === normalForm(earlier);
}

/** Whether something is told otherwise, though both may hold. */
function saysOtherwise(now: Heard, then: Heard): boolean {
  const isSame = now.statements.every((one, i) => {
    const other = then.statements[i];
    return other !== undefined && saySame(one, other);
  });
  if (isSame && now.statements.length > 0 && now.statements.length === then.statements.length) return false;
  const difference = differenceBetween(now.begins, then.begins);
  if (difference !== "number") return difference !== null;
  return now.begins.numbers.length > 0 && then.begins.numbers.length > 0;
}
