/** Which of two memories takes back what the other says: by a denial of the same, or by preferring the other way round. */
import { denialsOf } from "../language/negations";
import { SENTENCE_BREAK } from "../../../mind/text/sentences";
import { termsOf, tokensOf } from "../language/tokens";

/** A memory says what it says in its beginning. */
const READ_LENGTH = 400;
const MOST_SENTENCES = 4;
/** Terms that two sentences share at least, and the share of the shorter's terms that the longer holds. */
const LEAST_SHARED = 2;
const MOST_OF_IT = 0.75;
/** "No longer my supervisor" is no longer than "my supervisor". */
const EMPTY = new Set(["longer", "anymore", "now", "still", "yet", "actual"]);
const SPEAKERS = new Set("i we you he she it they".split(" "));
const PREFERS = /\b(?:prefer\w*|rather|more|better|less)\b.*\b(?:to|than|over)\b/iu;

interface Said {
  readonly terms: readonly string[];
  /** The pronoun or the first word of content that the sentence begins with. */
  readonly subject: string;
  readonly isSpeaker: boolean;
  readonly negations: number;
  readonly denied: ReadonlySet<string>;
  readonly prefers: boolean;
}

/** What is compared of a text; telling it once serves for all comparisons. */
export type Statement = readonly Said[];

export function saidIn(text: string): Statement {
  return text
    .slice(0, READ_LENGTH)
    .split(SENTENCE_BREAK)
    .slice(0, MOST_SENTENCES)
    .map((sentence) => {
      const terms = termsOf(sentence).filter((term) => !EMPTY.has(term));
      const [first = ""] = tokensOf(sentence);
      const plain = first.replace(/'.*$/u, "");
      const isSpeaker = SPEAKERS.has(plain);
      const { count, denied } = denialsOf(sentence);
      return {
        terms,
        subject: isSpeaker ? plain : (terms[0] ?? ""),
        isSpeaker,
        negations: count,
        denied,
        prefers: PREFERS.test(sentence),
      };
    });
}

/**
 * Whether one takes back what the other says, as far as their words show. Symmetric; cautious: who it is said of and most
 * of what is said must be the same.
 */
export function takeBack(a: Statement, b: Statement): boolean {
  return a.some((one) => b.some((other) => isDenial(one, other) || isReversal(one, other)));
}

function isDenial(one: Said, other: Said): boolean {
  if (one.negations % 2 === other.negations % 2) return false;
  const [shorter, longer] = one.terms.length <= other.terms.length ? [one, other] : [other, one];
  const held = new Set(longer.terms);
  const terms = new Set(shorter.terms);
  const shared = [...terms].filter((term) => held.has(term));
  if (shared.length < LEAST_SHARED || shared.length < MOST_OF_IT * terms.size) return false;
  if (shorter.isSpeaker ? longer.subject !== shorter.subject : !held.has(shorter.subject)) return false;
  const [denying, plain] = one.negations % 2 === 1 ? [one, other] : [other, one];
  // Beside its subject what is said must be what is denied.
  return shared.some((term) => term !== plain.subject && denying.denied.has(term));
}

/** "I prefer tea to coffee", "I prefer coffee to tea". */
function isReversal(one: Said, other: Said): boolean {
  if (!one.prefers || !other.prefers || one.negations + other.negations > 0) return false;
  return (
    one.subject === other.subject &&
    one.terms.join() !== other.terms.join() &&
    [...one.terms].sort().join() === [...other.terms].sort().join()
  );
}
