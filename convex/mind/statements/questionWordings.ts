/**
 * What people ask in one of a few ways: "how can I descale a kettle", "how to descale a kettle". Each in one of them, so that
 * questions are compared by what they ask for. Common knowledge of English, chosen by hand.
 */

/** How somebody is, and not how they do a thing. */
const STATES = "feel|look|sound|seem|know";
const BEGINNING = "(?<=^|[.!?] |\\n)";

const WORDINGS: readonly (readonly [RegExp, string])[] = [
  // Who asks how to do a thing asks how it can, should and might be done.
  [
    new RegExp(
      `\\bhow (?:can|could|should|would|might|shall) (?=(?:I|you|we|one)\\b(?! (?:${STATES})\\b))`,
      "giu",
    ),
    "how do ",
  ],
  [new RegExp(`${BEGINNING}how to(?= [a-z])`, "giu"), "how do I"],
  [/\b(what|when) should (?=(?:I|we|one)\b)/giu, "$1 do "],
  // What one can do at some hour one need not do then, but where one can buy reeds one does.
  [
    /\b(where(?: (?:in|near|on|at|around) [^?.!]{2,30}?)?) (?:can|could|should) (?=(?:I|we|one)\b)/giu,
    "$1 do ",
  ],
  [/\bwhich (?=[a-z]{2,20} (?:is|are|was|were)\b)/giu, "what "],
  // What is asked for by a noun.
  [/\bwhat(?: is|'s) the (?:best|right|ideal|proper) time (?:of (?:the )?year )?to\b/giu, "when do I"],
  [/\bwhat(?: is|'s) the (?:best|right|ideal|proper) place to\b/giu, "where do I"],
  [/\bwhat(?: is|'s) the (?:best|right|ideal|proper) way (?:to|of)\b/giu, "how do I"],
  [/\bwhat(?: is|'s) the reason (?:that|why)\b/giu, "why"],
  [/\bwhat (is|was|are|were) the ages? of\b/giu, "how old $1"],
  [/\bwhat (is|was) the (?:price|cost) of\b/giu, "how much $1"],
  [/\bhow much (?:do|does) (.{2,60}?) cost(?=\?|$)/gimu, "how much is $1"],
  // Where it is told what happened, and where it is asked for as a case.
  [/^what do I do (?:when|if|in case) (.{3,200}?)(?=\?|$)/gimu, "$1, what do I do"],
];

/** `text`, which is in one spelling (mind/statements/sameSpelling), with such questions in one wording. Not meant to be read. Linear. */
export function inSameAsking(text: string): string {
  return WORDINGS.reduce((asked, [wording, standing]) => asked.replace(wording, standing), text);
}
