/** What a text states, sentence by sentence: of which subject, what, when, whether it denies it, and in which clauses it says why. */
import { clausesOf, type Clause } from "../language/clauses";
import { coordinated } from "../language/coordination";
import { plainlySaid } from "../language/idioms";
import { pastFormsIn } from "../language/milestones";
import { isQuestion } from "../language/questions";
import { senseOf } from "../language/senses";
import { speakerOf, withoutSpeaker } from "../language/speaker";
import { LETTERED } from "../language/statementWords";
import { isStopWord } from "../../../mind/text/stopWords";
import { numberIn, tokensOf } from "../language/tokens";
import { isVerbForm } from "../language/verbs";
import { measureNamed, numberAndUnit } from "../numbers/units";
import { circumstancesIn, type Circumstances } from "../time/circumstances";

/** When something is, as far as the form of its verb tells: `unclear` of "cut" and "put", `open` of what may be. */
export type Tense = "past" | "perfect" | "present" | "future" | "unclear" | "open";

/** What a statement says in so many words. */
export interface Statement {
  /** Stems of the content words before the verb, and of those from the verb on; numbers apart. */
  readonly subject: readonly string[];
  readonly predicate: readonly string[];
  /** The numbers before the verb, and from it on, with the words beside each. */
  readonly subjectNumbers: readonly string[];
  readonly numbers: readonly string[];
  /** The weekday that tells which one it is about: "the standup on Monday is at nine"; "" for none. */
  readonly subjectDay: string;
  /** Stems of the speaker's name, in a transcript. */
  readonly spokenBy: readonly string[];
  /** All words in order, in lower case, without those that deny. */
  readonly words: readonly string[];
  /** Where the verb stands among them; the end where there is none. */
  readonly verbAt: number;
  /** Stems of the names in it. */
  readonly named: ReadonlySet<string>;
  /** How many words deny something. */
  readonly negations: number;
  /** Whether it holds of a part only: "sometimes", "some", "not all". */
  readonly isPartial: boolean;
  /** Whether it denies or says all: "never", "nobody", "always", "every". */
  readonly isTotal: boolean;
  readonly tense: Tense;
  /** Who it is about where a pronoun tells or nothing does: "i", "we", "you", "he"; "" for a note without a subject. */
  readonly pronoun: string | null;
  /** Whether it is said as a fact: no question, instruction or condition. */
  readonly isPlain: boolean;
  readonly clauses: readonly Clause[];
  readonly circumstances: Circumstances;
}

/** A text is read this far, and of more sentences than this no single one stands for it. */
const READ_LENGTH = 1000;
const MOST_SENTENCES = 3;

/**
 * The statements of `text`, of which `named` are words (lower case) that name something, or find them; none where it tells too
 * many things.
 */
export function statementsOf(
  text: string,
  named: ReadonlySet<string> | (() => ReadonlySet<string>),
  most: number = MOST_SENTENCES,
): Statement[] {
  if (text.length > READ_LENGTH) return [];
  const speaker = speakerOf(text);
  const sentences = withoutSpeaker(text)
    .split(/(?<=[.!?…]["”’)]?)(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St)\.)\s+(?=["“(]?[\p{Lu}\p{N}])|\n+|;\s/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  if (sentences.length > most) return [];
  const names = typeof named === "function" ? named() : named;
  return sentences.flatMap(coordinated).map((sentence) => {
    const statement = statementOf(sentence, names);
    if (speaker === null) return statement;
    // "I" is who speaks.
    const spokenBy = contentOf(tokensOf(speaker)).stems;
    return { ...statement, spokenBy, subject: [...spokenBy, ...statement.subject] };
  });
}

const AUXILIARIES: readonly (readonly [Tense, string])[] = [
  ["past", "was were did had could"],
  ["present", "is are am do does can"],
  ["future", "will shall"],
  ["perfect", "has have"],
  ["open", "would should must may might ought"],
];
const TENSES = new Map(
  AUXILIARIES.flatMap(([tense, words]) => words.split(" ").map((word) => [word, tense])),
);
const PRONOUNS = new Set("i we you he she it they this that these those there".split(" "));
const NEGATORS =
  /^(?:not|no|never|nobody|none|nothing|nowhere|neither|nor|nicht|kein(?:e[mnrs]?)?|nie|niemals|niet|geen|nooit|pas|jamais|nunca|jamás)$/;
/** These are the subject as well. */
const NOBODY = /^(?:nobody|nothing|none)$/;
const TOTAL =
  /^(?:never|no|nobody|none|nothing|nowhere|always|all|every|everybody|everyone|everything|each)$/;
const PARTIAL =
  /^(?:some|several|many|most|few|sometimes|often|usually|mostly|occasionally|seldom|rarely|frequently|partly|half|hardly|barely|scarcely|almost|nearly|yet|only)$/;
/** What a negation before it denies in part: not all of it, not very much of it. */
const DENIED_IN_PART =
  /^(?:always|all|every|everybody|everyone|everything|each|both|very|quite|so|too|that|as|entirely|fully|completely|exactly|necessarily|much|many|just|only|until|merely|simply|really)$/;
/** Of what is denied with one of these, the rest may be so: "does not swim well". */
const MANNER = /^(?:well|enough|much|far|alone|together)$/;
/** Verbs that are known by this form only. */
const COMMON_VERBS =
  /^(?:costs?|weighs?|owns?|contains?|has|belongs?|measures?|lives?|meets|closes|opens|begins|starts|ends|leaves|arrives|departs|likes?|loves?|hates?|drinks?|eats?|speaks?|works?|means|holds|reads|shows|takes|runs|stands|lies|sits|says|expires)$/;
/** What stands at the head of an instruction and is no everyday verb. */
const COMMANDS =
  /^(?:please|press|turn|click|insert|rotate|unplug|plug|always|never|do|don't|be|ensure|boil|stir|beware|note)$/;

/** Words of content that add nothing to a statement. */
const DISCOURSE =
  /^(?:actually|really|indeed|truly|certainly|definitely|apparently|finally|currently|now|still|already|again|unfortunately|sadly|luckily|fortunately|sorry|yes|no|also|however|instead|please|simply|today)$/;

/** The statement of one sentence. */
export function statementOf(sentence: string, names: ReadonlySet<string>): Statement {
  const asks = isQuestion(sentence);
  const { rest, circumstances } = circumstancesIn(sentence);
  const spoken = plainlySaid(rest.replace(/[.!?…]+["”’)]*\s*$/u, ""));
  const { main, clauses } = clausesOf(spoken, (word) => isPast(word, names));
  const tokens = tokensOf(main).flatMap(numberAndUnit);
  const kept = tokens.filter((token) => !NEGATORS.test(token) || NOBODY.test(token));
  const negations = tokens.filter((token) => NEGATORS.test(token)).length;
  const words = kept.filter((token) => !DISCOURSE.test(token));
  const [first = ""] = words;
  const isNote = startsWithVerb(words, names);
  const verbAt = isNote ? 0 : verbIn(words, names);
  const [before, after] = [contentOf(words.slice(0, verbAt)), contentOf(words.slice(verbAt))];
  const deniedInPart = tokens.some(
    (token, i) => /^(?:not|nicht)$/.test(token) && DENIED_IN_PART.test(tokens[i + 1] ?? ""),
  );
  return {
    subject: before.stems,
    predicate: after.stems,
    subjectNumbers: before.numbers,
    numbers: after.numbers,
    subjectDay: dayBefore(words[verbAt], sentence),
    spokenBy: [],
    words,
    verbAt,
    named: new Set(contentOf(words.filter((word) => names.has(word.replace(/'s$/u, "")))).stems),
    negations,
    isPartial:
      deniedInPart ||
      (negations > 0 && words.slice(verbAt).some((word) => MANNER.test(word))) ||
      kept.some((token) => PARTIAL.test(token)),
    isTotal: tokens.some((token) => TOTAL.test(token)),
    tense: tenseOf(words, verbAt, names),
    pronoun: isNote ? "" : verbAt > 0 && before.stems.length === 0 && PRONOUNS.has(first) ? first : null,
    isPlain: !asks && !isInstruction(tokens, names) && !clauses.some(({ kind }) => kind === "condition"),
    clauses,
    circumstances,
  };
}

const WEEKDAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/iu;

/** The first weekday of a sentence where it stands before its verb. */
function dayBefore(verb: string | undefined, sentence: string): string {
  const day = WEEKDAY.exec(sentence);
  const rest = day === null ? "" : sentence.slice(day.index).toLowerCase();
  return day !== null && verb !== undefined && tokensOf(rest).includes(verb) ? day[0].toLowerCase() : "";
}

/** Stems of the content words among `words` in order, and the numbers. */
export function contentOf(words: readonly string[]): { stems: string[]; numbers: string[] } {
  const [stems, numbers]: [string[], string[]] = [[], []];
  words.forEach((word, i) => {
    const plain = word.replace(/'(?:s|d|re|m)?$/u, "");
    const number = plain === "one" ? null : numberIn(plain);
    if (number !== null) numbers.push(words[i - 1] === "minus" ? `-${number}` : number);
    else if (isLettered(words, i)) numbers.push(plain);
    else if (numberIn(words[i - 1] ?? "") !== null && measureNamed(plain) !== undefined)
      stems.push(senseOf(measureNamed(plain) ?? plain));
    else if (
      plain !== "" &&
      (!isStopWord(plain) || isParticle(words, i)) &&
      plain !== "minus" &&
      plain !== "plus"
    )
      stems.push(senseOf(plain));
  });
  return { stems, numbers };
}

/** "The pump is on": at the end of a statement such a word tells how it stands. */
function isParticle(words: readonly string[], i: number): boolean {
  return i === words.length - 1 && i > 0 && /^(?:on|off|in|out|up|down|back|away)$/.test(words[i] ?? "");
}

/** "Gate B": such a letter tells one from the others, as a number does. "Room a" is that only at the end. */
function isLettered(words: readonly string[], i: number): boolean {
  const [before = "", letter = ""] = [words[i - 1], words[i]];
  return LETTERED.has(before) && /^[a-z]$/.test(letter) && (letter !== "a" || i === words.length - 1);
}

function isPast(word: string, names: ReadonlySet<string>): boolean {
  return !names.has(word) && pastFormsIn([word]) > 0;
}

/** Whether a statement begins with what was done, as a note in a diary does: "Fed the parrot". */
function startsWithVerb([first = "", second = ""]: readonly string[], names: ReadonlySet<string>): boolean {
  if (names.has(first) || TENSES.has(first)) return TENSES.has(first) && second !== "";
  return (isPast(first, names) || (isVerbForm(first) && first.endsWith("ing"))) && !isFiniteAfter(second);
}

/** Whether what stands before `word` is a subject rather than a verb. */
function isFiniteAfter(word: string): boolean {
  return TENSES.has(word) || COMMON_VERBS.test(word);
}

/** Whether the sentence tells somebody to do something: it begins with a bare verb, and no other verb follows at once. */
function isInstruction(
  [first = "", second = "", third = ""]: readonly string[],
  names: ReadonlySet<string>,
): boolean {
  if (names.has(first)) return false;
  if (COMMANDS.test(first)) return !isFiniteAfter(second);
  if (second === "" || !isVerbForm(first) || isPast(first, names) || first.endsWith("ing")) return false;
  return ![second, third].some((word) => isFiniteAfter(word) || (isPast(word, names) && !isStopWord(word)));
}

/** Where the verb stands: the first auxiliary, or else a past form, or else what may be a present one. */
function verbIn(words: readonly string[], names: ReadonlySet<string>): number {
  const at = (is: (word: string) => boolean) =>
    words.findIndex((word, i) => i > 0 && !names.has(word) && is(word));
  const found = [
    at((word) => TENSES.has(word)),
    PRONOUNS.has(words[0] ?? "") ? Math.min(1, words.length - 1) : -1,
    at((word) => isPast(word, names)),
    at((word) => COMMON_VERBS.test(word) || isThirdPerson(word)),
  ].find((index) => index > 0);
  if (found !== undefined) return found;
  const content = words.findIndex((word) => !isStopWord(word));
  return Math.min(words.length, content + 1);
}

const BEGINS_A_THING = /^(?:an?|the|my|our|your|his|her|its|their|some|any|this|that|these|those)$/;
/** Verbs whose past is written as their present. */
const INVARIANT = /^(?:beat|burst|cast|cut|hit|hurt|let|put|quit|read|set|shut|split|spread)$/;

function isThirdPerson(word: string): boolean {
  return (
    /[^s]s$/.test(word) && [word.slice(0, -1), word.slice(0, -2), word.replace(/ies$/, "y")].some(isVerbForm)
  );
}

function tenseOf(words: readonly string[], verbAt: number, names: ReadonlySet<string>): Tense {
  const verb = words[verbAt] ?? "";
  const tense = TENSES.get(verb);
  // Who "has a car" has it now, and who "has a son named Leo" him.
  if (tense === "perfect") {
    const next = words.slice(verbAt + 1, verbAt + 4);
    const thingAt = next.findIndex((word) => BEGINS_A_THING.test(word) || numberIn(word) !== null);
    const before = thingAt === -1 ? next : next.slice(0, thingAt);
    return before.some((word) => isParticiple(word, names)) ? tense : "present";
  }
  if (tense !== undefined) return tense;
  if (isPast(verb, names)) return "past";
  return INVARIANT.test(verb) ? "unclear" : "present";
}

/** Whether "has" before `word` may make a perfect of it. */
function isParticiple(word: string, names: ReadonlySet<string>): boolean {
  return (
    word === "been" || word === "become" || word === "come" || isPast(word, names) || INVARIANT.test(word)
  );
}
