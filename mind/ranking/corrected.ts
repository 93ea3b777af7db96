/** The rule for what was corrected: it stands behind its correction. */
import type { RelevanceParts } from "./relevance";

/** A text that may answer a query. `correctedBy`: the `id` of the text that corrects it. */
export interface Ranked {
  readonly id: string;
  readonly correctedBy?: string | undefined;
  readonly similarity: number;
  readonly context: number;
}

/**
 * The texts, where each correction is at least as similar as what it corrects, directly or through others: it answers whatever
 * that answers, if in other words.
 */
export function withCorrections<T extends Ranked>(texts: readonly T[]): T[] {
  const raised = new Map(texts.map((text) => [text.id, text]));
  for (const { id, correctedBy, similarity, context } of texts) {
    const passed = new Set([id]);
    for (let next = correctedBy; next !== undefined && !passed.has(next);) {
      passed.add(next);
      const known = raised.get(next);
      if (known === undefined) break;
      const most = Math.max(known.similarity, similarity);
      const all = Math.max(known.similarity + known.context, similarity + context);
      raised.set(next, { ...known, similarity: most, context: all - most });
      next = known.correctedBy;
    }
  }
  return [...raised.values()];
}

/** The parts of a corrected text's relevance: only its words count, so that it is less relevant than its correction. */
export function correctedParts(parts: RelevanceParts): RelevanceParts {
  return { ...parts, recency: 0, importance: 0, salience: 0 };
}
