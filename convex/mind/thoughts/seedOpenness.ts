/** Whether what a seed tells is so, may be so, is meant to be, or is over for good: what a thought may conclude from it. */
import { isOfAThing } from "../importance/weight";
import { withoutFrame } from "../language/frames";
import { namesakesIn } from "../language/namesakes";
import { isNegation } from "../language/negations";
import { isQuestion, reportedQuestion } from "../language/questions";
import { tokensOf } from "../language/tokens";
import { withoutPlainSayings } from "../sentiment/plainlyMeant";
import { isInstruction, isOfCode, isOfProcesses, isRule } from "./standing";

/** `asked`: somebody wants to know. `conditional`: it is so if something else is. `unsettled`: it may or may not be so. `intended`: somebody means to. `denied`: it is not so. `final`: it can't be undone. */
export type Openness = "told" | "asked" | "conditional" | "unsettled" | "intended" | "denied" | "final";

const READ_LENGTH = 600;
const UNSETTLED =
  /\b(?:might|may(?! not)|could(?! not)|perhaps|maybe|possibly|probably|likely|unlikely|allegedly|reportedly|doubts?|doubted|said to|predicts?|predicted|forecasts?|seems?|appears? to|suspects?|suspected|not sure|unclear|whether|rumou?rs?|expects? (?:to|that)|fears? that|afraid|accus(?:es?|ed|ing)|threatens?|pretends?|awaits?|waiting for|pending|(?:is|are|was|were) (?:expected|forecast|rumou?red))\b/u;
const INTENDED =
  /\b(?:plan(?:s|ned)? to|want(?:s|ed)? to|hope[sd]? to|intend(?:s|ed)? to|means? to|promise[sd]?|will|going to|decided to|agreed to|wishes to|scheduled|due(?! to)|by (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december))\b|\b(?:i|we|he|she|they)'ll\b/u;
/** The end of a life; but a phone that died is charged. */
const ENDS_A_LIFE = /^(?:died|dead|death|dies|killed|drowned|buried|extinct)$/u;
const ENDS_ANYTHING =
  /\b(?:passed away|funeral|burned down|burnt down|destroyed|demolished|was put to sleep)\b/u;

/** "Buried in the third menu" is nobody. */
const HIDDEN =
  /\bburied (?:deep )?(?:in|under|beneath) (?:\p{L}+ ){0,3}?(?:menus?|settings?|footnotes?|appendix|paperwork|paper|reports?|pages?|code|texts?|debts?|work|mails?|inbox|data|lists?|files?|folders?|snow|sand)\b/gu;

/** That somebody has thought better of it, or that it has come to nothing: "after all", "called off". */
const DROPPED =
  /\b(?:after all|changed (?:my|our|his|her|their|its) minds?|thought better of|called off|call(?:s|ing)? off|scrapped|shelved|abandoned|no longer|not any ?more|any ?more|never ?mind|instead|fell through|(?:is|are|was|were|been|got) (?:cancell?ed|dropped|off))\b/iu;

/** Whether `text` tells that something that was meant or expected is not so any more. */
export function tellsOfDrop(text: string): boolean {
  return DROPPED.test(text.slice(0, READ_LENGTH));
}

/** How far what `text` tells is settled. */
export function opennessOf(text: string): Openness {
  const read = withoutFrame(text).slice(0, READ_LENGTH);
  if (isQuestion(read) || reportedQuestion(read) !== null) return "asked";
  const plain = read
    // The month is no "may".
    .replace(/\bMay\b/gu, "the month")
    .replace(/’/gu, "'")
    .toLowerCase();
  const isStanding = isOfCode(read) || isInstruction(read);
  if (!isStanding && /\b(?:if|unless)\b|^should .*,/u.test(plain)) return "conditional";
  const isLaidDown = isStanding || isRule(plain);
  if (!isLaidDown && UNSETTLED.test(plain)) return "unsettled";
  // Who almost drowned did not, and "had Ruth paid" says that she has not.
  if (/\b(?:almost|nearly)\b|^(?:had|were) .*,/u.test(plain) || tokensOf(plain).some(isNegation))
    return INTENDED.test(plain) && /\bwon't|\bwill not/u.test(plain) ? "intended" : "denied";
  if (!isOfProcesses(read) && isFinal(plain)) return "final";
  return !isLaidDown && INTENDED.test(withoutTestament(plain)) ? "intended" : "told";
}

function isFinal(plain: string): boolean {
  const meant = withoutPlainSayings(plain).replace(HIDDEN, "hidden");
  const tokens = tokensOf(meant);
  return (
    ENDS_ANYTHING.test(meant) ||
    tokens.some((token, at) => ENDS_A_LIFE.test(token) && !isOfAThing(tokens, at))
  );
}

/** Without the will that somebody leaves behind; where there are two, one of them is a verb. */
function withoutTestament(plain: string): string {
  const isNoun = namesakesIn(plain).has("will") && plain.split(/\bwill\b/u).length === 2;
  return isNoun ? plain.replace(/\bwill\b/u, "testament") : plain;
}
