/** A text without the set phrases in which its words mean nothing of what they say alone: "fire drill", "dead leaves", "kill the process". */
import { withPlainApostrophes } from "../language/apostrophes";
import { clauseWords, coreAt } from "../language/clauseWords";
import { nameWordsIn } from "../language/nameWords";
import { sayingsOf } from "./heardSayings";

/** Harm by its letters, and mostly somebody's name with a capital. */
const NAMES = new Set(["rob"]);

/** `text` without the words that such phrases or names take their meaning from. Linear in its length. */
export function withoutPlainSayings(text: string): string {
  const texts = withPlainApostrophes(text).split(/\s+/u);
  const words = clauseWords(texts);
  const sayings = sayingsOf(words, () => 0);
  const names = nameWordsIn(texts, words);
  const isRead = (at: number) =>
    sayings.get(at) !== "plain" && !(names.has(at) && NAMES.has(coreAt(words, at)));
  return texts.filter((_, at) => isRead(at)).join(" ");
}
