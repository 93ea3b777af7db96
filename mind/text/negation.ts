/** Negations: the list of VADER (Hutto and Gilbert 2014, NEGATE). Contractions are recognised by "n't". */

const NEGATIONS = new Set(
  (
    "no not never none nobody nothing neither nor nowhere without cannot hardly scarcely rarely seldom barely despite " +
    "nope uhuh uh-uh aint arent cant couldnt darent didnt doesnt dont hadnt hasnt havent isnt mightnt mustnt neednt oughtnt " +
    "shant shouldnt wasnt werent wont wouldnt"
  ).split(" "),
);

/** Whether `token` (lower case, plain apostrophe) is a negation. */
export function isNegation(token: string): boolean {
  return NEGATIONS.has(token) || token.endsWith("n't");
}
