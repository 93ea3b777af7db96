/** Forms of address: what people are called with before their names, which names nobody by itself. */

/** Written short they are nothing else. */
const SHORT = new Set("mr mrs ms mx dr prof mme mlle messrs".split(" "));
/** Written in full they are words of their own as well, and forms of address right before a name. */
const IN_FULL = new Set(
  (
    "mister miss madam madame dame sir doctor professor herr frau fräulein monsieur mademoiselle señor señora señorita " +
    "signor signora signorina senhor senhora"
  ).split(" "),
);

const OF_MEN = new Set("mr mister sir herr monsieur señor signor senhor".split(" "));
const OF_WOMEN = new Set(
  "mrs ms miss madam madame mme mlle dame frau fräulein mademoiselle señora señorita signora signorina senhora".split(
    " ",
  ),
);

/** Whether one of two runs of lower-case words addresses a man where the other addresses a woman. Symmetric. */
export function addressOther(a: readonly string[], b: readonly string[]): boolean {
  const differ = (p: readonly string[], q: readonly string[]) =>
    p.some((word) => OF_MEN.has(word)) && q.some((word) => OF_WOMEN.has(word));
  return differ(a, b) || differ(b, a);
}

/** Whether `word`, as written, is a form of address, with `following` ("" for none) behind it: of "Dr. Okoye", "Frau Lindner". */
export function isTitle(word: string, following: string): boolean {
  const plain = word.toLowerCase();
  // "MS" is a disease, or a manuscript, unless all is written so.
  if (isShouted(word) && !isShouted(following)) return false;
  return SHORT.has(plain) || (IN_FULL.has(plain) && /^\p{Lu}/u.test(following));
}

function isShouted(word: string): boolean {
  return /^\p{Lu}{2,}$/u.test(word);
}

/** Whether a name is a form of address and no more: "Dr", "Frau". */
export function isOnlyTitle(name: string): boolean {
  const words = name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.length > 0 && words.every((word) => SHORT.has(word) || IN_FULL.has(word));
}
