/**
 * Whether a sentence says the contrary of what it is drawn from: denies it, or turns round who did what to whom. Where that is
 * not sure it doesn't, for a true sentence that is thrown away is lost.
 */
import { differenceBetween } from "../../../mind/duplicates/differences";
import { parsedText } from "../../../mind/text/parsedText";
import { reportsSpeech } from "../language/reporting";
import { asks, sentencesIn } from "../../../mind/text/sentences";
import { termsOf, tokensOf } from "../language/tokens";
import { isPassive } from "../language/voices";
import { isTellingTerm } from "../language/weakWords";
import { claimsOf, type Claims } from "../statements/claims";
import { contradictionBetween, disagreementBetween } from "../statements/contradictions";
import type { Contradiction } from "../statements/statementPairs";
import { statementsOf, type Statement } from "../statements/statements";

/** What sentences are held against, each read when something is said of what it is about. */
export interface Heard {
  readonly sentences: readonly HeardSentence[];
}

interface HeardSentence {
  readonly terms: ReadonlySet<string>;
  readonly read: () => Sentence | null;
}

interface Sentence {
  readonly claims: Claims;
  readonly statements: readonly Statement[];
  readonly parts: readonly Part[];
  /** Whether it tells what somebody says. */
  readonly reports: boolean;
}

/** A part that surely says that something is so, or isn't. */
interface Part {
  readonly claims: Claims;
  readonly statements: readonly Statement[];
}

/** Of a text are compared so many sentences at its beginning, and so many of all texts together: each is held against each. */
const MOST_SENTENCES = 40;
const MOST_OF_ALL = 200;
/** Sentences that are longer tell more than one can be held against another. */
const LONGEST = 400;

/** Where one of these stands, nothing of the sentence is surely so; "had Ruth paid" says that she has not. */
const CONDITION =
  /\b(?:if|unless|until|till|when|whenever|once|except|otherwise|whether|either)\b|^(?:had|were|should)\b.*,/iu;
/** Where one of these stands, what the part says holds for a time. */
const TIMED = /\b(?:before|after)\b/iu;
/** With one of these a part says something of some only, or in other words than "not", or as what may be. */
const OPEN = new RegExp(
  `\\b(?:${[
    "instead|rather|without|any ?more|longer|yet|again|still|already|now|only|just|merely|always|all|every|everyone|enough|both|very|too",
    "may|might|could|would|should|must|used to|going to|likely|perhaps|maybe|almost|nearly|impossible|untrue|kept from",
    "(?:refus|avoid|declin|reject|prevent|forb|bann?|prohibit|cancel|fail|lack|stop|ceas|quit|forg[eo]t|doubt|false|wrong)\\w*",
    "den(?:y|ies|ied|ying)|thought|(?:rumou?r|hope|wish|want|wonder|think|believ|expect|suppos|pretend|seem|appear|suggest|hint)\\w*|look(?:s|ed)",
  ].join("|")})\\b`,
  "iu",
);
const PART_BREAK = /[,;:]\s+|\s(?:so|because|since|though|although|while|yet|and|but|which)\s/iu;
/** What a part begins with where it is joined to another, or where whoever speaks says that it is what they make of it. */
const OPENING =
  /^(?:(?:so|because|since|though|although|while|yet|and|but|still|then)\s+)?(?:(?:i (?:think|believe|conclude|gather|see|find|am sure)|it is (?:clear|plain|certain|striking)|what strikes me is|(?:this|that|it) (?:shows|means|proves)),?\s+(?:that\s+)?)?/iu;
const FUTURE = /^(?:will|won't|shall)$/;

/** `texts`, as what may be gainsaid: as many sentences of each. */
export function heardIn(texts: readonly string[]): Heard {
  const most = Math.max(1, Math.min(MOST_SENTENCES, Math.floor(MOST_OF_ALL / texts.length)));
  return { sentences: texts.flatMap((text) => sentencesIn(text).slice(0, most).map(heard)) };
}

function heard(sentence: string): HeardSentence {
  let known: Sentence | null | undefined;
  return { terms: new Set(termsOf(sentence)), read: () => (known ??= read(sentence)) };
}

/**
 * Whether `sentence` denies something of `heard`, or turns it round, and nothing heard bears it out: of two who gainsay each
 * other either may be believed.
 */
export function isGainsaid(sentence: string, { sentences }: Heard): boolean {
  const own = read(sentence);
  if (own === null) return false;
  const terms = termsOf(sentence).filter(isTellingTerm);
  const others = sentences
    .filter((other) => terms.some((term) => other.terms.has(term)))
    .flatMap((other) => other.read() ?? []);
  // What somebody says against a thing may well have been said.
  const against = others.filter((other) => (other.reports || !own.reports) && gainsays(own, other));
  if (against.length === 0) return false;
  return !others.some(
    (other) =>
      !against.includes(other) &&
      (saysAllOf(own.claims, other.claims) || against.some((one) => gainsays(other, one))),
  );
}

/** The sentences of `text`, as a model wrote it, that say the contrary of what was heard; what is quoted is somebody else's. */
export function gainsaidIn(text: string, heard: Heard): string[] {
  return sentencesIn(text).filter((sentence) => !/[“”"«»„]/u.test(sentence) && isGainsaid(sentence, heard));
}

function saysAllOf(own: Claims, other: Claims): boolean {
  return own.negations === other.negations && isWithin(new Set(own.terms), new Set(other.terms));
}

function read(sentence: string): Sentence | null {
  if (sentence.length > LONGEST || asks(sentence)) return null;
  const isConditional = CONDITION.test(sentence);
  const parts = isConditional ? [] : partsOf(sentence).map(partOf);
  const claims = claimsOf(sentence);
  const statements = isConditional && INVERTED.test(sentence) ? [] : statementsOf(sentence, claims.names);
  return { claims, statements, parts, reports: reportsSpeech(tokensOf(sentence.replace(OPENING, ""))) };
}

const INVERTED = /^(?:had|were|should)\b/iu;
/** The month is no "may". */
const MONTH = /\bMay\b/gu;
/** What is so for a reason, or in spite of one, is so; what isn't may be so but for it. */
const GROUND =
  /\s(?:in spite of|despite|because of|due to|owing to|thanks to|for (?:its|his|her|their)|after)\s/iu;

function partsOf(sentence: string): string[] {
  return sentence
    .split(PART_BREAK)
    .map((part) => part.replace(OPENING, ""))
    .map((part) => (DENYING.test(part) ? part : (part.split(GROUND)[0] ?? part)))
    .filter((part) => part !== "" && !OPEN.test(part.replace(MONTH, "")) && !TIMED.test(part));
}

const DENYING = /\b(?:not|no|never|nobody|none|nothing|hardly|barely|scarcely|cannot)\b|n['’]t\b/iu;

function partOf(part: string): Part {
  const claims = claimsOf(part);
  return { claims, statements: statementsOf(part, claims.names) };
}

function gainsays(one: Sentence, other: Sentence): boolean {
  if (one === other) return false;
  if (isDenial(contradictionBetween(one.statements, other.statements))) return true;
  if (turnsRound(one.claims, other.claims)) return true;
  return one.parts.some((p) =>
    other.parts.some(
      (q) =>
        denies(p.claims, q.claims) ||
        denies(q.claims, p.claims) ||
        isDenial(disagreementBetween(p.statements, q.statements)?.kind ?? null) ||
        turnsRound(p.claims, q.claims),
    ),
  );
}

function isDenial(kind: Contradiction | null): boolean {
  return kind === "negation" || kind === "opposites";
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
  const [one, other] = [parsedText(a.tokens.join(" ")), parsedText(b.tokens.join(" "))];
  return (named.length > 1 || ofTheSame) && differenceBetween(one, other) === "order";
}
