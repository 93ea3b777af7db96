/** The words of a text that carry meaning, the common ones too, and of a question those that say what it is about. */
import { sensedStem } from "../language/homonyms";
import { regularForm } from "../language/irregularForms";
import { foreignFunctionWordsIn } from "../language/otherLanguages";
import { stemOf } from "../language/stem";
import { isStopWord } from "../language/stopWords";
import { tokensOf } from "../language/tokens";
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
