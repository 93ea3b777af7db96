/** The relevance of a search result, and what it adds up from. */
import type { SearchResult } from "../../../client";
import { percent } from "../format";

const PARTS = ["similarity", "context", "recency", "importance", "salience"] as const;

export function Score({ result }: { readonly result: SearchResult }) {
  const { relevanceScore, parts } = result;
  const known = PARTS.flatMap((name) => {
    const part = parts?.[name];
    return part === undefined || part.contribution === 0 ? [] : [{ name, ...part }];
  });
  const words = known.map(({ name, contribution }) => `${name} ${contribution.toFixed(2)}`).join(", ");
  return (
    <span className="score">
      <span className="score-bar" aria-hidden="true">
        {known.map(({ name, contribution }) => (
          <span key={name} style={{ width: percent(contribution).replace(" ", "") }} />
        ))}
      </span>
      <span>
        {relevanceScore.toFixed(2)} = {words}
      </span>
    </span>
  );
}
