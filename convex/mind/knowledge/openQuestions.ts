/**
 * Questions after a thing as a whole: "What is going on with staging?", "Any news of the lift?"; and those to be answered with yes or
 * no, whatever of one thing: "Can we hire somebody?" Whatever is told of the thing bears on them.
 */
import { withPlainApostrophes } from "../language/apostrophes";

const IS = "(?:'s| is| was)";
const OF = "(?:with|of|on|about|from|regarding|concerning)";
const STATE = "status|state|situation|latest|news|story|matter|update|trouble|problem|progress";
const OPENINGS = [
  `what${IS} (?:going on|happening|up|new|wrong|the (?:${STATE})) ${OF}`,
  `what(?:'s| has)? happened (?:to|${OF})`,
  `what(?: do| did|'ve| have)? (?:you|we|i|they) (?:know|hear|heard|have|remember|learn|learned|say|said|told you) (?:about|of|on)`,
  `what about`,
  `how about`,
  `how(?:'s| is| are| was| were) (?:it|things|everything) going with`,
  `(?:is there |have you |do you have )?any(?:thing)?(?: (?:new|news|updates?|progress|word|trouble|idea))* ${OF}`,
  `(?:please )?tell me (?:more |everything |something |what you know |all )?(?:about|of)`,
];
const YES_OR_NO =
  /^(?:and |but |so |then |ok,? |hi,? |hello,? |hey,? )*(?:can|could|may|should|shall|will|would|do|does|did|is|are|was|were|has|have|had)(?:n't)? (?<thing>.*\?)\s*$/iu;
const OPENED = new RegExp(`(?<![\\p{L}\\p{N}'])(?:${OPENINGS.join("|")}) (?<thing>\\S.*)$`, "iu");

/** What such a question asks after, in its own words; null where it asks anything more of it than what there is to tell. */
export function thingAskedAfter(question: string): string | null {
  const plain = withPlainApostrophes(question.trim());
  return (OPENED.exec(plain) ?? YES_OR_NO.exec(plain))?.groups?.["thing"] ?? null;
}
