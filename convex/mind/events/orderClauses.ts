/** The orders of one sentence, apart from each other: "Tweet about flat 3, but don't name the tenant". */
import { dictatedIn } from "./dictation";
import { order, POLITE, SAID, TO_BE_KEPT } from "./orderForms";
import { orderOf } from "./orderSentences";

/** What may stand between two orders. */
const BETWEEN =
  /(?:\s*[,;–—]|\s-)\s*(?:(?:and|but|then|so|though|also)\s+)*|\s+(?:and|but|then)\s+(?:(?:then|also)\s+)?|\s+(?=without\s)/giu;
/** Nobody gives more orders in one breath, and each place is read to the sentence's end. */
const MOST_PLACES = 8;
/** Who says what somebody said forbids nothing. */
const REPORTED = new RegExp(`\\b${SAID}\\b`, "iu");
/** What asks to be kept stands beside orders, and is none. */
const KEPT = order(`(?:${TO_BE_KEPT}|remember\\b)`);
/** "We eat and don't talk about work" goes on with what somebody does, and so does "but never". */
const SAME_SUBJECT = /^never\b/iu;

/** Whether what stands behind what was told is an order by itself, and goes on with nothing. */
function isOwn(between: string, after: string): boolean {
  return POLITE.test(after) || (/\P{L}/u.test(between.trim()) && !SAME_SUBJECT.test(after));
}

/** `sentence` from each place on where an order may stand in it, its beginning first; what somebody is told to have said gives none. */
export function tailsOf(sentence: string): string[] {
  const places = [...sentence.matchAll(BETWEEN)].slice(0, MOST_PLACES);
  const behind = places.filter(({ index }) => !REPORTED.test(sentence.slice(0, index)));
  return [sentence, ...behind.map(({ index, 0: between }) => sentence.slice(index + between.length))];
}

/**
 * `sentence` in parts that each give an order, the first perhaps none; the sentence itself where it can't be parted. What
 * tells something may have a prohibition behind it, and no other order: "We were late, don't mention it to Ruth".
 */
export function clausesOf(sentence: string): string[] {
  const dictated = dictatedIn(sentence);
  if (dictated?.isGiven === true) return [sentence];
  for (const { index, 0: between } of [...sentence.matchAll(BETWEEN)].slice(0, MOST_PLACES)) {
    const [before, after] = [sentence.slice(0, index), sentence.slice(index + between.length)];
    const next = orderOf(after);
    if (before.trim() === "" || (next === null && !KEPT.test(after))) continue;
    const isBehind = orderOf(before) !== null || (next !== null && KEPT.test(before));
    const isParted =
      next?.order.kind !== "leave"
        ? isBehind && dictated === null
        : isBehind || (next.beside !== true && isOwn(between, after) && !REPORTED.test(before));
    if (isParted) return [before, ...clausesOf(after)];
  }
  return [sentence];
}
