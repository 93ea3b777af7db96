/** Two sequences of words laid side by side: what both have in order, and what one has in place of the other's. */

/** A word of both sequences, or of one alone. */
export type Step = { kind: "both" | "a" | "b"; word: string };

/** Sequences are aligned for so many words after their common beginning, which bounds the cost; near-equal texts differ in less. */
const MOST_ALIGNED = 400;
/** A longer run is another way of saying, not one word in another's place. */
const LONGEST_SWAP = 4;

/** How many words two sequences begin with alike, and how many of the rest they end with alike. */
export function commonEnds(a: readonly string[], b: readonly string[]): { start: number; end: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return { start, end };
}

/** A shortest way from one sequence to the other, by their longest common subsequence, after what both begin and end with. */
export function alignment(a: readonly string[], b: readonly string[]): Step[] {
  const { start, end } = commonEnds(a, b);
  const both = (words: readonly string[]) => words.map((word): Step => ({ kind: "both", word }));
  const inner = (words: readonly string[]) => words.slice(start, words.length - end).slice(0, MOST_ALIGNED);
  return [...both(a.slice(0, start)), ...aligned(inner(a), inner(b)), ...both(a.slice(a.length - end))];
}

/** The places where one text has something in place of what the other has: short runs between words that both have. */
export function replacementsOf(a: readonly string[], b: readonly string[]): [string[], string[]][] {
  const replaced: [string[], string[]][] = [];
  let [p, q]: [string[], string[]] = [[], []];
  const flush = () => {
    if (p.length > 0 && q.length > 0 && p.length <= LONGEST_SWAP && q.length <= LONGEST_SWAP)
      replaced.push([p, q]);
    [p, q] = [[], []];
  };
  for (const step of alignment(a, b)) {
    if (step.kind === "both") flush();
    else if (step.kind === "a") p.push(step.word);
    else q.push(step.word);
  }
  flush();
  return replaced;
}

function aligned(a: readonly string[], b: readonly string[]): Step[] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]];
    if (x !== undefined && x === y) {
      steps.push({ kind: "both", word: x });
      i += 1;
      j += 1;
    } else if (
      x !== undefined &&
      (y === undefined || (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0))
    ) {
      steps.push({ kind: "a", word: x });
      i += 1;
    } else if (y !== undefined) {
      steps.push({ kind: "b", word: y });
      j += 1;
    }
  }
  return steps;
}
