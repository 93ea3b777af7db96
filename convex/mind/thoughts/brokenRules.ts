/** What a rule forbids, and whether a text tells that it was done: "the lease forbids raising the rent", "the rent was raised". */
import { isNegation } from "../language/negations";
import { SENTENCE_BREAK } from "../../../mind/text/sentences";
import { termsOf, tokensOf } from "../language/tokens";
import { isDate } from "../time/calendarWords";
import { opennessOf } from "./seedOpenness";

const WITHIN = "([^.!?;,\\n]{3,120})";
/** What is forbidden, by the words around it. */
const FORBIDDEN: readonly RegExp[] = [
  new RegExp(
    `\\b(?:forbids?|bans?|prohibits?|(?:does|do) not allow|doesn't allow|don't allow) ${WITHIN}`,
    "iu",
  ),
  new RegExp(
    `^${WITHIN} (?:is|are) (?:strictly )?(?:forbidden|banned|prohibited|against the rules)\\b`,
    "iu",
  ),
  new RegExp(`\\b(?:is|are) (?:not allowed|not permitted|forbidden) to ${WITHIN}`, "iu"),
  new RegExp(`\\b(?:must not|mustn't|may not) ${WITHIN}`, "iu"),
];
/** "Dogs are not allowed in the park": who, and where. */
const KEPT_OUT =
  /^([^.!?;,\n]{3,60}) (?:is|are) (?:not allowed|not permitted|banned|forbidden) ((?:in|on|at|from|inside|near) [^.!?;,\n]{3,60})/iu;
const NO_ING = /^no (\p{L}+ing\b[^.!?;,\n]{3,80})/iu;
/** What is allowed after all to some, or with leave, is nothing that a deed surely breaks. */
const EXCEPTION = /\b(?:unless|except|without|but|if|only|than|who|which)\b/iu;
/** What is done with leave breaks no rule. */
const LEAVE = /\b(?:permission|permit|allowed|exempt\w*|leave|licen[cs]e|legally)\b/iu;
/** Whom it is forbidden to, before what. */
const WHOM = /^.*?\b(?:from (?=\p{L}+ing\b)|to (?=\p{L}))/u;
/** How long it is; what is done now is done in that time. */
const TERM = /\b(?:before|until|till)\b.*$/iu;

/** A rule, by the terms of what it forbids; `verb` is that of a deed, null where somebody is kept out of a place. */
export interface Rule {
  readonly text: string;
  readonly forbidden: readonly string[];
  readonly verb: string | null;
}

/** What `text` forbids; null where it forbids nothing, or allows exceptions. */
export function ruleIn(text: string): Rule | null {
  for (const sentence of text.split(SENTENCE_BREAK)) {
    const line = sentence.trim().replace(/’/gu, "'");
    if (EXCEPTION.test(line)) continue;
    const [, who, where] = KEPT_OUT.exec(line) ?? [];
    const said =
      FORBIDDEN.map((pattern) => pattern.exec(line)?.[1]).find((found) => found !== undefined) ??
      NO_ING.exec(line)?.[1] ??
      "";
    const isPlace = who !== undefined && where !== undefined;
    const what = isPlace ? `${who} ${where}` : said.replace(TERM, "").replace(WHOM, "");
    const forbidden = [...new Set(termsOf(what))];
    // A single word is in many a text that breaks nothing.
    if (forbidden.length > 1) return { text: line, forbidden, verb: isPlace ? null : (forbidden[0] ?? null) };
  }
  return null;
}

/** Whether a sentence of `text` tells as a fact that what `rule` forbids was done, and of nobody and nowhere that it is not for. */
export function tellsOfDeed(text: string, rule: Rule): boolean {
  return text.split(SENTENCE_BREAK).some((sentence) => {
    const held = new Set(termsOf(sentence));
    const tokens = tokensOf(sentence);
    return (
      rule.forbidden.every((term) => held.has(term)) &&
      (rule.verb === null
        ? IN_PLACE.test(sentence)
        : tokens.some((_, at) => isDone(tokens, at, rule.verb))) &&
      opennessOf(sentence) === "told" &&
      !LEAVE.test(sentence) &&
      !tokens.some(isNegation) &&
      elsewhereIn(sentence).every((name) => rule.text.includes(name)) &&
      ruleIn(sentence) === null
    );
  });
}

const IN_PLACE = /\b(?:in|on|at|into|inside|through|across|near) (?:the|a|an|my|our|his|her|their|this) /iu;

/** Whether the word at `at` is `verb`, told as done: "raised", "is raising"; not "to raise", nor "raising" alone. */
function isDone(tokens: readonly string[], at: number, verb: string | null): boolean {
  const [before = "", token = ""] = [tokens[at - 1], tokens[at]];
  if (at === 0 || termsOf(token)[0] !== verb) return false;
  if (/^(?:to|would|could|should|might|may|must|can|the|a|an)$/u.test(before)) return false;
  return !token.endsWith("ing") || /^(?:am|is|are|was|were|been|kept|keeps)$/u.test(before);
}

/** Whose it was, and where: "Ruth's", "in Turin". */
function elsewhereIn(sentence: string): string[] {
  const owners = [...sentence.matchAll(/(\p{L}+)['’]s\b/gu)].map(([, owner = ""]) => owner);
  const places = [...sentence.matchAll(/\b(?:in|at|of|near) (\p{Lu}\p{L}+)/gu)].map(
    ([, place = ""]) => place,
  );
  return [...owners, ...places.filter((place) => !isDate(place.toLowerCase()))];
}
