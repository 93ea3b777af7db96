/** Whether a text says again what another said: equality after normalisation, or near-equality with nothing against it. */
import { beginningOf } from "../../../mind/text/truncate";
import { loweredAround } from "../language/literals";
import { nfkc } from "../../../mind/text/unicode";
import { areSynonyms, hasSynonyms } from "../language/synonyms";
import { countsOf } from "../language/tokens";
import type { Profile } from "../../../mind/ranking/lexical";
import type { Idf } from "../../../mind/ranking/idf";
import { claimsOf, type Claims } from "../statements/claims";
import { differencesOf, type Difference } from "./differences";
import { saysOther } from "./newContent";

/** What is compared of a text: of a long one its beginning by every rule, and what comes then letter by letter. */
export interface DedupText {
  readonly normal: string;
  /** The normal form of what is not read; empty for all but long texts. */
  readonly rest: string;
  readonly profile: Profile;
  readonly claims: Claims;
  readonly trigrams: ReadonlySet<string>;
}

/** `same`: equal once normalised. `near`: alike enough, and no difference found. Else why not. */
export type Verdict =
  | { kind: "same"; similarity: 1 }
  | { kind: "near"; similarity: number }
  | { kind: "different"; similarity: number; differences: (Difference | "content")[] };

const CLOSING = new Set(" .!?…,;:。！？、؟،؛۔।॥");

/**
 * The form in which equal texts are equal: NFKC, lower case but for what a capital makes another (addresses, passwords),
 * white space single, closing punctuation off but for the mark of a question.
 */
export function normalForm(text: string): string {
  const plain = loweredAround(nfkc(text).replace(/[’ʼ‘]/g, "'").replace(/\s+/gu, " ").trim());
  const end = closingStart(plain);
  // A text of nothing but punctuation is itself.
  if (end === 0) return plain;
  return plain.slice(0, end) + (/[?؟]/.test(plain.slice(end)) ? "?" : "");
}

function closingStart(text: string): number {
  let end = text.length;
  while (end > 0 && CLOSING.has(text.charAt(end - 1))) end -= 1;
  return end;
}

/** Longer normal forms are filed by their beginning, their length and a hash: an index takes keys of bounded length. */
const LONGEST_KEY = 200;

/** What a normal form is filed under. Equal forms have equal keys; unequal ones may, though hardly ever do. */
export function normalKeyOf(normal: string): string {
  if (normal.length <= LONGEST_KEY) return normal;
  let hash = 0x811c9dc5;
  // FNV-1a, over UTF-16 units.
  for (let i = 0; i < normal.length; i++) hash = Math.imul(hash ^ normal.charCodeAt(i), 0x01000193) >>> 0;
  return `${beginningOf(normal, LONGEST_KEY)}…${normal.length}:${hash.toString(16)}`;
}

/** A text is read this far: a dozen of them are compared while a memory is stored. */
const READ_LENGTH = 4096;
/** So much of it may go unread for the sake of a sentence: then a word more at the beginning leaves the rest as it is. */
const LONGEST_SENTENCE = 1000;

/** What `verdictOn` compares of `text`, of which it reads so many characters: the rest has to be the same. */
export function dedupText(text: string, readLength = READ_LENGTH): DedupText {
  const end = readEnd(text, readLength);
  const claims = claimsOf(text.slice(0, end));
  const profile = { counts: countsOf(claims.terms), length: claims.terms.length };
  return {
    normal: normalForm(text),
    rest: end === text.length ? "" : normalForm(text.slice(end)),
    profile,
    claims,
    trigrams: trigramsOf(claims.tokens),
  };
}

/** How far `text` is read: to the end of a sentence or of a word, where one ends. */
function readEnd(text: string, readLength: number): number {
  if (text.length <= readLength) return text.length;
  const from = Math.max(0, readLength - LONGEST_SENTENCE);
  const last = text.slice(from, readLength);
  for (const ending of [/[.!?]\s|[。！？\n]/gu, /\s/gu]) {
    const end = [...last.matchAll(ending)].at(-1);
    if (end !== undefined) return from + end.index + end[0].length;
  }
  return beginningOf(text, readLength).length;
}

/** Threshold at which the lexical scale is calibrated: the default of DEDUP_THRESHOLD. */
const NOMINAL = 0.92;
/** Lexical closeness that means as much as a cosine at the nominal threshold; measured for a precision of nine in ten. */
const CLOSE = 0.788;
/**
 * Weight by which any two texts are taken to differ beside their words, about half of a rare word's: one word more or
 * less in three is another matter than one in thirty, so short texts must be closer.
 */
const UNSAID = 2;
const TRIGRAM_SHARE = 0.15;
/** With vectors both arms must agree: texts that mean alike but share less than this are told apart by a word or two. */
const LEAST_SHARED = 0.5;

/**
 * The verdict on two texts. `threshold` (0 to 1) is that of embeddings' cosines; `cosine` is null where there are none,
 * and then the lexical similarity, on a scale of the same precision, stands for it.
 */
export function verdictOn(
  a: DedupText,
  b: DedupText,
  idf: Idf,
  cosine: number | null,
  threshold: number,
): Verdict {
  if (a.normal === b.normal) return { kind: "same", similarity: 1 };
  const closeness = closenessOf(a, b, idf);
  const similarity = cosine === null ? duplicateScale(closeness) : Math.min(1, Math.max(0, cosine));
  if (similarity < threshold || (cosine !== null && closeness < LEAST_SHARED))
    return { kind: "different", similarity, differences: [] };
  if (a.rest !== b.rest) return { kind: "different", similarity, differences: ["content"] };
  const differences: (Difference | "content")[] = differencesOf(a.claims, b.claims);
  // Wording is the last to ask: where a number or a name differs, that is the reason.
  if (differences.length === 0 && saysOther(a.claims, b.claims)) differences.push("content");
  return differences.length > 0
    ? { kind: "different", similarity, differences }
    : { kind: "near", similarity };
}

/** How much two texts share, 0 to 1: by the weight of their terms, and a little by their letters. */
function closenessOf(a: DedupText, b: DedupText, idf: Idf): number {
  return (
    (1 - TRIGRAM_SHARE) * weightedDice(a.profile, b.profile, idf) +
    TRIGRAM_SHARE * jaccard(a.trigrams, b.trigrams)
  );
}

/** Closeness on the scale of `threshold`: what is just close enough is the nominal threshold. */
function duplicateScale(closeness: number): number {
  return closeness ** (Math.log(NOMINAL) / Math.log(CLOSE));
}

/** Twice the weight of what two texts share, in the same words or in synonyms, over the weight of both, and of what neither says. */
function weightedDice(a: Profile, b: Profile, idf: Idf): number {
  let shared = 0;
  let all = UNSAID;
  for (const [term, count] of a.counts) {
    const weight = idf(term);
    all += weight * count;
    shared += weight * Math.min(count, b.counts.get(term) ?? 0);
  }
  for (const [term, count] of b.counts) all += idf(term) * count;
  const [onlyA, onlyB] = [onlyIn(a, b).filter(hasSynonyms), onlyIn(b, a).filter(hasSynonyms)];
  for (const term of onlyA) {
    const at = onlyB.findIndex((other) => areSynonyms(term, other));
    const [other] = at < 0 ? [] : onlyB.splice(at, 1);
    if (other !== undefined) shared += (idf(term) + idf(other)) / 2;
  }
  return (2 * shared) / all;
}

function onlyIn(a: Profile, b: Profile): string[] {
  return [...a.counts.keys()].filter((term) => !b.counts.has(term));
}

function trigramsOf(tokens: readonly string[]): Set<string> {
  const padded = ` ${tokens.join(" ")} `;
  const trigrams = new Set<string>();
  for (let i = 0; i + 3 <= padded.length; i++) trigrams.add(padded.slice(i, i + 3));
  return trigrams;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const trigram of small) if (large.has(trigram)) shared += 1;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}
