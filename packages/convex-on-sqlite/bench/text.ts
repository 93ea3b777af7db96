/** Synthetic text with Zipf's word frequencies: the n-th most frequent word is n times rarer than the first. */

const VOCABULARY = 20_000;
const SYLLABLES = ["ba", "de", "fi", "go", "ku", "la", "me", "ni"];

/** Cumulative frequencies by rank. */
const sums: readonly number[] = (() => {
  let total = 0;
  return Array.from({ length: VOCABULARY }, (_, rank) => (total += 1 / (rank + 1)));
})();

/** The word with a rank; 0 is the most frequent. No word is a prefix of another. */
export function word(rank: number): string {
  return `${[...rank.toString(8)].map((digit) => SYLLABLES[Number(digit)] ?? "").join("")}x`;
}

/** A text of random words. */
export function text(words: number, random: () => number): string {
  return Array.from({ length: words }, () => word(rankAt(random()))).join(" ");
}

function rankAt(share: number): number {
  const wanted = share * (sums.at(-1) ?? 0);
  let [low, high] = [0, VOCABULARY - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
