/** Who does what a verb tells: a person, or a thing that something merely happens to. */
import { isAdverb, isAuxiliary, isBe } from "./clauseWords";
import { isOfKind } from "./workingThings";

const PERSONS = new Set(
  (
    "i we you he she they who " +
    "mother father mum mom mama dad papa parents parent sister brother son daughter child children kid kids twin twins husband wife " +
    "partner boyfriend girlfriend fiancé fiancée ex aunt uncle cousin niece nephew grandmother grandfather grandma grandpa granny " +
    "grandparents grandson granddaughter baby friend friends neighbour neighbours neighbor neighbors boss supervisor manager landlord " +
    "landlady tenant flatmate roommate colleague colleagues team family couple council committee board government court jury parliament " +
    "mayor minister president king queen king captain teacher professor doctor nurse student students man woman men women boy girl " +
    "people everybody everyone somebody someone workers staff crew band company firm club union school university"
  ).split(" "),
);
/** Before a noun that is nobody these say that it is a thing. */
const ARTICLES = new Set(
  "the a an this that these those my our your his her its their every each no any some it".split(" "),
);
/** How far before a verb its subject is looked for. */
const REACH = 3;

/**
 * Whether the verb at `at` of a clause's `tokens` (lower case) is told of a person: a pronoun, somebody by what they are, or
 * a name. With an article and no person it is told of a thing: "the ferry left".
 */
export function isOfPerson(tokens: readonly string[], at: number): boolean {
  let end = at - 1;
  while (end >= 0 && isBeside(tokens[end] ?? "")) end -= 1;
  const subject = tokens
    .slice(Math.max(0, end + 1 - REACH), end + 1)
    .map((token) => token.replace(/'.*$/u, ""));
  const last = subject.at(-1);
  if (last === undefined || /^(?:it|that|this|which|there)$/u.test(last)) return false;
  if (PERSONS.has(last) || isOfKind(last, "PEOPLE") || isOfKind(last, "CUSTOMER")) return true;
  // "My friend Sigrid" and "Ada of the council" name somebody as well.
  return subject.some((token) => PERSONS.has(token)) || !subject.some((token) => ARTICLES.has(token));
}

/** What may stand between a subject and its verb: "has just moved". */
function isBeside(token: string): boolean {
  return isAuxiliary(token) || isAdverb(token) || /^(?:just|finally|also|have|has|had|'ve)$/u.test(token);
}

/** Whether the verb at `at` is told as done to its subject: "was cancelled". */
export function isPassiveAt(tokens: readonly string[], at: number): boolean {
  const [before = "", further = ""] = [tokens[at - 1], tokens[at - 2]];
  return isBe(before) || (isAdverb(before) && isBe(further));
}
