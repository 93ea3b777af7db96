/** What a cluster of memories is about, told from their own words: a label, and a summary of typical sentences. */
import { normalForm } from "../../../mind/duplicates/normalForm";
import { dateMentions } from "../language/dateMentions";
import { withoutFrame } from "../language/frames";
import { pastFormsIn } from "../language/milestones";
import { isForeignFunctionWord } from "../language/otherLanguages";
import { isAdverb } from "../language/sentenceStarts";
import { withoutSpeaker } from "../language/speaker";
import { isStopWord } from "../../../mind/text/stopWords";
import { isOnlyTitle, isTitle } from "../language/titles";
import { termsOf } from "../language/tokens";
import {
  counted,
  excerpt,
  lengthOf,
  listed,
  numberWord,
  oneLine,
  quoted,
  sentenceCase,
} from "../../../mind/text/phrasing";
import { onceEach } from "../../../mind/lists/uniqueBy";
import { profileOf, tfIdfCosine, type Profile } from "../../../mind/ranking/lexical";
import type { Idf } from "../../../mind/ranking/idf";
import { namingOf, type ThemeMember } from "./namedMatters";

/** A second phrase belongs to a theme's name if at least this share of the members holds it, and more than one. */
const LEAST_SHARE = 0.2;
const LEAST_HOLDERS = 2;
/** What is longer is no word but a sentence in a script without spaces. */
const LONGEST_WORD = 24;
/** Forms of address, and words that say when or how often: they share what they stand with, and name nothing. */
const UNTELLING = new Set(
  (
    "miss sir madam today tomorrow tonight yesterday twice thrice daily weekly monthly yearly soon late later early " +
    "earlier lately ago next last first second third day days week weeks month months year years hour hours minute minutes time times " +
    "new old good bad great much many quite rather"
  ).split(" "),
);
/** More names make a list, not a label. */
const MOST_PHRASES = 2;
/** A text is judged by its beginning. */
const READ_LENGTH = 2000;
/** Typical sentences in a summary, and the longest of them. */
const MOST_SENTENCES = 3;
const SENTENCE_LENGTH = 220;
/** How much being like a sentence already chosen counts against one (maximal marginal relevance). */
const REDUNDANCY = 0.3;
/** Members looked at for a label and a summary; the cost of a theme has a bound, however large it grows. */
const MOST_MEMBERS = 200;

/**
 * A label of one or two phrases that many members share and few other memories do: "Lost card and replacement". Never
 * empty. `members` in the order of time.
 */
export function themeLabel(members: readonly ThemeMember[], idf: Idf): string {
  const sample = members.slice(-MOST_MEMBERS);
  const phrases = telling(rankedPhrases(sample, idf), sample);
  const chosen: Phrase[] = [];
  for (const phrase of phrases) {
    if (chosen.length === MOST_PHRASES) break;
    if (chosen.length > 0 && phrase.members < Math.max(LEAST_HOLDERS, LEAST_SHARE * sample.length)) continue;
    if (chosen.some((other) => other.terms.some((term) => phrase.terms.includes(term)))) continue;
    const whole = chosen.length === 0 ? undefined : phrases.find((other) => isOneWith(other, chosen, phrase));
    if (whole === undefined) chosen.push(phrase);
    else chosen.splice(0, chosen.length, whole);
  }
  if (chosen.length === 0)
    return sentenceCase(excerpt(withoutFrame(sample[0]?.text ?? ""), 60)) || "Untitled";
  return sentenceCase(listed(chosen.map((phrase) => phrase.written)));
}

interface Phrase {
  terms: readonly string[];
  written: string;
  members: number;
  weight: number;
}

/** Of these the phrases that name something that members share, as far as there are such. */
function telling(phrases: readonly Phrase[], members: readonly ThemeMember[]): readonly Phrase[] {
  // What one of them alone says names that one.
  const shared = phrases.filter(({ members: holders }) => holders >= LEAST_HOLDERS);
  const nouns = members.flatMap((member) => namingOf(member).nouns);
  const forms = new Set(nouns.map(({ form }) => form));
  const names = new Set(nouns.filter(({ form }) => form === "").map(({ term }) => term));
  const named = shared.filter(
    ({ written, terms }) =>
      forms.has(written.toLowerCase().split(" ").at(-1) ?? "") || names.has(terms.at(-1) ?? ""),
  );
  return [named, shared].find((some) => some.length > 0) ?? phrases;
}

/** Whether `pair` is the one phrase chosen with `next`, which stands nowhere without it: "billing" and "project". */
function isOneWith(pair: Phrase, [chosen]: readonly Phrase[], next: Phrase): boolean {
  return (
    pair.members === next.members &&
    pair.terms.join(" ") === [...(chosen?.terms ?? []), ...next.terms].join(" ")
  );
}

/** Words, pairs of neighbouring words, and entities, the most telling first: held by many here, by few elsewhere. */
function rankedPhrases(members: readonly ThemeMember[], idf: Idf): Phrase[] {
  const found = new Map<string, { terms: string[]; spellings: Map<string, number>; members: number }>();
  for (const member of members) {
    const seen = new Set<string>();
    const note = (written: string) => {
      const terms = termsOf(written);
      const key = terms.join(" ");
      if (key === "" || seen.has(key)) return;
      seen.add(key);
      const entry = found.get(key) ?? { terms, spellings: new Map<string, number>(), members: 0 };
      entry.members += 1;
      entry.spellings.set(written, (entry.spellings.get(written) ?? 0) + 1);
      found.set(key, entry);
    };
    const names = new Set(member.entities.filter((entity) => withoutDates(entity) === entity));
    for (const name of names) if ((isTelling(name) && !isOnlyTitle(name)) || name.includes(" ")) note(name);
    const written = oneLine(withoutDates(withoutSpeaker(withoutFrame(member.text).slice(0, READ_LENGTH))));
    for (const stretch of written.split(/[.!?,;:()"“”。！？、，；：（）「」『』؟،؛।۔]+/u)) {
      const words = stretch.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
      const plain = words.map((word) => (names.has(word) ? word : word.toLowerCase()));
      const told = plain.map((word, i) => tells(word) && !isTitle(words[i] ?? "", words[i + 1] ?? ""));
      plain.forEach((word, i) => {
        if (told[i] !== true) return;
        // What was done is no name for it: "took", but "lost card".
        if (names.has(word) || pastFormsIn([word]) === 0) note(word);
        if (told[i + 1] === true) note(`${word} ${plain[i + 1]}`);
      });
    }
  }
  return [...found.values()]
    .map(({ terms, spellings, members: holders }) => ({
      terms,
      written: mostFrequent(spellings),
      members: holders,
      // What many share counts more than what few say; a pair says more than its words, but must not win by length alone.
      weight: holders ** 1.5 * terms.reduce((sum, term) => sum + idf(term), 0) * terms.length ** -0.35,
    }))
    .sort((a, b) => b.weight - a.weight || (a.written < b.written ? -1 : 1));
}

function tells(word: string): boolean {
  return isTelling(word) && !isForeignFunctionWord(bareWord(word));
}

/** The same of a name, which may be a small word of another language: "Mia". */
function isTelling(word: string): boolean {
  const bare = bareWord(word);
  return (
    lengthOf(word) > 2 &&
    lengthOf(word) <= LONGEST_WORD &&
    /\p{L}/u.test(word) &&
    !isStopWord(bare) &&
    !UNTELLING.has(bare) &&
    !isAdverb(bare)
  );
}

function bareWord(word: string): string {
  return word.toLowerCase().replace(/(?:n['’]t|['’]\p{L}+)$/u, "");
}

/** `text` with a full stop for each date: when things were is not what they were about. */
function withoutDates(text: string): string {
  let rest = text;
  for (const { at, written } of dateMentions(text).reverse())
    rest = `${rest.slice(0, at)}.${rest.slice(at + written.length)}`;
  return rest;
}

function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  let best = "";
  let count = 0;
  for (const [written, times] of spellings) {
    if (times > count || (times === count && written.length < best.length)) [best, count] = [written, times];
  }
  return best;
}

/**
 * A summary in at most four sentences: how many memories, and those of their sentences that stand for the most others.
 * `total`: how many memories there are, where `members` are only some.
 */
export function themeSummary(members: readonly ThemeMember[], idf: Idf, total = members.length): string {
  const sample = members.slice(-MOST_MEMBERS);
  const sentences = sample.map((member) => {
    const text = excerpt(withoutSpeaker(member.text), SENTENCE_LENGTH);
    return { text, profile: profileOf(text) };
  });
  const centre = merged(sentences.map((sentence) => sentence.profile));
  const central = sentences.map((sentence) => tfIdfCosine(sentence.profile, centre, idf));
  const chosen: number[] = [];
  while (chosen.length < Math.min(MOST_SENTENCES, sentences.length)) {
    const next = bestNext(sentences, central, chosen, idf);
    if (next === null) break;
    chosen.push(next);
  }
  const told = chosen.sort((a, b) => a - b).map((i) => quoted(sentences[i]?.text ?? "", SENTENCE_LENGTH));
  const head = sentenceCase(counted(total, "related memory").replace(/memorys$/, "memories"));
  if (told.length === 0) return `${head}.`;
  if (onceEach(sample, ({ text }) => normalForm(text)).length === 1 && total > 1)
    return `${sentenceCase(numberWord(total))} memories that say ${sample.length === total ? "" : "much "}the same: ${told.join(" · ")}`;
  return `${head}${told.length < total ? ", such as" : ""}: ${told.join(" · ")}`;
}

/** The sentence most like the centre and least like those chosen; null when all that are left repeat them. */
function bestNext(
  sentences: readonly { profile: Profile }[],
  central: readonly number[],
  chosen: readonly number[],
  idf: Idf,
): number | null {
  let best: number | null = null;
  let bestScore = -Infinity;
  sentences.forEach(({ profile }, i) => {
    if (chosen.includes(i)) return;
    const likest = Math.max(
      0,
      ...chosen.map((j) => tfIdfCosine(profile, sentences[j]?.profile ?? profile, idf)),
    );
    if (likest > 0.9) return;
    const score = (1 - REDUNDANCY) * (central[i] ?? 0) - REDUNDANCY * likest;
    if (score > bestScore) [best, bestScore] = [i, score];
  });
  return best;
}

function merged(profiles: readonly Profile[]): Profile {
  const counts = new Map<string, number>();
  let length = 0;
  for (const profile of profiles) {
    length += profile.length;
    for (const [term, count] of profile.counts) counts.set(term, (counts.get(term) ?? 0) + count);
  }
  return { counts, length };
}
