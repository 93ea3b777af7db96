/** What a tick remembers without a model: what came in, as it was told. */
import { cut, fairShares } from "../prompts/sections";
import { parsedText } from "../text/parsedText";
import { lengthOf } from "../text/phrasing";
import type { Learned } from "../tick/learning";
import type { Situation, SituationEvent } from "../tick/situation";
import { asksToRemember } from "../tick/dueArtifacts";
import { distinctTexts } from "../tick/distinctTexts";

/** Texts remembered of one tick, and their characters together: each is compared with what is known, in one mutation. */
const MOST_REMEMBERED = 16;
const REMEMBERED_LENGTH = 8_000;

/** Words of the shortest sentence that states something: what is shorter greets, thanks or calls. */
const LEAST_WORDS = 3;

/** Each distinct text, the most pressing first. Notes that only ask or greet state nothing to remember. */
export function eventMemories({ events }: Pick<Situation, "events">): Learned[] {
  const told = distinctTexts(events)
    .filter(({ event }) => asksToRemember(event) || states(event))
    .slice(0, MOST_REMEMBERED);
  const shares = fairShares(
    told.map(({ event }) => lengthOf(event.content)),
    REMEMBERED_LENGTH,
  );
  return told.map(({ event, events: same }, i) => ({
    type: "episodic",
    content: cut(event.content, shares[i] ?? 0),
    importance: null,
    basedOn: events.flatMap((other, at) => (same.includes(other) ? [at + 1] : [])),
  }));
}

function states({ source, content }: SituationEvent): boolean {
  const parsed = parsedText(content);
  if (source.kind === "feed") return !parsed.onlyAsks;
  return parsed.sentences.some((text) => {
    const sentence = parsedText(text);
    return sentence.tokens.length >= LEAST_WORDS && !sentence.onlyAsks;
  });
}
