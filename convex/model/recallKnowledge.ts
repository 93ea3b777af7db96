/** The knowledge that a tick consults: passages that bear on its cues. */
import type { QueryCtx } from "../_generated/server";
import type { SituationPassage } from "../../mind/tick/situation";
import { LEAST_SIMILAR } from "./calledToMind";
import * as KnowledgeSearch from "./knowledgeSearch";
import { hitsOf, type CueHits } from "./vectorHits";

/** Items that a tick consults. */
const MOST_PASSAGES = 2;

/** Passages of knowledge that bear on the cues, each of another item, what bears on them most first. */
export async function knowledgeFor(
  ctx: QueryCtx,
  cues: readonly string[],
  hits: readonly CueHits[],
): Promise<KnowledgeSearch.Reference[]> {
  const best = new Map<string, KnowledgeSearch.Reference>();
  for (const cue of cues) {
    const passages = await KnowledgeSearch.passagesFor(ctx, cue, {
      vectorHits: hitsOf(hits, cue, "knowledge"),
      most: MOST_PASSAGES,
      leastSimilarity: LEAST_SIMILAR,
    });
    for (const passage of passages) {
      const known = best.get(passage.knowledgeId);
      if (known === undefined || known.similarity < passage.similarity)
        best.set(passage.knowledgeId, passage);
    }
  }
  return [...best.values()].sort((a, b) => b.similarity - a.similarity).slice(0, MOST_PASSAGES);
}

/** A passage as a tick sees it. */
export function asSituationPassage({
  title,
  source,
  heading,
  columns,
  text,
  updatedAt,
}: KnowledgeSearch.Reference): SituationPassage {
  return {
    title,
    ...(source === null ? {} : { source }),
    ...(heading === undefined ? {} : { heading }),
    ...(columns === undefined ? {} : { columns }),
    text,
    updatedAt,
  };
}
