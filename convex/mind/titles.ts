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
