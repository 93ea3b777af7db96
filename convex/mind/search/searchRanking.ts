/** How well memories answer a query: their own similarity, and what the memories told just before and after them add. */
import { inTurns } from "../../../mind/lists/interleave";
import { asks, ENDS } from "../../../mind/text/sentences";
import { withoutSpeaker } from "../language/speaker";
import { inPlainLetters, termsOf, tokensOf } from "../language/tokens";
import {
  calibrated,
  profileInParts,
  profileOf,
  rawSimilarity,
  tfIdfNorm,
  type Profile,
} from "../../../mind/ranking/lexical";
import { beyondUsual, usualMeaning } from "../../../mind/ranking/meaning";
import { isHeard, UNHEARD, type Idf } from "../../../mind/ranking/idf";
import { relatedTerms } from "./relatedTerms";

/** What ranking needs of a memory's text; it can be kept for as long as the text stands. */
export interface SearchText {
  readonly profile: Profile;
  /** Whether it asks something, so that what follows may be the answer. */
  readonly asks: boolean;
  /** Whether it also states something, so that it may be an answer itself. */
  readonly states: boolean;
}

/** What there is to compare of a memory that may answer the query. */
export interface Comparable {
  readonly text: SearchText;
  /** How alike its vector and the query's are (mind/similarity/meaning); null where one has no vector. */
  readonly meaning: number | null;
  /** Whether it is the query, word for word: that shows even where there is no word, only an emoji. */
  readonly same?: boolean;
}

/** Where a memory stands among those that were told with it. */
interface Neighbours<Key> {
  /** The two memories told before it, the nearest first, and the one told after it, as far as they are of the same time. */
  readonly before: readonly Key[];
  readonly after: Key | null;
}

/** A memory that may answer the query. */
export interface Candidate<Key> extends Comparable, Neighbours<Key> {
  readonly key: Key;
}

/** The same once it was compared: its text is no more needed. */
export interface Compared<Key> extends Neighbours<Key> {
  readonly key: Key;
  /** As `ownStanding` tells it. */
  readonly own: number;
  readonly meaning: number | null;
  readonly asks: boolean;
  readonly states: boolean;
}

export interface Match {
  /** 0 to 1: how much the memory itself says what is asked. The contract's `similarity`, which `threshold` is about. */
  readonly similarity: number;
  /** What of that counts for the order of results: what words and meaning say together. At most `similarity`. */
  readonly standing: number;
  /** How much its neighbours add to its standing; `standing + context` is at most 1. */
  readonly context: number;
}

/** Memories further apart in time than this do not belong to one telling. */
export const TELLING_MS = 30 * 60_000;

/**
 * Shares of a neighbour's similarity. People tell things over several turns: what follows a question that matches is most
 * likely its answer, even where it repeats none of the question's words; and where the question asks back in few words of
 * its own ("Oh dear, when?"), what stood before it says what it is about. Of two who talk, the one before last was told by
 * the same one.
 */
const CONTEXT = { afterQuestion: 0.7, before: 0.2, askedBack: 0.5, twoBefore: 0.3, after: 0.15 };

/** What was asked before is worded as a question is, and answers none: it stands behind an answer that has as many of its words. */
const ASKED_BEFORE = 0.85;

const AFTER_SENTENCE = new RegExp(`(?<=[${ENDS}\\n])`, "u");

/** The `SearchText` of a memory's text. */
export function searchText(text: string): SearchText {
  return { profile: profileInParts(termsOf(text)), ...asksAndStates(text) };
}

/** Whether a text asks something, and whether it states something. */
export function asksAndStates(text: string): Pick<SearchText, "asks" | "states"> {
  const sentences = withoutSpeaker(text).split(AFTER_SENTENCE);
  return {
    asks: asks(text),
    states: sentences.some((sentence) => /\p{L}/u.test(sentence) && !asks(sentence)),
  };
}

/** Distinct terms of a question, the first: only in scripts without spaces do a thousand characters have more. */
const MOST_ASKED = 256;

/** The profile of a question: it also knows what may stand in place of its words. */
export function questionProfile(query: string): Profile {
  const { counts, length } = profileOf(query);
  const profile = { counts: new Map([...counts].slice(0, MOST_ASKED)), length };
  const related = new Map<string, readonly string[]>();
  for (const token of tokensOf(inPlainLetters(query))) {
    const others = relatedTerms(token);
    const term = others.length === 0 ? undefined : termsOf(token)[0];
    if (term === undefined || !profile.counts.has(term)) continue;
    const asWell = others.filter((other) => other !== term);
    related.set(term, [...new Set([...(related.get(term) ?? []), ...asWell])]);
  }
  return { ...profile, related };
}

/** The distinct `terms` that tell most, the rarest first: for a text index that takes at most `most` terms. */
export function tellingTerms(terms: Iterable<string>, idf: Idf, most: number): string[] {
  return [...terms].sort((a, b) => idf(b) - idf(a)).slice(0, most);
}

/** A query's word is asked for in other words, too, where it tells at least this share of what one unheard of does. */
const TELLING = 0.5;

/** Terms in place of others whose rarity is looked up. */
const MOST_RELATED = 24;

/** The terms whose rarity a search goes by: the question's, and some that may stand in their place, of each one in turn. */
export function termsAsked({ counts, related }: Profile): string[] {
  const others = inTurns([...(related?.values() ?? [])]);
  return [...counts.keys(), ...[...new Set(others)].slice(0, MOST_RELATED)];
}

/** Of these the rarest that some text holds, `most` at most, and only for terms that tell much. */
export function furtherTerms(asked: Profile, idf: Idf, most: number): string[] {
  const least = TELLING * idf(UNHEARD);
  const terms = [...(asked.related ?? [])].flatMap(([term, others]) => (idf(term) >= least ? others : []));
  return [...new Set(terms)]
    .filter((term) => !asked.counts.has(term) && isHeard(term, idf))
    .sort((a, b) => idf(b) - idf(a))
    .slice(0, most);
}

/**
 * How much a memory itself says what is asked, on the scale that arms and neighbours are mixed on; `calibrated` puts it
 * on the contract's. `usual` is how alike in meaning those that are compared mostly are (`usualMeaning`).
 */
export function ownStanding(
  asked: Profile,
  { text, meaning, same }: Comparable,
  idf: Idf,
  usual: number,
): number {
  return same === true ? 1 : fused(rawSimilarity(asked, text.profile, idf), meaning, usual);
}

/** The match of each candidate for a query. */
export function matchesOf<Key>(
  query: string,
  candidates: readonly Candidate<Key>[],
  idf: Idf,
): Map<Key, Match> {
  const asked = weighed(questionProfile(query), idf);
  const usual = usualMeaning(candidates.map(({ meaning }) => meaning));
  return matchesAmong(
    candidates.map(({ key, text, meaning, same, before, after }) => {
      const own = ownStanding(asked, { text, meaning, ...(same === undefined ? {} : { same }) }, idf, usual);
      return { key, own, meaning, asks: text.asks, states: text.states, before, after };
    }),
  );
}

/** A question's profile with the length of its vector, which every comparison needs. */
export function weighed(asked: Profile, idf: Idf): Profile {
  return { ...asked, norm: tfIdfNorm(asked, idf) };
}

/**
 * The match of each of those that were compared. A neighbour counts only if it is one of them itself, so the neighbours of
 * what was found should be among them. `isAsked`: whether the query is a question. Linear in their number.
 */
export function matchesAmong<Key>(
  compared: readonly Compared<Key>[],
  { isAsked = false }: { readonly isAsked?: boolean } = {},
): Map<Key, Match> {
  const own = new Map<Key, { raw: number; asks: boolean }>();
  for (const { key, own: raw, asks } of compared) own.set(key, { raw, asks });
  const rawOf = (key: Key | null | undefined): number =>
    key === null || key === undefined ? 0 : (own.get(key)?.raw ?? 0);
  const matches = new Map<Key, Match>();
  for (const { key, asks, states, meaning, before, after } of compared) {
    const [said, onlyAsks] = [rawOf(key), isAsked && asks && !states];
    // What is the query, word for word, stays as similar as can be.
    const raw = onlyAsks && said < 1 ? ASKED_BEFORE * said : said;
    const [previous, earlier] = before;
    const answers = states && previous !== undefined && own.get(previous)?.asks === true;
    const told =
      (answers ? CONTEXT.afterQuestion : CONTEXT.before) * rawOf(previous) +
      (answers ? CONTEXT.askedBack : CONTEXT.twoBefore) * rawOf(earlier) +
      CONTEXT.after * rawOf(after);
    // Context fills up what the memory itself leaves open, so the sum stays a similarity.
    const standing = calibrated(raw);
    const enriched = calibrated(raw + (1 - raw) * Math.min(1, told));
    const similarity = Math.max(standing, calibrated(meaning ?? 0));
    matches.set(key, { similarity, standing, context: Math.max(0, enriched - standing) });
  }
  return matches;
}

/**
 * What orders memories that have a vector: the mean of both arms, for scores fused evenly were measured better than either
 * arm and better than fused ranks. Meaning counts by what exceeds the usual: taken whole it lifted all of a conversation, and
 * its neighbours with it, over what answers (R@5 .68 for .75, less than words alone). They are fused before calibration, where a
 * raw two fifths answers as a likeness in meaning of two fifths does. Without a vector it is the lexical one alone.
 */
function fused(raw: number, meaning: number | null, usual: number): number {
  if (meaning === null) return raw;
  return (raw + beyondUsual(meaning, usual)) / 2;
}
