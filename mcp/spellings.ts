/** The other spelling of a verb with a particle: people ask how to "roll back", and documents are titled "Rollback". */

const PARTICLES = "back|up|in|out|off|on|down|over|around";
/** "roll back". Behind these words it is a preposition: "what is in", "how do I on". */
const APART = new RegExp(
  `\\b(?!(?:what|which|who|how|is|are|was|were|be|it|that|this|and|or|not|do|go)\\b)(\\p{L}{3,}) (${PARTICLES})\\b`,
  "giu",
);
/** "rollback", "set-up". Shorter verbs would find "pin" and "soon". */
const JOINED = new RegExp(`\\b(\\p{L}{3,})-?(${PARTICLES})\\b`, "giu");

/** The query with such verbs joined, or where there is none, with such nouns split; null where it would be the same. */
export function otherSpelling(query: string): string | null {
  const joined = query.replaceAll(APART, "$1$2");
  if (joined !== query) return joined;
  const split = query.replaceAll(JOINED, "$1 $2");
  return split === query ? null : split;
}

/** Searches by the query and its other spelling, and joins the hits: each once, by the search that it suits better. */
export async function searchBothWays<Hit extends { readonly similarity: number }>(
  query: string,
  search: (query: string) => Promise<readonly Hit[]>,
  key: (hit: Hit) => string,
): Promise<readonly Hit[]> {
  const other = otherSpelling(query);
  if (other === null) return search(query);
  const [hits, others] = await Promise.all([search(query), search(other)]);
  const best = new Map<string, Hit>();
  for (const hit of [...hits, ...others]) {
    const known = best.get(key(hit));
    if (known === undefined || known.similarity < hit.similarity) best.set(key(hit), hit);
  }
  return [...best.values()].toSorted((a, b) => b.similarity - a.similarity);
}
