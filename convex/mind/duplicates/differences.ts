/** What one text says and another does not, of the kinds that no similarity of words can see: numbers, negation, opposites, names, roles. */
import { areEqual } from "../../../mind/lists/equalLists";
import { replacementsOf } from "../language/alignment";
import { ownOtherNumber } from "../language/inflections";
import { denyOther } from "../language/negations";
import { areOtherCircumstances } from "../language/questions";
import { senseOf } from "../language/senses";
import { isStopWord } from "../../../mind/text/stopWords";
import { addressOther } from "../language/titles";
import { inPlainLetters } from "../language/tokens";
import { voicesDiffer } from "../language/voices";
import { figuresChangePlaces, numberedOtherwise } from "../numbers/figures";
import { moneysDiffer } from "../numbers/moneys";
import type { Claims } from "../statements/claims";
import { areOpposite } from "../statements/opposites";
import { qualifyOther } from "../statements/qualifiers";
import { countOtherPart, onlyOfOther } from "./focus";
import { describeOther } from "./modifiers";
import { deniesMeasure, deprivesOther } from "./narrowings";
import { particlesDiffer } from "./particles";
import { areOtherPlaces } from "./places";
import { possessOtherwise } from "./possessions";
import { limitsOtherwise, onlyOneAgain, recurOtherwise } from "./recurrences";
import { rolesDiffer } from "./roles";
import { tensesDiffer } from "./tenses";
import { meanOtherOnes } from "./whichOnes";

/** A kind of difference by which two texts of like wording say different things. */
export type Difference =
  | "numbers"
  | "negation"
  | "opposites"
  | "names"
  | "order"
  | "qualifiers"
  | "tense"
  | "plural"
  | "voice"
  | "emoji"
  | "literals"
  | "question"
  | "recurrence"
  | "which"
  | "particles";

/**
 * The differences between a text that is known and a later one that was found alike. Numbers that only the known one has
 * are no difference, for nothing would be lost with the later text. All else is the same both ways, unless words repeat so that
 * the texts can be laid side by side in more than one way.
 */
export function differencesOf(known: Claims, later: Claims): Difference[] {
  const found: Difference[] = [];
  if (numbersDiffer(known, later) || countOtherPart(known.tokens, later.tokens)) found.push("numbers");
  const othersDenied = denyOther(known.denials, later.denials) || deniesMeasure(known.tokens, later.tokens);
  if (known.negations !== later.negations || othersDenied) found.push("negation");
  // "Non-binding" and "nonbinding" are one word.
  const swaps = replacementsOf(known.tokens, later.tokens).filter(([p, q]) => p.join("") !== q.join(""));
  const unlike = (p: readonly string[], q: readonly string[]) =>
    p.some((x) => q.some((y) => areOpposite(senseOf(x), senseOf(y)) || areOtherPlaces(x, y)));
  if (swaps.some(([p, q]) => unlike(p, q)) || moneysDiffer(known.moneys, later.moneys))
    found.push("opposites");
  const othersNamed = swaps.some(([p, q]) => namesOther(p, known, later) && namesOther(q, later, known));
  const othersAddressed = swaps.some(([p, q]) => addressOther(p, q));
  const othersLettered = letteredOther(known, later) && letteredOther(later, known);
  const othersOwn = possessOtherwise(known.tokens, later.tokens);
  if (othersNamed || othersAddressed || othersLettered || othersOwn || !areEqual(known.signed, later.signed))
    found.push("names");
  if (rolesDiffer(known, later) || describeOther(known.tokens, later.tokens)) found.push("order");
  const othersMeant = [onlyOfOther, deprivesOther].some((differ) => differ(known.tokens, later.tokens));
  if (qualifyOther(known, later) || othersMeant) found.push("qualifiers");
  if (tensesDiffer(known.tokens, later.tokens)) found.push("tense");
  const { tokens } = known;
  if ([recurOtherwise, onlyOneAgain, limitsOtherwise].some((differ) => differ(tokens, later.tokens)))
    found.push("recurrence");
  if (ownOtherNumber(known.tokens, later.tokens)) found.push("plural");
  if (voicesDiffer(swaps)) found.push("voice");
  if (meanOtherOnes(known.tokens, later.tokens)) found.push("which");
  // Which of them mean the same nobody can say; one that stands alone in its text only colours it.
  if (known.emoji.length > 0 && later.emoji.length > 0 && !areEqual(known.emoji, later.emoji))
    found.push("emoji");
  if (casedOtherwise(known.literals, later.literals)) found.push("literals");
  const othersAsked = swaps.some(([p, q]) => p.some((x) => q.some((y) => areOtherCircumstances(x, y))));
  if (known.asks !== later.asks || !areEqual(known.askedFor, later.askedFor) || othersAsked)
    found.push("question");
  // Many of what is told above are small words, too.
  if (found.length === 0 && particlesDiffer(known.tokens, later.tokens)) found.push("particles");
  return found;
}

function numbersDiffer(known: Claims, later: Claims): boolean {
  if (numberedOtherwise(known.numbered, later.numbered)) return true;
  if (later.numbers.length === 0) return false;
  const same =
    areEqual(known.numbers, later.numbers) ||
    areEqual(known.numbersAndOrdinals, later.numbersAndOrdinals) ||
    areEqual(known.numbersAndOnes, later.numbersAndOnes);
  if (!same || figuresChangePlaces(known.figures, later.figures)) return true;
  return figuresChangePlaces(known.figuresAndOnes, later.figuresAndOnes);
}

/** Whether a letter stands for a thing of which the other text has none: bulb B. A small "a" may be one. */
function letteredOther(own: Claims, other: Claims): boolean {
  return own.letters.some((letter) => !other.tokens.includes(letter));
}

/** Whether something is written with other capitals where they count. Symmetric. */
function casedOtherwise(a: readonly string[], b: readonly string[]): boolean {
  const [own, other] = [new Set(a), new Set(b)];
  const unlike = (mine: ReadonlySet<string>, theirs: ReadonlySet<string>) => {
    const lowered = new Set([...theirs].map((literal) => literal.toLowerCase()));
    return [...mine].some((literal) => !theirs.has(literal) && lowered.has(literal.toLowerCase()));
  };
  return unlike(own, other) || unlike(other, own);
}

/** Whether a run of words is a name, "Berlin" or "New York", of which the other text has no word. */
function namesOther(run: readonly string[], own: Claims, other: Claims): boolean {
  const words = run.filter((word) => own.names.has(word) || !isStopWord(word));
  return (
    words.length > 0 &&
    words.every((word) => own.names.has(word) && !other.tokens.some((known) => areForms(word, known)))
  );
}

/** Whether two words may be forms of one name: "Rob" and "Robert", "Iran" and "Iranian", "Zoë" and "Zoe". */
function areForms(one: string, other: string): boolean {
  const [a, b] = [inPlainLetters(one), inPlainLetters(other)];
  return a === b || (Math.min(a.length, b.length) > 1 && (a.startsWith(b) || b.startsWith(a)));
}
