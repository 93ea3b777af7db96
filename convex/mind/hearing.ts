/** What was heard before of what is heard now: how new it is, and whether it repeats or gainsays an earlier text. */
import type { Claims } from "./claims";
import { differencesOf } from "./differences";
import { dedupText, normalForm, verdictOn, type DedupText } from "./duplicates";
import { rawSimilarity } from "./lexical";
import { idfOf } from "./rarity";
import { COMPARED_LENGTH, likenessesTo } from "./similarity";
import type { Echo } from "./words";

export interface Hearing {
  /** 0 (heard before) to 1 (new). */
  readonly novelty: number;
  /** Absent where no earlier text says the same or speaks against it. */
  readonly echo?: Echo;
}

/** Likeness from which two texts may be about the same thing: shared words and letters, and what their rarer terms weigh. */
const ALIKE = 0.5;
const SAME_SUBJECT = 0.4;
/** The default of DEDUP_THRESHOLD: what would be one memory is the same news. */
const DUPLICATE = 0.92;
/** What a text counts for as heard before by one that says otherwise: the subject is known, what is said of it is not. */
const SUBJECT_KNOWN = 0.5;
/** Of several the first that applies: what was ever gainsaid is not told as one fact, however often it was repeated. */
const ORDER: readonly Echo[] = ["denies", "renumbers", "differs", "repeats"];

const plainly = idfOf(0, () => 0);

/** Of earlier texts of different wording so many are looked at closely, those most alike. */
const NEAREST = 5;

/** How `text` is heard after `earlier` texts. */
export function hearingOf(text: string, earlier: readonly string[]): Hearing {
  const likenesses = likenessesTo(text, earlier);
  const likenessOf = new Map<string, number>();
  for (const [i, other] of earlier.entries())
    likenessOf.set(other, Math.max(likenessOf.get(other) ?? 0, likenesses[i] ?? 0));
  const near = [...likenessOf].filter(([, likeness]) => likeness >= ALIKE).sort((a, b) => b[1] - a[1]);
  const begins = near.length === 0 ? null : beginningOf(text);
  const judged = near.slice(0, NEAREST).map(([other, likeness]) => {
    const echo = begins === null ? undefined : echoOf({ text, begins }, other);
    const known = echo === undefined || echo === "repeats" ? likeness : Math.min(likeness, SUBJECT_KNOWN);
    return { echo, known };
  });
  const distant = likenesses.filter((likeness) => likeness < ALIKE);
  const echo = ORDER.find((kind) => judged.some((one) => one.echo === kind));
  const novelty = 1 - Math.max(0, ...distant, ...judged.map(({ known }) => known));
  return { novelty, ...(echo === undefined ? {} : { echo }) };
}

function beginningOf(text: string): DedupText {
  return dedupText(text.slice(0, COMPARED_LENGTH));
}

function echoOf(
  { text, begins: now }: { readonly text: string; readonly begins: DedupText },
  earlier: string,
): Echo | undefined {
  const then = beginningOf(earlier);
  if (verdictOn(then, now, plainly, null, DUPLICATE).kind !== "different")
    return isWhole(text, earlier) ? "repeats" : undefined;
  const sameSubject = rawSimilarity(now.profile, then.profile, plainly) >= SAME_SUBJECT;
  return sameSubject ? otherwise(then.claims, now.claims) : undefined;
}

/** Texts are compared by their beginnings, and only the whole of one can repeat the whole of another. */
function isWhole(text: string, earlier: string): boolean {
  const longest = Math.max(text.length, earlier.length);
  return longest <= COMPARED_LENGTH || normalForm(text) === normalForm(earlier);
}

function otherwise(then: Claims, now: Claims): Echo | undefined {
  const found = new Set([...differencesOf(then, now), ...differencesOf(now, then)]);
  // Both at once agree again, as in "not open" and "closed".
  if (found.has("negation") !== found.has("opposites")) return "denies";
  if (found.has("numbers") && then.numbers.length > 0 && now.numbers.length > 0) return "renumbers";
  const others = [...found].filter(
    (kind) => kind !== "negation" && kind !== "opposites" && kind !== "numbers",
  );
  return others.length > 0 ? "differs" : undefined;
}
