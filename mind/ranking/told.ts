/** The rule for the agent's own sentences: they stand behind what it was told, which they quote. */

/** A text that answers a query. `id`, `correctedBy`: as in corrected.ts. `isOwn`: the agent wrote it. */
export interface Answer {
  readonly id: string;
  readonly correctedBy?: string | undefined;
  readonly isOwn: boolean;
  /** Whether it stands behind what was told. */
  readonly isBehind?: boolean;
  readonly similarity: number;
  readonly context: number;
}

/**
 * The texts, what was told first, each in its order. An own text is no more similar than the least similar one that was told,
 * unless it equals the query or corrects one of them.
 */
export function toldFirst<T extends Answer>(texts: readonly T[]): T[] {
  const correcting = new Set(texts.map(({ correctedBy }) => correctedBy));
  const isBehind = ({ id, isOwn, similarity }: T) => isOwn && similarity < 1 && !correcting.has(id);
  const told = texts.filter((text) => !isBehind(text));
  if (told.length === 0) return [...texts];
  const least = told.reduce((min, { similarity }) => Math.min(min, similarity), 1);
  const own = texts.filter(isBehind);
  return [
    ...told,
    ...own.map((text) => ({
      ...text,
      isBehind: true,
      similarity: Math.min(text.similarity, least),
      context: 0,
    })),
  ];
}
