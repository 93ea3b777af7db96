/** What a reflection is worth by what it rests on, and whom it speaks of: its own words are quotations, days and counts. */
import type { Evidence } from "./reflectionMatter";

/** Of a reflection that says little more than that there was little to say. */
const THIN = 0.4;

/**
 * 0 to 1: what the memories behind it matter on average, as far as it is sure. Judged from its text, it would matter more
 * than anything that it quotes, for holding all of that.
 */
export function reflectionImportance(
  { confidence, isThin }: { readonly confidence: number; readonly isThin: boolean },
  cited: readonly Pick<Evidence, "importance">[],
): number {
  if (cited.length === 0) return 0;
  const mean = cited.reduce((sum, { importance }) => sum + importance, 0) / cited.length;
  return Math.min(1, mean * confidence * (isThin ? THIN : 1));
}

/** Of the `names` in a reflection those that its focus or its evidence names, too: no day that it was told on, nor a theme. */
export function namesBorne(
  names: readonly string[],
  focus: string | null,
  cited: readonly Pick<Evidence, "content">[],
): string[] {
  const sources = [...(focus === null ? [] : [focus]), ...cited.map(({ content }) => content)];
  return names.filter((name) => sources.some((source) => source.includes(name)));
}
