/** What a text claims, as far as it can be told from its words: numbers, negations, names, qualifications, whether it asks. */
import { entitiesOf } from "../language/entities";
import { literalsIn } from "../language/literals";
import { namesakesIn } from "../language/namesakes";
import { denialsOf, type Denials } from "../language/negations";
import { nfkc } from "../../../mind/text/unicode";
import { askedFor, isQuestion } from "../language/questions";
import { ASKING, SENTENCE_BREAK } from "../../../mind/text/sentences";
import { withoutSpeaker } from "../language/speaker";
import { isStopWord } from "../../../mind/text/stopWords";
import { termsOf, tokensOf } from "../language/tokens";
import { figuresOf, numberedIn, ordinalsIn, romanIn, type Figure } from "../numbers/figures";
import { moneysIn } from "../numbers/moneys";
import { numberAndUnit } from "../numbers/units";
import { inSameWording } from "./factWordings";
import { qualifiersOf, type Qualifier } from "./qualifiers";
import { inSameAsking } from "./questionWordings";
import { inSameSpelling } from "./sameSpelling";

/** What is compared; building one is linear in the text. */
export interface Claims {
  /** Words and numbers in order, lower case. */
  readonly tokens: readonly string[];
  /** Content terms in order. */
  readonly terms: readonly string[];
  /** Numbers, dates and times, sorted. */
  readonly numbers: readonly string[];
  /** The same with what stands as an ordinal in words, "first". */
  readonly numbersAndOrdinals: readonly string[];
  /** The same with "one", which is a pronoun or a number. */
  readonly numbersAndOnes: readonly string[];
  /** The numbers in order, with the words beside them. */
  readonly figures: readonly Figure[];
  /** Words with the Roman numeral behind each. */
  readonly numbered: readonly string[];
  /** The moneys that it speaks of, each as those that it may be. */
  readonly moneys: readonly (readonly string[])[];
  /** The same with "one". */
  readonly figuresAndOnes: readonly Figure[];
  /** How many words deny something. */
  readonly negations: number;
  readonly denials: Denials;
  /** "May", "must", "almost", "only", and what they are said of. */
  readonly qualifiers: readonly Qualifier[];
  /** The tokens that are written with a capital inside a sentence. */
  readonly names: ReadonlySet<string>;
  /** Letters that stand for things, each once: bulb A, plan B. */
  readonly letters: readonly string[];
  /** Words that a sign makes another one, sorted: C++, C#, A-. */
  readonly signed: readonly string[];
  /** Its emoji, each once, sorted; without their shades and joiners. */
  readonly emoji: readonly string[];
  /** What is taken letter by letter, sorted: addresses, passwords. */
  readonly literals: readonly string[];
  /** Whether it ends by asking. */
  readonly asks: boolean;
  /** What it asks for then: "when", "why". */
  readonly askedFor: readonly string[];
}

/** The claims of late, of so many texts of at most this length: whatever compares many with many asks for each again and again. */
const recent = new Map<string, Claims>();
const MOST_RECENT = 64;
const LONGEST_RECENT = 4096;

/** The claims of `written`. */
export function claimsOf(written: string): Claims {
  const known = recent.get(written);
  if (known !== undefined) return known;
  const claims = claimsIn(written);
  if (written.length <= LONGEST_RECENT) {
    if (recent.size >= MOST_RECENT) recent.clear();
    recent.set(written, claims);
  }
  return claims;
}

function claimsIn(written: string): Claims {
  const text = inSameAsking(inSameWording(inSameSpelling(written)));
  const spelled = inWords(text);
  const tokens = tokensOf(spelled).flatMap(numberAndUnit);
  const figures = figuresOf(tokens);
  const numbers = [...figures.map(({ value }) => value), ...romanIn(text)].sort();
  const denials = denialsOf(spelled);
  const names = namesIn(text);
  const last = lastSentence(text);
  const asks = ASKED.test(text.slice(-LONGEST_END)) || isQuestion(last);
  return {
    tokens,
    terms: termsOf(text),
    numbers,
    numbersAndOrdinals: [...numbers, ...ordinalsIn(tokens)].sort(),
    numbersAndOnes: [...numbers, ...tokens.filter((token) => token === "one").map(() => "1")].sort(),
    figures,
    numbered: numberedIn(text),
    moneys: moneysIn(written),
    figuresAndOnes: tokens.includes("one")
      ? figuresOf(tokens.map((token) => (token === "one" ? "1" : token)))
      : figures,
    negations: denials.count,
    denials,
    qualifiers: qualifiersOf(tokens, names),
    names,
    letters: lettersIn(tokens, names),
    signed: signedIn(written),
    emoji: [...new Set(text.match(EMOJI))].sort(),
    literals: literalsIn(written),
    asks,
    askedFor: asks ? askedFor(tokensOf(inWords(last))) : [],
  };
}

/** What closes a text has fewer characters: in a row of them the pattern below would begin anew at each. */
const LONGEST_END = 200;
const ASKED = new RegExp(`[${ASKING}][!.…${ASKING}\\s]*$`, "u");
/** Flags are pairs of letters; a digit or a sign is no emoji. */
const EMOJI = /\p{RI}\p{RI}|\p{Extended_Pictographic}/gu;
/** Who failed to do a thing did not do it. */
const FAILING = /\bfail(?:s|ed|ing)? to\b/giu;

/**
 * `text` with signs that change what is said as words: "-5" is minus five; "a few" are some, "few" hardly any. "A little" may be
 * some, or small; who is in front of a house is not in it.
 */
function inWords(text: string): string {
  return text
    .replace(FAILING, "not")
    .replace(/(?<![^\s(])[-−](?=\.?\d)/g, "minus ")
    .replace(/\bno\.? (?=\d)/gi, "number ")
    .replace(/\b(?:at )?what time\b/gi, "when")
    .replace(/\bhow come\b/gi, "why")
    .replace(/\b(?:not|quite) a few\b/gi, "many")
    .replace(/\ba (?:few|couple of)\b/gi, "several")
    .replace(/\ba little\b/gi, "some little")
    .replace(/\bin (?=front of\b)/gi, "")
    .replace(/\bon top of\b/gi, "on");
}

function lastSentence(text: string): string {
  return withoutSpeaker(text).trim().split(SENTENCE_BREAK).at(-1) ?? "";
}

/** Single letters, but for those that may be words, and for symbols of units and thousands after a number. */
function lettersIn(tokens: readonly string[], names: ReadonlySet<string>): string[] {
  const isLetter = (token: string, i: number) =>
    (/^[b-hj-z]$/.test(token) && !(/^[gkms]$/.test(token) && /^\d/.test(tokens[i - 1] ?? ""))) ||
    (token === "a" && names.has(token));
  return [...new Set(tokens.filter(isLetter))];
}

/** Words with a sign at their end that belongs to them. */
function signedIn(text: string): string[] {
  const signed =
    nfkc(text).match(
      /(?<![\p{L}\p{N}])[A-F][-−](?![\p{L}\p{N}])|[\p{L}\p{N}]{1,32}(?:\+\+|[+#*](?![\p{L}\p{N}*]))/gu,
    ) ?? [];
  return signed.map((word) => word.toLowerCase()).sort();
}

/** Tokens that name something: with a capital that no sentence's start explains, or found to be a name at its start. */
function namesIn(text: string): Set<string> {
  const inside = nfkc(text).matchAll(/(?<=[\p{L}\p{N},;'’)] )\p{Lu}[\p{L}\p{M}\p{N}-]*/gu);
  const names = new Set(namesakesIn(text));
  for (const [written] of inside) {
    const [name = ""] = tokensOf(written);
    // A capital "A" inside a sentence is no article (plan A).
    if (name === "a" || (name !== "" && !isStopWord(name))) names.add(name);
  }
  for (const name of entitiesOf(text).flatMap(tokensOf)) if (!isStopWord(name)) names.add(name);
  return names;
}
