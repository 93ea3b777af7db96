/** What texts in scripts without spaces have in common: runs of characters that are likely to be words, for pairs of characters are not. */
import { nfkc } from "../language/normalised";

/** Longer texts are compared by their beginnings: the cost grows with the product of two lengths. */
const READ_LENGTH = 240;
/** A run of fewer characters is an accident, but for two Han characters, which make a word. */
const LEAST_RUN = 3;
const LEAST_HAN = 2;

const LETTER =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const KATAKANA = /[\p{sc=Katakana}ー]/u;
const HAN = /\p{sc=Han}/u;

/** The longest run of characters that both texts hold and that may be a word; null where there is none. Symmetric. */
export function commonRun(a: string, b: string): string | null {
  const [one, other] = [a, b].map((text) => [...nfkc(text.slice(0, READ_LENGTH)).slice(0, READ_LENGTH)]);
  if (one === undefined || other === undefined) return null;
  const runs = new Set<string>();
  let ends: number[] = [];
  one.forEach((character, i) => {
    const next: number[] = [];
    other.forEach((same, j) => {
      if (character !== same || !LETTER.test(character)) return;
      const length = (ends[j - 1] ?? 0) + 1;
      next[j] = length;
      if (length < LEAST_HAN || (one[i + 1] === other[j + 1] && LETTER.test(one[i + 1] ?? ""))) return;
      const run = trimmed(one, i - length + 1, i + 1, other, j - length + 1);
      if (run !== null) runs.add(run);
    });
    ends = next;
  });
  const longest = [...runs].sort((x, y) => [...y].length - [...x].length || (x < y ? -1 : 1));
  return longest[0] ?? null;
}

/** A run without the endings and particles around it; null where what is left is no word of its own. */
function trimmed(
  one: readonly string[],
  from: number,
  to: number,
  other: readonly string[],
  start: number,
): string | null {
  let [begin, end] = [from, to];
  const at = (place: number) => [one[place] ?? "", other[place - from + start] ?? ""];
  // A foreign word is written in one piece: a part of it is another word.
  const isPart = (inside: number, outside: number) =>
    KATAKANA.test(one[inside] ?? "") && at(outside).some((character) => KATAKANA.test(character));
  if (isPart(begin, begin - 1)) while (begin < end && KATAKANA.test(one[begin] ?? "")) begin += 1;
  if (isPart(end - 1, end)) while (end > begin && KATAKANA.test(one[end - 1] ?? "")) end -= 1;
  const isEnding = (character = "") => /[\p{sc=Hiragana}\p{M}]/u.test(character);
  while (begin < end && isEnding(one[begin])) begin += 1;
  while (end > begin && isEnding(one[end - 1])) end -= 1;
  const run = one.slice(begin, end);
  const han = run.filter((character) => HAN.test(character)).length;
  return run.length >= LEAST_RUN || han >= LEAST_HAN ? run.join("") : null;
}
