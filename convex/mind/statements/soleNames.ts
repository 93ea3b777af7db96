/** What has one name or one value at a time, so that who names another says otherwise: "my name is …", "the default branch is …". */
import {
  CHOSEN,
  DISTINCTIVE,
  FUNCTIONAL,
  NAMED_KINDS,
  PREMISES,
  ROLES,
  SEVERAL,
} from "../language/statementWords";
import { isTitle } from "../language/titles";
import { sentimentOf } from "../sentiment/sentiment";
import { INDEFINITE } from "./sameMatter";
import { contentOf, type Statement } from "./statements";

/** Whether one names another where only one can be. `onlyA` and `onlyB` are the stems that only one says in its predicate. */
export function namesAnother(
  a: Statement,
  b: Statement,
  ...only: readonly [readonly string[], readonly string[]]
): boolean {
  // "Dr. Pham" is Pham.
  const [onlyA, onlyB] = [only[0].filter(isNoTitle), only[1].filter(isNoTitle)];
  if (onlyA.length === 0 || onlyB.length === 0 || onlyA.length > 2 || onlyB.length > 2) return false;
  if (onlyA.some((x) => onlyB.some((y) => x.startsWith(y) || y.startsWith(x)))) return false;
  const isNamed = onlyA.every((stem) => a.named.has(stem)) && onlyB.every((stem) => b.named.has(stem));
  const shared = a.predicate.filter((stem) => !onlyA.includes(stem) && isNoTitle(stem));
  const [verb] = shared;
  if (verb === undefined) return hasOnlyOne(a, isNamed) && hasOnlyOne(b, isNamed);
  if (!isNamed) return false;
  if (CALLED.has(verb) && SEVERAL.has(headOf(a))) return false;
  const links = FUNCTIONAL.get(verb);
  const joins = ({ words }: Statement) => links?.some((link) => link === "" || words.includes(link));
  return (
    shared.length === 1 && joins(a) === true && joins(b) === true && (a.tense !== "past" || verb === "born")
  );
}

const CALLED = new Set(["call", "name"]);

const isNoTitle = (stem: string): boolean => !isTitle(stem, "");

/** "The mayor is …", "our office is in …", "my favourite food is …": of these there is one, or it is in one place. */
function hasOnlyOne(statement: Statement, isNamed: boolean): boolean {
  const { subject, words, verbAt, tense } = statement;
  if (tense !== "present" || !/^(?:is|are)$/.test(words[verbAt] ?? "") || INDEFINITE.test(words[0] ?? ""))
    return false;
  const head = headOf(statement);
  if (words[verbAt + 1] === "in") return isNamed && PREMISES.has(head);
  if (!isNamed) return subject.some((stem) => CHOSEN.has(stem)) && isValue(words, verbAt);
  if (INDEFINITE.test(words[verbAt + 1] ?? "")) return NAMED_KINDS.has(head);
  return (
    words[verbAt] === "is" &&
    (ROLES.has(head) || subject.some((stem) => DISTINCTIVE.has(stem) || CHOSEN.has(stem)))
  );
}

/** The stem of the noun that the rest of a subject tells more of: "the capital of France" is a capital. */
function headOf({ subject, words, verbAt }: Statement): string {
  const link = words.findIndex((word, i) => i > 0 && i < verbAt && /^(?:of|for|at|in)$/.test(word));
  return (link < 0 ? subject : contentOf(words.slice(0, link)).stems).at(-1) ?? "";
}

/** How something is, in short words. */
const STATES = new Set(
  (
    "long short new old young small large full empty free open shut common rare blank unset unknown gone late early high low ready set " +
    "done off on here there mine yours ours theirs hers red green blue black white yellow different same similar out up down enough simple true " +
    "even far near next first second third last wide narrow cheap hot cold warm cool dry wet slow fast quick heavy light loud quiet silent hard " +
    "soft dark bright thick thin tight loose deep shallow sharp dull raw ripe fresh stale sweet sour salty spicy crisp plain fancy odd strange weird rich poor"
  ).split(" "),
);
/** What an adjective or a participle ends in, mostly. */
const DESCRIBING = /(?:able|ible|ful|ous|ive|less|ish|ed|ing|ic|al|ary|ant|ent|ly|ier|est)$/;

/** Whether what is said of the subject is one thing, not how it is: "main", not "long", "protected" or "on the wall". */
function isValue(words: readonly string[], verbAt: number): boolean {
  const [value = "", ...more] = words.slice(verbAt + 1);
  return (
    value !== "" &&
    more.length === 0 &&
    !DESCRIBING.test(value) &&
    !STATES.has(value) &&
    sentimentOf(value).score === 0
  );
}
