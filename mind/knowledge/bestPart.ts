/** Which part of a passage to quote: the sentences that say most of what was asked. */
import { lengthOf } from "../text/phrasing";
import { sentencesIn } from "../text/sentences";
import { termsOf } from "../text/tokens";

/**
 * The run of sentences of `text`, at most `most` code points, with most of the distinct terms of `query`; of equals the
 * shortest, then the first. One sentence at least, however long. `text` itself where it fits.
 */
export function bestPart(text: string, query: string, most: number): string {
  if (lengthOf(text) <= most) return text;
  const sought = new Set(termsOf(query));
  const sentences = sentencesIn(text).map((sentence) => ({
    said: sentence.trim(),
    found: termsOf(sentence).filter((term) => sought.has(term)),
  }));
  let best = { score: -1, text };
  sentences.forEach((_, first) => {
    const found = new Set<string>();
    let run = "";
    for (const { said, found: terms } of sentences.slice(first)) {
      const longer = run === "" ? said : `${run} ${said}`;
      if (run !== "" && lengthOf(longer) > most) break;
      run = longer;
      for (const term of terms) found.add(term);
      const isBetter =
        found.size > best.score || (found.size === best.score && run.length < best.text.length);
      if (isBetter) best = { score: found.size, text: run };
    }
  });
  return best.text;
}
