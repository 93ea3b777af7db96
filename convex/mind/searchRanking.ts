/** How well memories answer a query: their own similarity, and what the memories told just before and after them add. */
import { calibrated, profileOf, searchSimilarity, uncalibrated, type Profile } from "./lexical";
import type { Idf } from "./rarity";
import { withoutSpeaker } from "./speaker";

/** What ranking needs of a memory's text; it can be kept for as long as the text stands. */
export interface SearchText {
  readonly profile: Profile;
  /** Whether it asks something, so that what follows may be the answer. */
  readonly asks: boolean;
  /** Whether it also states something, so that it may be an answer itself. */
  readonly states: boolean;
}

/** A memory that may answer the query. */
export interface Candidate<Key> {
  readonly key: Key;
  readonly text: SearchText;
  /** Cosine of its vector and the query's; null where one has no vector. */
  readonly cosine: number | null;
  /** The two memories told before it, the nearest first, and the one told after it, as far as they are of the same time. */
  readonly before: readonly Key[];
  readonly after: Key | null;
}

export interface Match {
  /** 0 to 1: how much the memory itself says what is asked. The contract's `similarity`, which `threshold` is about. */
  readonly similarity: number;
  /** How much its neighbours add to that for the order of results; `similarity + context` is at most 1. */
  readonly context: number;
}

/** Memories further apart in time than this do not belong to one telling. */
export const TELLING_MS = 30 * 60_000;

/**
 * Shares of a neighbour's similarity. People tell things over several turns: what follows a question that matches is most
 * likely its answer, even where it repeats none of the question's words.
 */
const CONTEXT = { afterQuestion: 0.7, before: 0.2, twoBefore: 0.1, after: 0.15 };

/** The `SearchText` of a memory's text. */
export function searchText(text: string): SearchText {
  return { profile: profileOf(text), ...asksAndStates(text) };
}

/** Whether a text asks something, and whether it states something. */
export function asksAndStates(text: string): Pick<SearchText, "asks" | "states"> {
  const sentences = withoutSpeaker(text).split(/(?<=[.!?。！？\n])/u);
  return {
    asks: /[?？]/u.test(text),
    states: sentences.some((sentence) => /\p{L}/u.test(sentence) && !/[?？]/u.test(sentence)),
  };
}

/** The query's terms that tell most, the rarest first, each once: for a text index that takes at most `most` terms. */
export function tellingTerms(query: string, idf: Idf, most: number): string[] {
  const terms = [...profileOf(query).counts.keys()];
  return terms.sort((a, b) => idf(b) - idf(a)).slice(0, most);
}

/**
 * The match of each candidate. A neighbour counts only if it is a candidate itself, so the neighbours of what was found
 * should be among the candidates. Linear in the candidates.
 */
export function matchesOf<Key>(
  query: string,
  candidates: readonly Candidate<Key>[],
  idf: Idf,
): Map<Key, Match> {
  const asked = profileOf(query);
  const own = new Map<Key, { similarity: number; asks: boolean }>();
  for (const { key, text, cosine } of candidates) {
    const similarity = fusedSimilarity(searchSimilarity(asked, text.profile, idf), cosine);
    own.set(key, { similarity, asks: text.asks });
  }
  const matches = new Map<Key, Match>();
  for (const { key, text, before, after } of candidates) {
    const similarity = own.get(key)?.similarity ?? 0;
    const [previous, earlier] = before.map((neighbour) => own.get(neighbour));
    const next = after === null ? undefined : own.get(after);
    const told =
      (previous?.asks === true && text.states ? CONTEXT.afterQuestion : CONTEXT.before) * rawOf(previous) +
      CONTEXT.twoBefore * rawOf(earlier) +
      CONTEXT.after * rawOf(next);
    // Context fills up what the memory itself leaves open, so the sum stays a similarity.
    const raw = uncalibrated(similarity);
    const enriched = calibrated(raw + (1 - raw) * Math.min(1, told));
    matches.set(key, { similarity, context: Math.max(0, enriched - similarity) });
  }
  return matches;
}

function rawOf(neighbour: { similarity: number } | undefined): number {
  return neighbour === undefined ? 0 : uncalibrated(neighbour.similarity);
}

/**
 * The one similarity of a memory that has a vector: the mean of both arms, for scores fused evenly were measured better
 * than either arm and better than fused ranks. Without a vector it is the lexical one alone. Negative cosines are 0.
 */
export function fusedSimilarity(lexical: number, cosine: number | null): number {
  if (cosine === null) return lexical;
  return (lexical + Math.min(1, Math.max(0, cosine))) / 2;
}
