/** What several events speak of: a name or a word that tells what a text is about, never one that any text may hold. */
import type { SituationEvent } from "../../../mind/tick/situation";
import { foreignFunctionWordsIn } from "../language/otherLanguages";
import { tellingStem } from "../language/weakWords";
import { aboutOf, type About } from "../statements/bearing";
import { claimsOf } from "../statements/claims";
import { statementsOf } from "../statements/statements";

/** A name or word that two or more events share. */
export interface Topic {
  /** As the first event writes it; in small letters where one of them does. */
  word: string;
  events: SituationEvent[];
}

/** The first thousand characters say what a text is about. */
const READ_LENGTH = 1000;
/** Shorter words that are no names are mostly of another sense each time. */
const LEAST_LETTERS = 4;
/** What is done, or how, is no subject: "voted", "quickly". */
const NO_SUBJECT = /(?:[a-z]{2}ed|ly)$/;
/** A name is a better topic than a word that as many share, a long word than a short one. */
const NAME_RANK = 0.5;
const MOST_FOR_LENGTH = 0.4;

/** What is read of an event, once however often it is compared. */
interface Read {
  readonly about: About;
  /** Its telling words by stem, as written. */
  readonly written: ReadonlyMap<string, string>;
}
const read = new WeakMap<SituationEvent, Read>();

/** What most of `events` speak of; null where they share nothing that tells. */
export function sharedTopic(events: readonly SituationEvent[]): Topic | null {
  const sharing = new Map<string, SituationEvent[]>();
  for (const event of events)
    for (const key of readingOf(event).written.keys()) sharing.set(key, [...(sharing.get(key) ?? []), event]);
  let best: Topic | null = null;
  let bestRank = 0;
  for (const [key, those] of sharing) {
    if (those.length < 2) continue;
    const { word, isName } = wordingOf(key, those);
    if (!isName && ([...word].length < LEAST_LETTERS || NO_SUBJECT.test(word.toLowerCase()))) continue;
    const rank = those.length + (isName ? NAME_RANK : 0) + Math.min(MOST_FOR_LENGTH, key.length / 50);
    if (rank > bestRank) [best, bestRank] = [{ word, events: those }, rank];
  }
  return best;
}

function wordingOf(key: string, events: readonly SituationEvent[]): { word: string; isName: boolean } {
  const readings = events.map(readingOf);
  const forms = readings.flatMap(({ written }) => written.get(key) ?? []);
  const isName = readings.some(({ about }) =>
    [...about.names.keys()].some((name) => tellingStem(name) === key),
  );
  const small = isName ? undefined : forms.find((form) => form === form.toLowerCase());
  return { word: small ?? forms[0] ?? key, isName };
}

function readingOf(event: SituationEvent): Read {
  const known = read.get(event);
  if (known !== undefined) return known;
  const text = event.content.slice(0, READ_LENGTH).replace(/[’‘]/g, "'");
  const about = aboutOf(text);
  const verbs = new Set(
    statementsOf(text, claimsOf(text).names).map(({ words, verbAt }) => tellingStem(words[verbAt] ?? "")),
  );
  const names = new Set([...about.names.keys()].map(tellingStem));
  const isForeign = foreignFunctionWordsIn(text);
  const written = new Map<string, string>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}@#][\p{L}\p{M}\p{N}_'-]*/gu)) {
    const plain = word.replace(/'(?:s|d|re|m|ll|ve)?$/u, "");
    const stem = isForeign(plain.toLowerCase()) ? null : tellingStem(plain.toLowerCase());
    if (stem === null || written.has(stem) || (verbs.has(stem) && !names.has(stem))) continue;
    written.set(stem, plain);
  }
  const made = { about, written };
  read.set(event, made);
  return made;
}
