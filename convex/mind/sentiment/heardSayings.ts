/** Finds set phrases in a text: what they make of its words. */
import {
  coreAt,
  inClause,
  isAdverb,
  isAuxiliary,
  isBe,
  isBreak,
  isDeterminer,
  isLink,
  isTime,
  type ClauseWord,
} from "../language/clauseWords";
import { isOfKind, type Kind } from "../language/workingThings";
import type { FeelingAt, Reading } from "./absences";
import { endsPhrase, REACH } from "./nounPhrases";
import { sayingsFrom, type Part, type Saying } from "./sayings";

/** What makes the whole a condition, a wish or a question. */
const SUPPOSED =
  /^(?:if|when|whenever|unless|whether|once|until|till|lest|should|hope|hopes|hoping|hoped|hopefully|pray|prays|praying)$/;
/** At the beginning of a clause, before its subject: "Is the server down?" */
const ASKS = /^(?:is|are|was|were|do|does|did|has|have)$/;
const MODAL = /^(?:would|could|might|may)$/;
const NEGATION = /^(?:not|never|cannot|.+n't)$/;
/** What tells how many of the noun after it: "half of the servers". */
const SHARE =
  /^(?:half|most|some|all|many|several|parts?|both|two|three|one|thirds?|number|lot|any|quarter|majority)$/;
/** How many words may stand between a verb and its noun. */
const LONGEST_GAP = 3;

/** What the set phrases of a text make of its words, by place. `feels` tells the feeling of a word alone. */
export function sayingsOf(words: readonly ClauseWord[], feels: FeelingAt): Map<number, Reading> {
  const readings = new Map<number, Reading>();
  for (let i = 0; i < words.length; i++) {
    const core = coreAt(words, i);
    const candidates = [
      ...sayingsFrom(core),
      ...(isBe(core) ? sayingsFrom("BE") : []),
      ...(isDenial(words, i) ? sayingsFrom("NOT") : []),
    ];
    for (const saying of candidates) {
      const places = placesOf(words, i, saying);
      const subject =
        places === null || isSupposed(words, i, saying) ? null : subjectOf(words, i, saying.subject);
      const read = places?.[saying.read];
      if (places === null || subject === null || read === undefined) continue;
      // What the phrase denies itself, nothing else denies.
      for (const at of [...places, ...subject])
        if (feels(at) !== 0 || denies(words, at)) readings.set(at, "plain");
      if (coreAt(words, i) === "no") readings.set(i + 1, "plain");
      readings.set(read, saying.reading);
      i = Math.max(i, ...places);
      break;
    }
  }
  return readings;
}

/** The places of a saying's parts, from the one at `i` on; null where the text is another. */
function placesOf(words: readonly ClauseWord[], i: number, { parts }: Saying): number[] | null {
  const places = [i];
  let last = i;
  let previous: Part = parts[0];
  for (const part of parts.slice(1)) {
    const place = placeOf(words, last, part, previous);
    if (place === null) return null;
    if (place > last) places.push(place);
    last = place;
    previous = part;
  }
  return places;
}

/** Where `part` stands after `last`: `last` itself where the end that it allows is there; null where it does not stand. */
function placeOf(words: readonly ClauseWord[], last: number, part: Part, previous: Part): number | null {
  if (part.end === "clause" && !inClause(words, last)) return last;
  if (part.end === "phrase" && endsPhrase(words, last)) return last;
  for (let at = last + 1; at - last <= LONGEST_GAP + 1 && inClause(words, at - 1); at++) {
    const core = coreAt(words, at);
    const isIt =
      part.words.has(core) || (part.be && isBe(core)) || part.kinds.some((kind) => isOfKind(core, kind));
    if (isIt) return at;
    const isBetween = isAdverb(core) || isAuxiliary(core) || core === "longer";
    const mayStand =
      (part.gap && !isLink(core) && !isBreak(core) && (part.be || !isAuxiliary(core))) ||
      ((previous.be || previous.not || part.be) && isBetween);
    if (!mayStand) return null;
  }
  return null;
}

/** The places of the subject before the verb at `verb`; none where none is asked for, null where it is another. */
function subjectOf(
  words: readonly ClauseWord[],
  verb: number,
  kinds: readonly Kind[] | "any" | null,
): number[] | null {
  if (kinds === null) return [];
  let at = verb - 1;
  const isBetween = (core: string) => isAuxiliary(core) || isAdverb(core) || isTime(core);
  while (verb - at <= REACH && inClause(words, at) && isBetween(coreAt(words, at))) at -= 1;
  if (!inClause(words, at)) return null;
  if (kinds === "any") {
    const before: number[] = [];
    for (; verb - at <= REACH && inClause(words, at) && !isBreak(coreAt(words, at)); at--) before.push(at);
    return before;
  }
  let head = at;
  for (let place = at; verb - place <= 2 * REACH && place > 0 && inClause(words, place - 1); place--) {
    const core = coreAt(words, place);
    if (isBreak(core) || isAuxiliary(core)) break;
    if (!isLink(core)) continue;
    // "The heating in the hall" is heating; "half of the servers" are servers.
    if (core === "of" && SHARE.test(coreAt(words, place - 1))) break;
    head = place - 1;
  }
  return kinds.some((kind) => isOfKind(coreAt(words, head), kind)) ? [head] : null;
}

/** Whether the verb at `verb` is a condition, a wish or a question: what it says need not be so. */
function isSupposed(words: readonly ClauseWord[], verb: number, { parts }: Saying): boolean {
  for (let at = verb - 1; verb - at <= REACH && inClause(words, at); at--) {
    const core = coreAt(words, at);
    if (SUPPOSED.test(core) || (core === "to" && at === verb - 1)) return true;
    if (ASKS.test(core) && !inClause(words, at - 1) && isDeterminer(coreAt(words, at + 1))) return true;
    // "The car would not start" is so.
    if (MODAL.test(core) && !parts[0].not) return true;
  }
  return false;
}

/** "Won't", "has not", "no longer": by its first word. */
function isDenial(words: readonly ClauseWord[], at: number): boolean {
  const core = coreAt(words, at);
  return NEGATION.test(core) || (core === "no" && inClause(words, at) && coreAt(words, at + 1) === "longer");
}

function denies(words: readonly ClauseWord[], at: number): boolean {
  return isDenial(words, at) || coreAt(words, at) === "without";
}
