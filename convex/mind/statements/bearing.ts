/** Whether and how much one text bears on another, by what both name and tell of: sharing a common word is no reason to think of it. */
import { dateMentions } from "../language/dateMentions";
import { entitiesOf } from "../language/entities";
import { withoutFrame } from "../language/frames";
import { sensedStem } from "../language/homonyms";
import { foreignFunctionWordsIn } from "../language/otherLanguages";
import { isStopWord } from "../../../mind/text/stopWords";
import { isTitle } from "../language/titles";
import { numberIn, tokensOf } from "../language/tokens";
import { tellingStem } from "../language/weakWords";
import { isOfKind } from "../language/workingThings";
import { claimsOf } from "./claims";
import { statementsOf } from "./statements";

/** What a text is about. */
export interface About {
  /** Words of its names, in lower case, each with the form of address before it ("" for none). */
  readonly names: ReadonlyMap<string, string>;
  /** The same of all words that are written with a capital: what another text tells for a name may be one here. */
  readonly capitals: ReadonlyMap<string, string>;
  /** Stems of the words that tell what it is about, names among them; the verb of a homonym is apart from its noun. */
  readonly words: ReadonlySet<string>;
  /** Months, weekdays and numbers: shared beside something else they are a little reason of their own. */
  readonly figures: ReadonlySet<string>;
  /** The one telling word of its subject, where there is but one: "lift" of "The lift is stuck". */
  readonly subject: string | null;
}

/** What two texts share. */
export interface Shared {
  readonly names: readonly string[];
  readonly words: readonly string[];
  readonly figures: readonly string[];
  /** Whether both are about one and the same thing, though they share no other word. */
  readonly subject: boolean;
}

/** A text is compared by its beginning. */
const READ_LENGTH = 1000;
/** A shared name is worth more than two shared words. */
export const NAME_WORTH = 2.5;
/** What both are about is more than who happens to say so: "The migration is done, Tomasz says." */
const SUBJECT_WORTH = 2;
const FIGURE_WORTH = 0.5;
/** Further names add nothing. */
const MOST_NAMES = 2;

/** Parts of many names. */
const GENERIC = new Set(
  (
    "street road avenue lane square park place market station bridge hill river lake city town north south east west new old great royal " +
    "school college university hospital clinic club council office department company ltd inc gmbh ag group"
  ).split(" "),
);

/** What `text` is about. */
export function aboutOf(text: string): About {
  const read = withoutFrame(text).slice(0, READ_LENGTH).replace(/[’‘]/g, "'");
  const capitals = capitalsIn(read);
  const names = new Map<string, string>();
  const named = new Set<string>();
  for (const entity of entitiesOf(read)) {
    if (dateMentions(entity).length > 0) continue;
    for (const word of wordsIn(entity)) {
      const plain = plainWord(word);
      named.add(plain);
      if (isOwnName(plain)) names.set(plain, capitals.get(plain) ?? "");
    }
  }
  const words = new Set<string>();
  const figures = new Set<string>();
  for (const { month, day, written } of dateMentions(read))
    for (const part of [
      month === null ? written.toLowerCase() : `month ${month}`,
      ...(day === null ? [] : [`${day}`]),
    ])
      figures.add(part);
  const isForeign = foreignFunctionWordsIn(read);
  const tokens = tokensOf(read);
  for (const [i, token] of tokens.entries()) {
    const number = numberIn(token);
    if (number !== null && /\d/.test(token)) figures.add(number);
    const word = plainWord(token);
    const stem = isForeign(word) ? null : tellingStem(word);
    if (stem !== null) words.add(sensedStem(stem, word, tokens[i - 1], tokens[i + 1]));
  }
  let subject: string | null = null;
  return {
    names,
    capitals,
    words,
    figures,
    // Only texts that share a single word are asked.
    get subject() {
      return (subject ??= soleSubject(read, named) ?? soleWord(words, names));
    },
  };
}

/** What `a` and `b` share. Symmetric. */
export function sharedBy(a: About, b: About): Shared {
  const written = [...new Set([...a.names.keys(), ...b.names.keys()])].filter(
    (name) => a.capitals.has(name) && b.capitals.has(name),
  );
  const names = written.filter((name) => {
    const [p, q] = [a.capitals.get(name), b.capitals.get(name)];
    // Doctor Okafor is not Mrs Okafor, as far as anybody has said.
    return p === "" || q === "" || p === q;
  });
  const named = new Set(written.map((name) => tellingStem(name)));
  const words = [...a.words].filter((word) => b.words.has(word) && !named.has(word));
  const figures = [...a.figures].filter((figure) => b.figures.has(figure));
  const subject =
    words.length === 1 && names.length === 0 && words[0] === a.subject && words[0] === b.subject;
  return { names, words, figures, subject };
}

/** Whether what is shared is a reason to think of the one for the other: a name, two telling words, or the very subject. */
export function bears({ names, words, subject }: Shared): boolean {
  return names.length > 0 || words.length >= 2 || subject;
}

/** How much that tells, for choosing among what bears; a shared name outweighs two words. */
export function weightOfShared({ names, words, figures, subject }: Shared): number {
  return (
    NAME_WORTH * Math.min(MOST_NAMES, names.length) +
    words.length +
    (subject ? SUBJECT_WORTH : 0) +
    (figures.length > 0 ? FIGURE_WORTH : 0)
  );
}

/** Whether a word of a name names somebody or something by itself. */
function isOwnName(word: string): boolean {
  return (
    [...word].length > 1 &&
    /\p{L}/u.test(word) &&
    !GENERIC.has(word) &&
    !isStopWord(word) &&
    !isTitle(word, "X") &&
    // "Customers" begins a sentence with a capital, and is nobody's name.
    !isOfKind(word, "CUSTOMER") &&
    !isOfKind(word, "PEOPLE")
  );
}

function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}@#][\p{L}\p{M}\p{N}_.'-]*/gu) ?? [];
}

function plainWord(word: string): string {
  return word
    .toLowerCase()
    .replace(/[.'-]+$/u, "")
    .replace(/'(?:s|d|re|m|ll|ve)$/u, "");
}

/** The words that are written with a capital, and what somebody of that name is addressed with. */
function capitalsIn(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const words = wordsIn(text);
  words.forEach((word, i) => {
    if (!/^[@#]?\p{Lu}/u.test(word) && !/^[@#]/u.test(word)) return;
    const before = (words[i - 1] ?? "").replace(/\.$/, "");
    found.set(plainWord(word), isTitle(before, word) ? before.toLowerCase() : "");
  });
  return found;
}

/** The one telling word of a text that has no other and no name: "We have 512 signatures now!" */
function soleWord(words: ReadonlySet<string>, names: ReadonlyMap<string, string>): string | null {
  const [word = null] = words;
  return words.size === 1 && names.size === 0 ? word : null;
}

/** The telling word of the text's subject where that is one thing, no name, and nobody of whom there are many. */
function soleSubject(text: string, named: ReadonlySet<string>): string | null {
  const [statement] = statementsOf(text, claimsOf(text).names);
  const words = (statement?.words ?? []).map(plainWord);
  const telling = words.slice(0, statement?.verbAt ?? 0).flatMap((word, i) => {
    const stem = named.has(word) ? null : tellingStem(word);
    return stem === null ? [] : [{ word, stem: sensedStem(stem, word, words[i - 1], words[i + 1]) }];
  });
  const [only, second] = telling;
  if (only === undefined || second !== undefined) return null;
  return isOfKind(only.word, "PEOPLE") || isOfKind(only.word, "CUSTOMER") ? null : only.stem;
}
