/** What somebody is told to have said, without who said it: "Tom says the lift works", "the lift works, says Tom". */

const DETERMINER = "the|a|an|my|our|your|his|her|its|their|this|that|these|those|one";
/** Who says it: a name, "the night nurse", "Otto's doctor"; nobody and some are no witnesses. */
const NO_WITNESS = "nobody|nothing|none|no|some|any|few|who|if|what|which|how|when|where|why";
const WHO = `(?!(?:${NO_WITNESS}|${capitals(NO_WITNESS)})\\b)[\\p{L}'’-]+(?: [\\p{L}'’-]+){0,2}?`;
const SAYS =
  "(?:says|say|said|claims?|claimed|reports|reported|insists?|insisted|writes|wrote|states|stated|swears?|swore|maintains?|maintained|adds|added)";
const TELLS = `(?:tells|told|assures|assured) ${WHO}`;
/** What a clause begins with; elsewhere these verbs have a noun behind them, "she reports losses". */
const CLAUSE = `(?:that |(?=(?:${DETERMINER}|it|he|she|they|we|i|you|there|no|nobody|nothing|in|on|at|\\p{Lu}[\\p{L}'’]*)\\b))`;
const SAYING: readonly RegExp[] = [
  new RegExp(`^according to ${WHO}(?:, | (?=(?:${DETERMINER}|it|he|she|they|we|there|no)\\b))`, "iu"),
  new RegExp(`^${WHO} ${SAYS} ${CLAUSE}(?=\\S+ \\S)`, "u"),
  new RegExp(`^${WHO} ${TELLS} that (?=\\S+ \\S)`, "u"),
  new RegExp(`(?:, ${SAYS}|,? according to) ${WHO}(?=[.!]?$)`, "u"),
  new RegExp(`, ${WHO} (?:${SAYS}|${TELLS})(?=[.!]?$)`, "u"),
];

function capitals(words: string): string {
  return words.replace(/(?<=^|\|)\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** `sentence` without whoever says it; null where it tells of nobody who does. */
export function withoutReporter(sentence: string): string | null {
  const line = sentence.trim();
  if (line.length > LONGEST) return null;
  for (const saying of SAYING) {
    const rest = line.replace(saying, "");
    if (rest !== line && rest.includes(" ")) return rest;
  }
  return null;
}

/** A sentence that is longer tells more than what somebody said. */
const LONGEST = 300;
