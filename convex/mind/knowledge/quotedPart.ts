/** The part of a long text that is quoted: where it says what was asked. */
import { phraseWordsOf } from "../language/phraseWords";
import { termsOf } from "../language/tokens";
import { isTellingTerm } from "../language/weakWords";
import { lengthOf, oneLine } from "../../../mind/text/phrasing";

/** So much of what is quoted may stand before the hit. */
const BEFORE_SHARE = 0.4;

/** `text`, on one line and from a little before the first words that it shares with `asked`, where these lie beyond `most`. */
export function aroundHit(text: string, asked: string, most: number): string {
  if (lengthOf(text) <= most) return text;
  const line = oneLine(text);
  const sought = new Set(termsOf(asked).filter((term) => isTellingTerm(term) || /\p{N}/u.test(term)));
  const words = phraseWordsOf(line);
  const hits = words.filter(({ terms }) => terms.some((term) => sought.has(term)));
  const held = (from: number) =>
    new Set(
      hits
        .filter(({ at, end }) => at >= from && end <= from + most * (1 - BEFORE_SHARE))
        .flatMap(({ terms }) => terms.filter((term) => sought.has(term))),
    ).size;
  const [first] = hits.toSorted((a, b) => held(b.at) - held(a.at) || a.at - b.at);
  if (first === undefined || first.end <= most * (1 - BEFORE_SHARE)) return line;
  // The last of what is long is shown as far as there is room.
  const earliest = Math.min(first.at - most * BEFORE_SHARE, line.length - most + 2);
  const near = words.filter(({ at }) => at >= earliest && at <= first.at);
  const start = near.find(
    ({ sentence, at }, i) => i > 0 && near[i - 1]?.sentence !== sentence && at <= first.at,
  );
  const at = (start ?? near[0] ?? first).at;
  return at === 0 ? line : `… ${line.slice(at)}`;
}
