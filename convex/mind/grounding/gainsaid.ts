/**
 * Whether a sentence says the contrary of what it is drawn from: denies it, or turns round who did what to whom. Where that is
 * not sure it doesn't, for a true sentence that is thrown away is lost.
 */
import { claimsOf, type Claims } from "../statements/claims";
import { contradictionBetween } from "../statements/contradictions";
import { rolesDiffer } from "../duplicates/roles";
import { asks, SENTENCE_BREAK } from "../language/sentenceEnds";
import { statementsOf, type Statement } from "../statements/statements";
import { isPassive } from "../language/voices";
import { isTellingTerm } from "../language/weakWords";

/** What sentences are held against, made ready once. */
export interface Heard {
  readonly sentences: readonly Sentence[];
}

interface Sentence {
  readonly claims: Claims;
  readonly statements: readonly Statement[];
  /** The claims of its parts that surely say that something is so, or isn't. */
  readonly parts: readonly Claims[];
}

/** Of a text are compared so many sentences at its beginning: each is held against each. */
const MOST_SENTENCES = 40;
/** Sentences that are longer tell more than one can be held against another. */
const LONGEST = 400;

/** Where one of these stands, what the sentence says holds on a condition, or for a time. */
const CONDITION = /\b(?:if|unless|until|till|before|after|when|whenever|once|except|otherwise|whether)\b/iu;
/** With one of these a part says something of some only, or in other words than "not", or as what may be. */
const OPEN = new RegExp(
  `\\b(?:${[
    "instead|rather|without|any ?more|longer|yet|again|still|already|now|only|just|merely|always|all|every|everyone|enough|both|very|too",
    "may|might|could|would|should|must|used to|going to|likely|perhaps|maybe|almost|nearly|impossible|untrue|kept from",
    "(?:refus|avoid|declin|reject|prevent|forb|bann?|prohibit|cancel|fail|lack|stop|ceas|quit|forg[eo]t|doubt|false|wrong)\\w*",
    "den(?:y|ies|ied|ying)|thought|(?:rumou?r|hope|wish|want|wonder|think|believ|expect|suppos|pretend)\\w*",
  ].join("|")})\\b`,
  "iu",
);
const PART_BREAK = /[,;:]\s+|\s(?:so|because|and|but|which)\s/iu;
const FUTURE = /^(?:will|won't|shall)$/;

/** The sentences of `text`. */
export function sentencesIn(text: string): string[] {
  return text
    .split(SENTENCE_BREAK)
    .flatMap((part) => part.split(/\n+/u))
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/** `texts`, read for what may be gainsaid in them. */
export function heardIn(texts: readonly string[]): Heard {
  return { sentences: texts.flatMap((text) => sentencesIn(text).slice(0, MOST_SENTENCES).flatMap(read)) };
}

/**
 * Whether `sentence` denies something of `heard`, or turns it round, and nothing heard bears it out: of two who gainsay each
 * other either may be believed.
 */
export function isGainsaid(sentence: string, { sentences }: Heard): boolean {
  const [own] = read(sentence);
  if (own === undefined) return false;
  const against = sentences.filter((other) => gainsays(own, other));
  if (against.length === 0) return false;
  return !sentences.some(
    (other) =>
      !against.includes(other) &&
      (saysAllOf(own.claims, other.claims) || against.some((one) => gainsays(other, one))),
  );
}

function saysAllOf(own: Claims, other: Claims): boolean {
  return own.negations === other.negations && isWithin(new Set(own.terms), new Set(other.terms));
}

function read(sentence: string): Sentence[] {
  if (sentence.length > LONGEST || asks(sentence)) return [];
  const claims = claimsOf(sentence);
  const parts = CONDITION.test(sentence) ? [] : sentence.split(PART_BREAK).filter((part) => !OPEN.test(part));
  return [{ claims, statements: statementsOf(sentence, claims.names), parts: parts.map(claimsOf) }];
}

function gainsays(one: Sentence, other: Sentence): boolean {
  if (one === other) return false;
  const found = contradictionBetween(one.statements, other.statements);
  if (found === "negation" || found === "opposites") return true;
  const denied = one.parts.some((p) => other.parts.some((q) => denies(p, q) || denies(q, p)));
  return denied || turnsRound(one.claims, other.claims);
}

/** Whether `one` denies first of all what `other` says, and one of them tells of nothing else than the other does. */
function denies(one: Claims, other: Claims): boolean {
  if (one.negations !== 1 || other.negations > 0 || isFuture(one) !== isFuture(other)) return false;
  const { heads, affirmed } = one.denials;
  const denied = [...heads].filter((word) => other.denials.affirmed.has(word) && !affirmed.has(word));
  if (denied.length === 0) return false;
  const [p, q] = [new Set(one.terms), new Set(other.terms)];
  const shared = [...p].filter((term) => q.has(term) && !denied.includes(term));
  return shared.some(isTellingTerm) && (isWithin(p, q) || isWithin(q, p));
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((term) => all.has(term));
}

function isFuture({ tokens }: Claims): boolean {
  return tokens.some((token) => FUTURE.test(token));
}

/** Of these it depends on who speaks whom they mean. */
const SPEAKERS = /^(?:i|me|my|mine|we|us|our|ours|you|your|yours)(?:'.+)?$/;
/** What one does with another, the other does as well. */
const MUTUAL =
  /^(?:with|beside|near|next|and|or|between|m[ae]et|meets|met|marr(?:y|ies|ied)|wed|divorced?|kiss(?:es|ed)?|resembles?|equals?|borders?)$/;

/** Whether both tell in the active voice of one deed between two, and each does what the other does there. */
function turnsRound(a: Claims, b: Claims): boolean {
  const isUnclear = ({ tokens, negations }: Claims) =>
    isPassive(tokens) || negations > 0 || tokens.some((token) => SPEAKERS.test(token) || MUTUAL.test(token));
  if (isUnclear(a) || isUnclear(b)) return false;
  const named = [...new Set([...a.names, ...b.names])].filter(
    (name) => a.tokens.includes(name) && b.tokens.includes(name),
  );
  const [p, q] = [new Set(a.terms), new Set(b.terms)];
  const ofTheSame = isWithin(p, q) && isWithin(q, p);
  return (named.length > 1 || ofTheSame) && rolesDiffer(a, b);
}
