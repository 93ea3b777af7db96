/** What the seeds of a thought have in common: names, and nouns that their sentences are about; never a mere verb or an accident. */
import { dateMentions } from "../language/dateMentions";
import { entityKey } from "../language/entities";
import { withoutFrame } from "../language/frames";
import { namesakesIn } from "../language/namesakes";
import { isCapital, phraseWordsOf } from "../language/phraseWords";
import { isOnlyTitle } from "../language/titles";
import { termsOf } from "../language/tokens";
import { lengthOf, oneLine } from "../../../mind/text/phrasing";
import { commonRun } from "../similarity/commonRuns";
import type { Idf } from "../../../mind/ranking/idf";
import { isDate } from "../time/calendarWords";
import { kindOf, toldApart } from "./severalOnes";
import { fullName, isHiddenName } from "./sharedNames";
import { sharedNouns } from "./sharedNouns";
import { bare, isUnspaced, listedFrom, note, type Named, type Shared, type Text } from "./sharedThings";

export type { Shared } from "./sharedThings";

/** What relations are read from. */
export interface RelatedSeed {
  readonly content: string;
  readonly entities: readonly string[];
  /** When it was told, in ms since the epoch; null or left out where nobody knows. */
  readonly at?: number | null;
}

/** A seed is read this far: what it is about stands at its beginning, and the cost has a bound. */
const READ_LENGTH = 1000;
const MOST_SHARED = 6;
/** Texts without spaces are compared two by two, character by character: the first so many. */
const MOST_COMPARED = 12;

/**
 * What two of `seeds` and more speak of, `most` things: names first, then nouns; of those in the same seeds the rarer
 * first. With `places` also where things are or happen, and nothing else of. The order of the seeds settles nothing but their indices.
 */
export function sharedAmong(
  seeds: readonly RelatedSeed[],
  idf: Idf,
  { most = MOST_SHARED, places = false }: { readonly most?: number; readonly places?: boolean } = {},
): Shared[] {
  const lines = seeds.map(({ content }) => oneLine(withoutFrame(content).slice(0, READ_LENGTH)));
  const texts = lines.map(phraseWordsOf);
  const entities = seeds.map((seed) => seed.entities.map(oneLine));
  const apart = (found: readonly Shared[]) => found.flatMap((one) => toldApart(one, texts, entities));
  const names = apart(sharedNames(seeds, texts));
  const inNames = new Set(names.flatMap(({ name }) => termsOf(name)));
  const words = apart(
    sharedNouns(lines, texts, places).filter(({ name }) => !termsOf(name).some((term) => inNames.has(term))),
  );
  const runs = sharedRuns(lines).filter(({ name }) => !names.some((other) => other.name.includes(name)));
  const inOrder = (found: readonly Shared[]) =>
    [...found].sort(
      (a, b) =>
        b.seeds.length - a.seeds.length ||
        rarityOf(b.name, idf) - rarityOf(a.name, idf) ||
        (a.name < b.name ? -1 : 1),
    );
  return asPhrases(
    [...inOrder(names), ...inOrder([...words, ...runs])],
    lines.map((line) => line.toLowerCase()),
  ).slice(0, most);
}

function rarityOf(name: string, idf: Idf): number {
  return Math.max(0, ...termsOf(name).map(idf));
}

/** The names of two seeds or more, in full. One that only its place hid from the reader of entities is a name there, too. */
function sharedNames(seeds: readonly RelatedSeed[], texts: readonly Text[]): Shared[] {
  const names: Named = new Map();
  seeds.forEach(({ entities }, seed) => {
    for (const entity of entities) {
      const name = kindOf(entity);
      if (dateMentions(entity).length === 0 && !isDate(entityKey(entity)) && isNaming(name, texts))
        note(names, entityKey(name), name, seed);
    }
  });
  for (const { name, seeds: holders } of names.values()) {
    texts.forEach((words, seed) => {
      if (holdsName(words, name)) holders.add(seed);
    });
  }
  const told = listedFrom(names, true);
  const known = new Set(told.flatMap(({ name }) => wordsOf(name)));
  const hidden: Named = new Map();
  const places = new Map<string, { text: Text; place: number }[]>();
  texts.forEach((text, seed) => {
    text.forEach((word, place) => {
      const plain = bare(word.plain);
      if (word.terms.length === 0 || word.isTitle || known.has(plain)) return;
      places.set(plain, [...(places.get(plain) ?? []), { text, place }]);
      note(hidden, plain, bare(word.written), seed);
    });
  });
  const confirmed = listedFrom(hidden, true).filter(({ name }) => {
    const found = places.get(bare(name.toLowerCase())) ?? [];
    // A capital inside a sentence is a name's; at the beginnings alone it has to be one of whom something is said.
    const inside = found.some(
      ({ text, place }) => isCapital(text, place) && text[place - 1]?.sentence === text[place]?.sentence,
    );
    const always = found.every(({ text, place }) => isCapital(text, place));
    return lengthOf(name) > 2 && !isDate(name.toLowerCase()) && always && (inside || isHiddenName(found));
  });
  return withoutParts(
    [...told, ...confirmed].map((shared) => ({
      ...shared,
      name: fullName(
        shared.name,
        shared.seeds.map((seed) => texts[seed] ?? []),
      ),
    })),
  );
}

/** Whether an entity names something: a form of address doesn't, nor does a function word that no text has as a name. */
function isNaming(entity: string, texts: readonly Text[]): boolean {
  if (isOnlyTitle(entity)) return false;
  const words = phraseWordsOf(oneLine(entity));
  if (words.some(({ terms }) => terms.length > 0)) return true;
  const key = entityKey(entity);
  return texts.some((text) => namesakesIn(text.map(({ written }) => written).join(" ")).has(key));
}

/** Of "Lovelace" and "Ada Lovelace" in the same seeds the longer stands for both. */
function withoutParts(found: readonly Shared[]): Shared[] {
  return found.filter(
    (one, i) =>
      !found.some((other, j) => {
        if (i === j || one.seeds.join() !== other.seeds.join()) return false;
        const [part, whole] = [wordsOf(one.name), wordsOf(other.name)];
        return part.every((word) => whole.includes(word)) && (part.length < whole.length || j < i);
      }),
  );
}

/** Runs of characters that texts without spaces share. */
function sharedRuns(lines: readonly string[]): Shared[] {
  const found: Named = new Map();
  const compared = lines.slice(0, MOST_COMPARED);
  compared.forEach((line, a) => {
    compared.forEach((other, b) => {
      if (b <= a || !isUnspaced(line) || !isUnspaced(other)) return;
      const run = commonRun(line, other);
      if (run !== null)
        for (const seed of lines.flatMap((text, i) => (text.includes(run) ? [i] : [])))
          note(found, run, run, seed);
    });
  });
  return listedFrom(found, false);
}

function wordsOf(name: string): string[] {
  return (name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => word !== "the");
}

/** Words that stand side by side in all the texts that hold them are one thing: "dark mode". */
function asPhrases(shared: readonly Shared[], texts: readonly string[]): Shared[] {
  const left = [...shared];
  const joins = (a: Shared, b: Shared) =>
    !a.isEntity &&
    !b.isEntity &&
    a.seeds.join() === b.seeds.join() &&
    a.seeds.every((seed) => ` ${texts[seed] ?? ""}`.includes(` ${a.name} ${b.name}`));
  for (const first of shared) {
    const second = left.find((other) => other !== first && joins(first, other));
    const at = left.indexOf(first);
    if (second === undefined || at < 0) continue;
    const place = Math.min(at, left.indexOf(second));
    left.splice(at, 1);
    left.splice(left.indexOf(second), 1);
    left.splice(place, 0, { ...first, name: `${first.name} ${second.name}` });
  }
  return left;
}

/** Whether a text names `name`: by its letters and not by stems, for "sign" is not Signe, nor is "rose" Rose. */
function holdsName(words: Text, name: string): boolean {
  const sought = phraseWordsOf(oneLine(name));
  const pairs = new Set(words.flatMap(({ terms }) => (terms.length > 1 ? terms : [])));
  const hasCapitals = words.some(({ written }) => /^\p{Lu}/u.test(written));
  return (
    sought.some(({ terms }) => terms.length > 0) &&
    sought.every(
      (one) =>
        one.terms.length === 0 ||
        words.some(
          (other) =>
            bare(one.plain) === bare(other.plain) &&
            (!hasCapitals || /^\p{Lu}/u.test(other.written) || !/^\p{Lu}/u.test(one.written)),
        ) ||
        (one.terms.length > 1 && one.terms.every((pair) => pairs.has(pair))),
    )
  );
}
