/** Replies without a model. They quote and date what was found on the note's questions, or say that nothing was found. */
import { bestPart } from "../knowledge/bestPart";
import { parsedText } from "../text/parsedText";
import { clipped, fullStop, quoted } from "../text/phrasing";
import { termsOf } from "../text/tokens";
import { states } from "./memories";
import { relatedTo } from "./related";
import { repeatsNote } from "../tick/confidences";
import type { Reply } from "../tick/replies";
import type { Situation } from "../tick/situation";

/** The limit of a model's reply. */
const REPLY_LENGTH = 2_000;
/** The most characters of a note's questions that are quoted. */
const QUESTION_LENGTH = 240;

/** A reply to event number `note`, counted from 1. `because` completes "I can't answer this, since …". */
export function replyByExtraction(situation: Situation, note: number, because: string): Reply {
  const event = situation.events[note - 1];
  const { questions } = parsedText(event?.content ?? "");
  const asked = questions.join(" ");
  const first =
    asked === ""
      ? fullStop(`Your note is kept; no reply of my own, since ${because}`)
      : fullStop(
          `I can't answer ${quoted(bestPart(asked, asked, QUESTION_LENGTH), QUESTION_LENGTH)}, since ${because}`,
        );
  // A note that only greets or thanks needs no search results.
  if (event === undefined || (asked === "" && !states(event))) return { note, text: first };
  const found = [...cameInWith(situation, note, asked), relatedTo(situation, note).told];
  const told = found.filter((line) => line !== "").join("\n");
  const nothing = asked === "" ? "" : "Nothing that bears on it was found in memory or knowledge.";
  return { note, text: clipped(`${first}\n${told === "" ? nothing : told}`.trim(), REPLY_LENGTH) };
}

/** The share of a question's terms from which another event of the tick may answer it. */
const SHARED = 0.5;
const MAX_WITH_IT = 2;
const QUOTE_LENGTH = 300;

/** Quotes the events of the same tick that share most terms with the question. Memory does not hold them yet. */
function cameInWith(situation: Situation, note: number, asked: string): string[] {
  const terms = [...new Set(termsOf(asked))];
  if (terms.length === 0) return [];
  return situation.events
    .filter((event, i) => i + 1 !== note && states(event) && !repeatsNote(event.content, note, situation))
    .map(({ content }) => {
      const held = new Set(termsOf(content));
      return { content, shared: terms.filter((term) => held.has(term)).length / terms.length };
    })
    .filter(({ shared }) => shared >= SHARED)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MAX_WITH_IT)
    .map(({ content }) =>
      fullStop(`Came in with it: ${quoted(bestPart(content, asked, QUOTE_LENGTH), QUOTE_LENGTH)}`),
    );
}
