/** Whether a text says a thing that another of like wording does not: another word in a word's place, or content of its own. */
import { alignment, type Step } from "../language/alignment";
import { senseOf } from "../language/senses";
import { isStopWord } from "../../../mind/text/stopWords";
import { areSynonyms, isReporting } from "../language/synonyms";
import { inPlainLetters, numberIn } from "../language/tokens";

/** A text's words in order, lower-case, in one spelling; and which of them are names. */
export interface Worded {
  readonly tokens: readonly string[];
  readonly names: ReadonlySet<string>;
}

/** So many words of content that the known text has nowhere are a thing of their own, however long the texts are. */
const OWN_CONTENT = 2;
/** A run of so many is one even where each of them stands elsewhere: "We sold the boat" after much about the boat. */
const OWN_RUN = 4;

/** So many words on either side of a word are the same where it alone stands in another's place. */
const AROUND = 8;

/** Politeness, emphasis and the like: may come and go. */
const LIGHT = new Set(
  (
    "please kindly really actually simply basically literally definitely certainly surely obviously clearly apparently honestly " +
    "frankly truly totally absolutely completely pretty fairly somewhat currently presently thank thanks well know like " +
    "mister doctor professor senator oh hey hello hi dear okay also too still now today later recently already " +
    "stay remain become seem"
  )
    .split(" ")
    .map(senseOf),
);

/**
 * Whether `later` has another word where `known` has one, the words around it being the same, or says two things or more
 * beside all that `known` says. Where much else differs, how alike the texts are decides.
 */
export function saysOther(known: Worded, later: Worded): boolean {
  const [inKnown, inLater] = [counted(known), counted(later)];
  const steps = alignment(known.tokens, later.tokens);
  const replaces = isolated(steps).some(({ known: p, later: q }) => {
    // "Boat house" and "boathouse".
    if (p.join("") === q.join("")) return false;
    const gone = p.filter((word) => exceeds(word, inKnown, inLater));
    const come = q.filter((word) => exceeds(word, inLater, inKnown));
    return (
      gone.some((word) => !hasLike(word, come, known, later)) &&
      come.some((word) => !hasLike(word, gone, later, known))
    );
  });
  return replaces || adds(known, later, inKnown, inLater) || addsRun(steps, inKnown, inLater);
}

/** Words that only one of the texts has, between words of both. */
interface Run {
  readonly known: string[];
  readonly later: string[];
  /** How many words of both stand before it. */
  readonly at: number;
}

/**
 * Where one text has something in place of what the other has, between words that both have or an end. The same in place of
 * the same, a cat everywhere for a dog, is one difference.
 */
function isolated(steps: readonly Step[]): Run[] {
  const runs = runsOf(steps);
  return runs.filter((run) =>
    runs.every((other) => Math.abs(other.at - run.at) >= AROUND || isSameRun(run, other)),
  );
}

function runsOf(steps: readonly Step[]): Run[] {
  const runs: Run[] = [];
  let [at, isOpen] = [0, false];
  for (const { kind, word } of steps) {
    if (kind === "both") at += 1;
    else {
      if (!isOpen) runs.push({ known: [], later: [], at });
      runs.at(-1)?.[kind === "a" ? "known" : "later"].push(word);
    }
    isOpen = kind !== "both";
  }
  return runs;
}

function isSameRun(one: Run, other: Run): boolean {
  return one.known.join(" ") === other.known.join(" ") && one.later.join(" ") === other.later.join(" ");
}

/** Whether there is more in `later`, or how or when it is done, and nothing in `known` that is not in `later`. */
function adds(known: Worded, later: Worded, inKnown: Counts, inLater: Counts): boolean {
  if (beyond(inKnown, inLater.keys()).length > 0) return false;
  if (beyond(inLater, inKnown.keys()).length >= OWN_CONTENT) return true;
  const howOrWhen = new Map(later.tokens.filter(tellsHowOrWhen).map((token) => [senseOf(token), 1]));
  return beyond(howOrWhen, known.tokens.map(senseOf)).length > 0;
}

/** What neither is among the other senses nor means the same as one of them. */
function beyond(own: Counts, other: Iterable<string>): string[] {
  const others = new Set(other);
  return [...own.keys()].filter(
    (sense) => !others.has(sense) && ![...others].some((word) => areSynonyms(sense, word)),
  );
}

/** How often, and when to come: what was "today" or "yesterday" is so told in one place and dated in another. */
const TIMES = new Set(
  "always often sometimes rarely seldom frequently occasionally twice tomorrow tonight soon".split(" "),
);

/** Whether an adverb says how or when something is done: by itself it is little, and yet who is told it does otherwise. */
function tellsHowOrWhen(token: string): boolean {
  return TIMES.has(token) || (/^[a-z]{3,}ly$/.test(token) && contentOf(token) !== null);
}

type Counts = ReadonlyMap<string, number>;

function counted({ tokens }: Worded): Counts {
  const counts = new Map<string, number>();
  for (const token of tokens) {
    const sense = contentOf(token);
    if (sense !== null) counts.set(sense, (counts.get(sense) ?? 0) + 1);
  }
  return counts;
}

/** What a word of content is compared by; null of others: function words, numbers, what may come and go. */
function contentOf(token: string): string | null {
  const word = token.replace(/'(?:s|d)?$/, "");
  if (isStopWord(word) || word.length < 2 || numberIn(word) !== null) return null;
  const sense = senseOf(word);
  return LIGHT.has(sense) || isReporting(sense) ? null : sense;
}

/** Whether one of `others` may stand for `word`: a synonym, or a form of one name, "Rob" and "Robert". */
function hasLike(word: string, others: readonly string[], own: Worded, other: Worded): boolean {
  const sense = senseOf(word);
  return others.some((candidate) => {
    const [short = "", long = ""] = [word, candidate].map(inPlainLetters).sort((a, b) => a.length - b.length);
    const named = own.names.has(word) || other.names.has(candidate);
    return areSynonyms(sense, senseOf(candidate)) || (named && short.length > 1 && long.startsWith(short));
  });
}

/** Whether there is a run of words more in the later text, and more of their senses: what only moved is in both as often. */
function addsRun(steps: readonly Step[], inKnown: Counts, inLater: Counts): boolean {
  let run = 0;
  for (const { kind, word } of steps) {
    if (kind === "both") run = 0;
    if (kind === "b" && exceeds(word, inLater, inKnown)) run += 1;
    if (run >= OWN_RUN) return true;
  }
  return false;
}

/** Whether a word of content is more often in its own text than in the other. */
function exceeds(word: string, own: Counts, other: Counts): boolean {
  const sense = contentOf(word);
  return sense !== null && (own.get(sense) ?? 0) > (other.get(sense) ?? 0);
}
