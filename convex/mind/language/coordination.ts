/** Sentences of two statements: "she lives in Riga and works for a bank" says that she works for a bank, too. */
import { pastFormsIn } from "./milestones";
import { isVerbForm } from "./verbs";

/** The verbs of everyday facts, for of most words in -s nobody can tell whether they are verbs: "profits and costs". */
const FACTS =
  /^(?:lives?|works?|has|have|is|are|was|were|likes?|loves?|hates?|prefers?|speaks?|owns?|eats?|drinks?|studies|study|teaches|teach|opens?|closes?|starts?|begins?|ends?|runs|needs?|wants?|uses?|earns?|weighs|belongs|knows?|does|do|did|can|cannot|can't|will|won't|isn't|aren't|doesn't|don't|didn't|hasn't|haven't)$/;
const PRONOUN = /^(?:i|we|you|he|she|it|they)$/;
/** What may follow such a verb: with nothing behind it it may be a noun. */
const BARE =
  /^(?:lives?|works?|likes?|loves?|hates?|studies|study|runs|needs?|wants?|uses?|ends?|starts?|opens?)$/;
/** What makes the whole of it a condition, a report or a question: its halves state nothing alone. */
const DEPENDENT =
  /^(?:if|when|whenever|unless|because|although|while|that|who|which|whether|says?|said|thinks?|thought|hopes?|believes?|claims?|asks?|asked|wants|or|neither|nor|both|either)$/;
/** A denial before "and" may go for what is behind it: "never smokes and drinks". */
const DENIAL = /^(?:never|not|no|neither|cannot|.+n't)$/;
/** But not that of an auxiliary for a verb of its own: "is no longer a vegetarian and eats chicken". */
const OF_AUXILIARY = /^(?:not|.+n't)$/;
/** "She lives here no more, she moved to Riga." */
const SPLICED = /, (?=(?:i|we|you|he|she|it|they) \S+)/iu;

/** The statements of `sentence`, each with its subject: the sentence itself where it is one. */
export function coordinated(sentence: string): string[] {
  const [first = "", ...rest] = sentence.split(SPLICED);
  const isSpliced = rest.length === 1 && isWhole(first) && isWhole(rest[0] ?? "");
  return isSpliced ? [first, ...rest].flatMap(joinedByAnd) : joinedByAnd(sentence);
}

/** Whether it is a statement by itself: a subject and a verb of everyday facts or of the past, and no condition or report. */
function isWhole(part: string): boolean {
  const plain = plainWords(part);
  return !plain.some((word) => DEPENDENT.test(word)) && plain.some((_, i) => i > 0 && isFinite(plain, i));
}

function plainWords(part: string): string[] {
  return part.split(" ").map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}']/gu, ""));
}

function joinedByAnd(sentence: string): string[] {
  const words = sentence.split(" ");
  const plain = plainWords(sentence);
  const and = plain.indexOf("and");
  if (and < 2 || plain.lastIndexOf("and") !== and || plain.some((word) => DEPENDENT.test(word)))
    return [sentence];
  const verbAt = plain.findIndex((_, i) => i > 0 && i < and && isFinite(plain, i));
  if (verbAt < 0) return [sentence];
  const first = words.slice(0, and).join(" ").replace(/,$/, "");
  const [next = "", after = ""] = plain.slice(and + 1);
  if (PRONOUN.test(next) && isFinite(plain, and + 2)) return [first, words.slice(and + 1).join(" ")];
  const denial = plain.slice(0, and).find((word) => DENIAL.test(word));
  const isDenied = denial !== undefined && !(OF_AUXILIARY.test(denial) && /[^s]s$/.test(next));
  if (isDenied || after === "" || !isFinite(plain, and + 1)) return [sentence];
  return [first, [...words.slice(0, verbAt), ...words.slice(and + 1)].join(" ")];
}

/** Whether the word at `at` is the verb of a statement, and not a noun that looks like one. */
function isFinite(plain: readonly string[], at: number): boolean {
  const [word = "", next = ""] = [plain[at], plain[at + 1]];
  if (FACTS.test(word)) return !BARE.test(word) || (next !== "" && next !== "and");
  return pastFormsIn([word]) > 0 && (isVerbForm(word) || PRONOUN.test(plain[at - 1] ?? ""));
}
