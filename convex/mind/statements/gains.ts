/** What somebody has after getting it, and no more after losing it: who adopted a dog has one, and who sold the car has none. */
import { withPlainApostrophes } from "../language/apostrophes";
import { SENTENCE_BREAK } from "../../../mind/text/sentences";
import { statementsOf, type Statement } from "./statements";

/** As in "Yesterday Anna …", "So, my sister …": what leads in is no part of the name. */
const WHO =
  "^(?:\\p{L}+, |(?:\\p{Ll}+|So|And|But|Then|Now|Today|Yesterday|Recently|Finally) )?" +
  "(?<who>I|[Ww]e|(?:[Mm]y|[Oo]ur) \\p{Ll}+|\\p{Lu}[\\p{L}'-]+(?: (?:and )?\\p{Lu}[\\p{L}'-]+){0,2})" +
  "(?:'ve|'s| have| has)?(?: just| recently| finally| now)?";
const END =
  "(?=$|[,;()]| (?:because|since|on|in|last|this|yesterday|today|at|after|before|when|and|but|to|from|for|who|which|that|named|called|with)\\b)";
const GOT = new RegExp(
  `${WHO} (?:adopted|bought|purchased|inherited|got|gotten|(?:gave|given) birth to) (?<thing>(?:an?|another|two|three) [^,;()]{1,60}?)${END}`,
  "u",
);
const LOST = new RegExp(
  `${WHO} (?:sold|scrapped|(?:gave|given) away) (?:my|our|his|her|their) (?<gone>[\\p{Ll}-]+)${END}`,
  "u",
);
const DIED = new RegExp(`^(?<whose>My|Our) (?<gone>[\\p{Ll}-]+) (?:has )?(?:died|passed away)${END}`, "u");
/** What was not done, or might be, leaves nothing; nor does it to who got it what is for somebody else. */
const UNDONE =
  /\b(?:not|never|nobody|no one|if|unless|whether|would|could|should|might|almost|nearly)\b|n't\b/iu;
const FOR_ANOTHER = /\bfor (?:my|our|his|her|their|an?|the|\p{Lu}\p{L}*)\b/u;

/** A text is read this far. */
const READ_LENGTH = 1000;

/** What `gainsIn` tells of a text, as statements; `named` as in `statementsOf`. */
export function gainsOf(text: string, named: Parameters<typeof statementsOf>[1]): Statement[] {
  return gainsIn(text).flatMap((gain) => statementsOf(gain, named));
}

/** What people have, and have no more, after what `text` tells of, in sentences of the present; empty where it tells of neither. */
export function gainsIn(text: string): string[] {
  return withPlainApostrophes(text.slice(0, READ_LENGTH))
    .split(SENTENCE_BREAK)
    .flatMap((sentence) => {
      const said = sentence.replace(/[.!…]+["”’)]*\s*$/u, "");
      return UNDONE.test(said) || FOR_ANOTHER.test(said) || /\?\s*$/u.test(said) ? [] : gainOf(said);
    });
}

function gainOf(said: string): string[] {
  const got = GOT.exec(said)?.groups;
  if (got?.who !== undefined && got.thing !== undefined)
    return [`${got.who} ${haveOf(got.who)} ${got.thing}`];
  const lost = LOST.exec(said)?.groups;
  if (lost?.who !== undefined && lost.gone !== undefined)
    return [`${lost.who} ${haveOf(lost.who)} no ${lost.gone}`];
  const died = DIED.exec(said)?.groups;
  return died?.gone === undefined ? [] : [`${died.whose === "My" ? "I" : "We"} have no ${died.gone}`];
}

function haveOf(who: string): string {
  return /^(?:I|we)$|\band\b/iu.test(who) ? "have" : "has";
}
