/** Tries an embedding model: whether texts of one meaning lie nearer to each other than to others. */
import { createEmbeddings } from "../convex/llm/embeddings";
import type { ProviderEndpoint } from "../convex/lib/settings";

export interface EmbeddingTrial {
  readonly model: string;
  /** Why there are no vectors; empty where there are. */
  readonly reason: string;
  /** Numbers of the model's own vectors; 0 without any. */
  readonly width: number;
  /** The lowest cosine of two paraphrases, and the highest of two unrelated texts. */
  readonly paraphrases: number;
  readonly strangers: number;
  readonly texts: number;
  readonly tokens: number;
  readonly calls: number;
  readonly ms: number;
}

/** Pairs that say the same with hardly a word in common, about unrelated matters. */
const PAIRS = [
  ["The ferry was late because of the fog.", "Mist delayed the boat."],
  ["She is learning to play the violin.", "Her lessons on a string instrument have begun."],
  ["The bakery on the corner sells rye bread.", "Dark loaves are to be had at the baker's down the street."],
] as const;

/** Failures are values. */
export async function tryEmbedding(endpoint: ProviderEndpoint, timeoutMs: number): Promise<EmbeddingTrial> {
  const texts = PAIRS.flat();
  const embedded = await createEmbeddings(endpoint, texts, { timeoutMs, retries: 0 });
  const { ms, spent } = embedded;
  const cost = { texts: texts.length, tokens: spent.input, calls: spent.calls, ms };
  const { model } = endpoint;
  if (embedded.kind === "failed") {
    const reason = embedded.said === "" ? embedded.reason : `${embedded.reason}; it says: ${embedded.said}`;
    return { model, reason, width: 0, paraphrases: 0, strangers: 0, ...cost };
  }
  const { vectors, width = 0 } = embedded;
  return { model, reason: "", width, ...likenesses(vectors), ...cost };
}

/** Of vectors of unit length, of which each two that follow one another are a pair. */
export function likenesses(vectors: readonly (readonly number[])[]): {
  paraphrases: number;
  strangers: number;
} {
  let paraphrases = 1;
  let strangers = -1;
  for (const [i, a] of vectors.entries())
    for (const [j, b] of vectors.entries()) {
      if (j <= i) continue;
      const cosine = a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
      if (Math.floor(i / 2) === Math.floor(j / 2)) paraphrases = Math.min(paraphrases, cosine);
      else strangers = Math.max(strangers, cosine);
    }
  return { paraphrases, strangers };
}
