/** Replies without a model: quotes and dates what was found on the note's questions, or says that nothing was. */
import { bestPart } from "../knowledge/bestPart";
import { parsedText } from "../text/parsedText";
import { clipped, fullStop, quoted } from "../text/phrasing";
import { relatedTo } from "./related";
import type { Reply } from "../tick/replies";
import type { Situation } from "../tick/situation";

/** The limit of a model's reply. */
const REPLY_LENGTH = 2_000;
/** Characters of a note's questions that are quoted. */
const QUESTION_LENGTH = 240;

/** A reply to the note of this number; `because` completes "I can't answer this, since …". */
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
  const { told } = relatedTo(situation, note);
  const found = told === "" ? "Nothing that bears on it was found in memory or knowledge." : told;
  return { note, text: clipped(`${first}\n${found}`, REPLY_LENGTH) };
}
