/** Words that open or close a letter, or answer and no more: "Dear Mr Hall,", "Sincerely, Tom", "No, on Friday". Manners, no feeling. */
import { coreAt, inClause, isAuxiliary, type ClauseWord } from "../language/clauseWords";
import type { FeelingAt } from "./absences";

const TITLE =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|sirs|madam|herr|frau|rev|reverend|captain|doctor)$/;
/** How many words an address may have: "Dear Mr and Mrs van Dalen,". */
const MOST_ADDRESSED = 6;
/** How many words may follow a closing: a name and a place. */
const MOST_SIGNED = 4;
/** How far an answer is read. */
const LONGEST_ANSWER = 24;
const CLOSING = /^(?:sincerely|respectfully|cordially|best|wishes)$/;
const ANSWER = /^(?:no|yes|yeah|yep|yup|nope|nah|ok|okay|sure|alright)$/;

/**
 * The places of such words among `texts`, whose words are `words`; `feels` tells the feeling of a word alone. Linear in their
 * number.
 */
export function formulasOf(
  texts: readonly string[],
  words: readonly ClauseWord[],
  feels: FeelingAt,
): Set<number> {
  const places = new Set<number>();
  texts.forEach((_, at) => {
    const core = coreAt(words, at);
    const isFirst = at === 0 || /[.!?…:][\])"'”’]*$|^[-–—•*]+$/u.test(texts[at - 1] ?? "");
    if (core === "dear" && ((isFirst && isAddress(texts, words, at)) || TITLE.test(titleAfter(words, at))))
      places.add(at);
    if (isFirst && ANSWER.test(core) && isMereAnswer(texts, words, at, feels)) places.add(at);
    if (CLOSING.test(core) && isClosing(texts, at)) {
      places.add(at);
      if (core === "wishes") places.add(at - 1);
    }
  });
  return places;
}

function titleAfter(words: readonly ClauseWord[], at: number): string {
  return inClause(words, at) ? coreAt(words, at + 1) : "";
}

/** "No, on Friday": who cries "Yes!" feels something, and so does who says yes to what is felt. */
function isMereAnswer(
  texts: readonly string[],
  words: readonly ClauseWord[],
  at: number,
  feels: FeelingAt,
): boolean {
  if (words[at]?.ends !== true) return false;
  for (let next = at; next < texts.length && next - at <= LONGEST_ANSWER; next++) {
    if (next > at && feels(next) !== 0) return false;
    if (/!/u.test(texts[next] ?? "")) return false;
    if (/[.?…]["'”’)]*$/u.test(texts[next] ?? "")) return true;
  }
  return true;
}

/** "Best wishes, Tom": no more than names follow. */
function isClosing(texts: readonly string[], at: number): boolean {
  if (texts.length - at - 1 > MOST_SIGNED) return false;
  const after = texts.slice(at + 1);
  const areNames = after.every((text) => /^\p{Lu}/u.test(text));
  return (texts[at] ?? "").endsWith(",") && after.length > 0 && areNames;
}

/** "Dear Anna," and no more than a name; "dear friends are rare" says something of them. */
function isAddress(texts: readonly string[], words: readonly ClauseWord[], at: number): boolean {
  if (words[at]?.ends === true) return false;
  for (let to = at + 1; to - at <= MOST_ADDRESSED && to < texts.length; to++) {
    if (isAuxiliary(coreAt(words, to))) return false;
    if (/[,:;!–—-]["'”’]*$/u.test(texts[to] ?? "")) return true;
    if (/(?<!\b(?:mrs?|ms|dr|prof))[.?]["'”’]*$/iu.test(texts[to] ?? "")) return false;
  }
  return texts.length - at - 1 <= 3;
}
