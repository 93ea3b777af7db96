/** The words of a text that carry meaning, the common ones too, and of a question those that say what it is about. */
import { sensedStem } from "../language/homonyms";
import { regularForm } from "../language/irregularForms";
import { foreignFunctionWordsIn } from "../language/otherLanguages";
import { stemOf } from "../../../mind/text/stem";
import { isStopWord } from "../../../mind/text/stopWords";
import { tokensOf } from "../language/tokens";
import { isWeekday } from "../language/weekdays";
import { tellingStem } from "../language/weakWords";
import { READ_LENGTH } from "./sought";

/** What a question asks for rather than is about: "What time does the choir meet?" */
const ASKED_FOR = new Set("time day date hour kind sort many much long often exactly".split(" "));

/** Stems of the words that say what a question is about. */
export function matterOf(question: string): string[] {
  return contentWords(question).filter((word) => !ASKED_FOR.has(word));
}

/** Stems of the words of `text` that carry meaning, each once. */
export function contentWords(text: string): string[] {
  const read = text.slice(0, READ_LENGTH);
  const isForeign = foreignFunctionWordsIn(read);
  const tokens = tokensOf(read);
  const stems = tokens.flatMap((token, i) => {
    if (isStopWord(token) || isForeign(token)) return [];
    const word = token.replace(/'s$/u, "");
    return [sensedStem(stemOf(regularForm(word)), word, tokens[i - 1], tokens[i + 1])];
  });
  return [...new Set(stems)];
}

/** What is written in two letters or with a figure and tells nothing. */
const SHORT = new Set(
  "am pm mr ms dr st nd rd th kg km cm mm ml hr vs eg ie re ll ve hi oh um no".split(" "),
);

/** Whether a word of a question (lower-case) tells one matter from others: "pc", "2a" and "tuesday" do, beside what tells what a text is about. */
export function identifies(word: string): boolean {
  const isLabel = /^(?=.*\p{L})[\p{L}\p{N}]{2,4}$/u.test(word) && (word.length === 2 || /\p{N}/u.test(word));
  return tellingStem(word) !== null || isWeekday(word) || (isLabel && !SHORT.has(word));
}
