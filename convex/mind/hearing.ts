/** What was heard before of what is heard now: how new it is, and whether it repeats or gainsays an earlier text. */
import type { Claims } from "./claims";
import { differencesOf } from "./differences";
import { dedupText, normalForm, verdictOn } from "./duplicates";
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

/** How `text` is heard after `earlier` texts. */
export function hearingOf(text: string, earlier: readonly string[]): Hearing {
  const likenesses = likenessesTo(text, earlier);
  const echoes = earlier.map((other, i) => ((likenesses[i] ?? 0) < ALIKE ? undefined : echoOf(text, other)));
  const known = likenesses.map((likeness, i) => {
    const echo = echoes[i];
    return echo === undefined || echo === "repeats" ? likeness : Math.min(likeness, SUBJECT_KNOWN);
  });
  const echo = ORDER.find((kind) => echoes.includes(kind));
  return { novelty: 1 - Math.max(0, ...known), ...(echo === undefined ? {} : { echo }) };
}

function echoOf(text: string, earlier: string): Echo | undefined {
  const [now, then] = [text, earlier].map((one) => dedupText(one.slice(0, COMPARED_LENGTH)));
  if (now === undefined || then === undefined) return undefined;
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
