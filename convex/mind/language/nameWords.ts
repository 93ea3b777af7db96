/** Words that stand in a text as a name, whatever they mean by themselves: "Joy asked", "the Dead Sea", "Ms. Savage". */
import { coreAt, isBe, type ClauseWord } from "./clauseWords";
import { pastFormsIn } from "./milestones";
import { followsSubject } from "./sentenceStarts";
import { isTitle } from "./titles";

/** Given names that are words of feeling as well: at a sentence's start, where capitals say nothing, what follows decides. */
const GIVEN = new Set(
  (
    "grace joy hope faith charity mercy rob dick chance harmony bliss merry mercy lucky grant rich ernest pat felicity serenity patience " +
    "prudence constance honor honour clement victor glory gloria blessing love amity sunny wade melody destiny precious"
  ).split(" "),
);
/** Wishes are felt with their capital, too: "a Merry Christmas". */
const WISHED = /^(?:happy|merry|good|great|best|congratulations|thanks?|welcome)$/;
const FEAST =
  /^(?:birthday|christmas|new|easter|holidays?|anniversary|thanksgiving|hanukkah|diwali|eid|morning|evening|night|day|weekend|luck|work|job)$/;
const CAPITALISED = /^[^\p{L}\p{N}"“‘']*\p{Lu}\p{Ll}/u;
/** After these a capital says nothing; so it does at the head of a quotation. */
const STARTS_AFTER = /(?:[.!?:…]["'”’)]*|^\P{L}+)$/u;
/** A headline, where almost every word of some length has its capital. */
const HEADLINE_SHARE = 0.75;
const LONG_WORD = 4;

/** The places of names among the words of a text: `texts` as they stand between white space. Linear in their number. */
export function nameWordsIn(texts: readonly string[], words: readonly ClauseWord[]): Set<number> {
  const found = new Set<number>();
  const starts = texts.map((_, i) => startsSentence(texts, words, i));
  const within = texts.filter((text, i) => starts[i] === false && text.length >= LONG_WORD);
  const isHeadline = within.filter((text) => CAPITALISED.test(text)).length > HEADLINE_SHARE * within.length;
  if (isHeadline && !words.some(({ core }) => isBe(core))) return found;
  for (const [i, text] of texts.entries()) {
    if (!CAPITALISED.test(text)) continue;
    const isName = starts[i] === true ? isGivenName(texts, words, i) : !isWish(words, i);
    if (isName) found.add(i);
  }
  return found;
}

function startsSentence(texts: readonly string[], words: readonly ClauseWord[], i: number): boolean {
  const before = texts[i - 1];
  if (before === undefined) return true;
  return STARTS_AFTER.test(before) && !isTitle(coreAt(words, i - 1), "");
}

/** "Joy asked", "Hope and Grace", "Faith Adeyemi", "Rob's". */
function isGivenName(texts: readonly string[], words: readonly ClauseWord[], i: number): boolean {
  if (!GIVEN.has(coreAt(words, i))) return false;
  if (/['’]s\P{L}*$/u.test(texts[i] ?? "")) return true;
  const next = coreAt(words, i + 1);
  const isCapital = (at: number) => CAPITALISED.test(texts[at] ?? "");
  if (next === "and") return isCapital(i + 2);
  return isCapital(i + 1) || followsSubject(next) || pastFormsIn([next]) > 0;
}

function isWish(words: readonly ClauseWord[], i: number): boolean {
  return WISHED.test(coreAt(words, i)) && FEAST.test(coreAt(words, i + 1));
}
