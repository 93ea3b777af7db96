/** The names that seeds share, as they are written in full: "the Mara river", "Mr Hall", and "Nadia" though she only begins sentences. */
import { entityKey } from "../language/entities";
import { isNumbered, nounUse } from "../language/nounUses";
import { isArticle, isCapital, isDeterminer, isFiniteVerb } from "../language/phraseWords";
import { isAdverb, isBareNoun } from "../language/sentenceStarts";
import { isStopWord } from "../../../mind/text/stopWords";
import { isDate } from "../time/calendarWords";
import type { Text } from "./sharedThings";

/** Where `name` stands in `text`, each time from its first word to its last; by its letters, and not by stems. */
function placesOf(name: string, text: Text): { from: number; to: number }[] {
  const sought = entityKey(name).split(" ").map(bare);
  return text.flatMap((_, from) => {
    const isHere = sought.every((word, i) => bare(text[from + i]?.plain ?? "") === word);
    return isHere ? [{ from, to: from + sought.length - 1 }] : [];
  });
}

function bare(word: string): string {
  return word.replace(/'s?$/u, "").replace(/[.,]+$/u, "");
}

/**
 * `name` with what belongs to it wherever `texts` tell of it: a form of address before it, and the noun after it with its
 * article. A noun that always stands beside a name is no second thing that the texts share.
 */
export function fullName(name: string, texts: readonly Text[]): string {
  const places = texts.flatMap((text) => placesOf(name, text).map((place) => ({ ...place, text })));
  if (places.length < 2) return name;
  let full = name;
  const titles = new Set(
    places.map(({ text, from }) => (text[from - 1]?.isTitle === true ? text[from - 1]?.written : "")),
  );
  const [title = ""] = titles;
  if (titles.size === 1 && title !== "") full = `${title} ${full}`;
  const led = places.every(({ text, from }) => text[from - 1]?.plain === "the");
  const article = led && /\p{Lu}/u.test(name) ? "the " : "";
  const kinds = new Set(places.map(({ text, to }) => kindAfter(text, to)));
  const [kind = ""] = kinds;
  if (kinds.size !== 1 || kind === "") return article + full;
  return `${article}${full} ${kind}`;
}

/** The noun or number right after a name, "river" of "the Mara river"; "" where there is none. */
function kindAfter(text: Text, to: number): string {
  const [last, word] = [text[to], text[to + 1]];
  if (last === undefined || word === undefined || word.clause !== last.clause || /'s?$/u.test(last.plain))
    return "";
  if (isNumbered(text, to)) return word.written;
  return /^\p{Ll}/u.test(word.written) && nounUse(text, to + 1) !== null && !isAdverb(word.plain)
    ? word.plain
    : "";
}

/** Endings of what is no person and no place, though a sentence begins with it: "Unemployment is low". */
const ABSTRACT = /(?:tion|sion|ment|ness|ity|ance|ence|ism|age|ship|dom|ware|s)$/u;

/**
 * Whether the words at these places are a name that only begins sentences, and so was told by none: always with a capital,
 * never with an article, and each time one of whom or which something is said ("Nadia runs").
 */
export function isHiddenName(places: readonly { text: Text; place: number }[]): boolean {
  return places.every(({ text, place }) => {
    const [before, word, next, later] = [text[place - 1], text[place], text[place + 1], text[place + 2]];
    if (word === undefined || next === undefined || next.clause !== word.clause) return false;
    if (!isCapital(text, place) || isDate(word.plain) || ABSTRACT.test(bare(word.plain))) return false;
    if (isBareNoun(word.plain) || isStopWord(word.plain)) return false;
    if (
      before !== undefined &&
      before.sentence === word.sentence &&
      (isArticle(before) || isDeterminer(before))
    )
      return false;
    const verb = isFiniteVerb(text, place + 1)
      ? next
      : later !== undefined && isFiniteVerb(text, place + 2)
        ? later
        : undefined;
    return verb !== undefined && !/^(?:are|were|have|do)(?:n't)?$/u.test(verb.plain);
  });
}
