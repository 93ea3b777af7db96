/**
 * Everyday facts that people put in one of a few ways: "my dog's name is Rex", "my dog is called Rex". Each in one of them, so that
 * texts are compared by what they say. Common knowledge of English, chosen by hand.
 */

const BE = "am|is|are";
/** Whose relation somebody may be: then it may be said from either end. */
const KIN =
  "mother|father|mom|dad|sister|brother|son|daughter|wife|husband|partner|girlfriend|boyfriend|fiancé|fiancée|uncle|aunt|cousin|nephew|niece|" +
  "grandmother|grandfather|grandma|grandpa|boss|manager|landlord|landlady|neighbor|neighbour|doctor|dentist|lawyer|accountant|therapist|" +
  "roommate|flatmate|colleague|mentor|supervisor|teacher|trainer|coach";
const NAME = "\\p{Lu}[\\p{L}\\p{M}'-]{1,30}(?: \\p{Lu}[\\p{L}\\p{M}'-]{1,30})?";
const OWNER = "(?:my|your|his|her|our|their|(?:the )?\\p{L}{2,20}'s)";

const WORDINGS: readonly (readonly [RegExp, string])[] = [
  // Names.
  [/\b((?:my|your|his|her|our|their|the) [a-z]{2,20})'s name (is|was)\b/giu, "$1 $2 called"],
  [/\b(is|are|was|were) named\b/giu, "$1 called"],
  [new RegExp(`\\b(an?|the|${OWNER}) ([a-z]{2,20}) named (?=\\p{Lu})`, "giu"), "$1 $2 called "],
  // Who is whose.
  [
    new RegExp(
      `^(${NAME}) (is|was) (${OWNER}) ((?:[a-z]{3,10} )?(?:${KIN})|favorite [a-z]{2,20}(?: [a-z]{2,20})?)(?=[.!]?$)`,
      "gmu",
    ),
    "$3 $4 $2 $1",
  ],
  // Bodies and tastes.
  [
    new RegExp(`\\b(I|you|we|they) have an? (?:severe |bad )?([a-z]{3,20}) allergy\\b`, "giu"),
    "$1 are allergic to $2",
  ],
  [/\bhas an? (?:severe |bad )?([a-z]{3,20}) allergy\b/giu, "is allergic to $1"],
  [new RegExp(`\\b(${BE}) (?:fond of|keen on|a (?:big |huge |great )?fan of)\\b`, "giu"), "like"],
  [/\bprefers? (.{2,40}?) over\b/giu, "prefer $1 to"],
  // Where and when.
  [/\b(is|are|was|were) (?:located|situated|based) (?=in\b|at\b|on\b|near\b)/giu, "$1 "],
  [/\b(?:takes?|taking) place (?=on\b|at\b|in\b)/giu, "is "],
  [/\b(is|are|was|were) (?:held|scheduled for|scheduled) (?=on\b|at\b|in\b)/giu, "$1 "],
  [/\b(is|are) scheduled for (?=\d|\p{Lu})/giu, "$1 on "],
  [/\bmakes? (?:my|your|his|her|our|their) home in\b/giu, "live in"],
  // Work.
  [/\b(?:am|is|are) employed (?:at|by|with)\b/giu, "work for"],
  [/\bworks? at (?=\p{Lu})/gu, "work for "],
  [/\bworks? as an? ([a-z]{2,20}(?: [a-z]{2,20}){0,2})(?=[.!]?$)/gimu, "is a $1"],
  [/\b(am|is|are) (?:currently|presently|at the moment) (?=[a-z]{3,20}ing\b)/giu, "$1 "],
  // A wedding that has its day or place; who "was married to" somebody may no longer be.
  [/\b(?:got|was|were) married (?=in\b|on\b|at\b)/giu, "married "],
  // What one can, must and has.
  [new RegExp(`\\b(?:${BE}) able to\\b`, "giu"), "can"],
  [new RegExp(`\\b(?:${BE}) (?:unable to|not able to)\\b`, "giu"), "can not"],
  [/\b(?:have|has) got (?=an?\b|the\b|no\b|\d|my\b|his\b|her\b|two\b|three\b)/giu, "have "],
  [/\bwith no (?=[a-z])(?!(?:more|less|fewer|longer|one|doubt)\b)/giu, "without "],
  [/\bin order to\b/giu, "to"],
  [/\b(?:due to|owing to|on account of)\b/giu, "because of"],
  [/\bas well as\b/giu, "and"],
];

/** `text`, which is in one spelling (mind/statements/sameSpelling), with such facts in one wording. Not meant to be read. Linear. */
export function inSameWording(text: string): string {
  return WORDINGS.reduce((said, [wording, standing]) => said.replace(wording, standing), text);
}
