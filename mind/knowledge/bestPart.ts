/** The part of a passage to quote: the sentences that share most terms with the query. */
import { lengthOf } from "../text/phrasing";
import { sentencesIn } from "../text/sentences";
import { termsOf } from "../text/tokens";

/**
 * The consecutive sentences, at most `maxLength` code points, with the most distinct terms of `query`; of equal ones the
 * shortest, then the first. At least one sentence, however long. All of `text` where it fits.
 */
export function bestPart(text: string, query: string, maxLength: number): string {
  if (lengthOf(text) <= maxLength) return text;
  const queryTerms = new Set(termsOf(query));
  const sentences = sentencesIn(text).map((sentence) => ({
    sentence: sentence.trim(),
    found: termsOf(sentence).filter((term) => queryTerms.has(term)),
  }));
  let best = { score: -1, text };
  sentences.forEach((_, first) => {
    const found = new Set<string>();
    let run = "";
    for (const { sentence, found: terms } of sentences.slice(first)) {
      const longer = run === "" ? sentence : `${run} ${sentence}`;
      if (run !== "" && lengthOf(longer) > maxLength) break;
      run = longer;
      for (const term of terms) found.add(term);
      const isBetter =
        found.size > best.score || (found.size === best.score && run.length < best.text.length);
      if (isBetter) best = { score: found.size, text: run };
    }
  });
  return best.text;
}
