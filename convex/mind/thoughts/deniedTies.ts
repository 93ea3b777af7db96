/** Sentences that name two things and say that the one has nothing to do with the other. */

/** What brings one thing about, or joins it to another, as a verb or after one. */
const TIE =
  "(?:caus(?:e|es|ed|ing)|com(?:e|es|ing) (?:down )?from|came from|(?:result|stem|spring)(?:s|ed|ing)? from|due to|down to|because of|" +
  "owing to|(?:lead|leads|led) to|trigger(?:s|ed)?|to do with|affect(?:s|ed)?|touch(?:es|ed)?|concern(?:s|ed)?|depend(?:s|ed|ing)? on|" +
  "related to|connected (?:to|with)|linked (?:to|with)|tied to|involv(?:e|es|ed)|the (?:cause|reason|culprit|source)|to blame|at fault|" +
  "responsible|guilty|behind)";
const NEGATION =
  "(?:\\bnot|\\bnever|\\bneither|\\bnothing|\\bhardly|\\bcannot|\\p{L}n['’]?t|\\bno (?:connection|link|tie|relation|cause|reason|evidence))";
/** Words between a negation and the tie that it denies: "was not, as we now know, caused by". */
const WITHIN = "(?:[^\\s.!?;:]+\\s+){0,5}?";
const DENIED = new RegExp(`${NEGATION}\\b\\s+${WITHIN}${TIE}\\b`, "iu");
const APART =
  /\b(?:unrelated to|unconnected (?:to|with)|independent(?:ly)? of|rul(?:es?|ed|ing) out|no (?:connection|link|tie|relation)s?\b)/iu;
/** What is not the only cause is one. */
const PARTLY = /\bnot (?:only|just|merely|solely|entirely|always)\b/iu;

/** Whether `sentence` denies that what it names hangs together. Linear in its length. */
export function deniesTie(sentence: string): boolean {
  return !PARTLY.test(sentence) && (DENIED.test(sentence) || APART.test(sentence));
}
