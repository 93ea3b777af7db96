/**
 * What people may read of replies while the model still writes them. A reply that would be dropped is never shown in part: of
 * an unfinished one so much is held back that no check can still find its beginning in what was shown.
 */
import { cut } from "../promptText/sections";
import { jsonPrefix } from "../text/jsonPrefix";
import { LIMITS } from "./answer";
import { isFit } from "./answerLimits";
import { recitesPersona, repeatsNote, RUN } from "./confidences";
import { numbersShownAs } from "./eventsSection";
import { notesToAnswer, type Reply } from "./replies";
import type { Situation } from "./situation";

const LETTER = /[\p{L}\p{N}]/gu;

/** The replies in the beginning of an answer, as far as they may be shown. One that breaks a rule has an empty text. */
export function partialReplies(answer: string, situation: Situation): Reply[] {
  const read = jsonPrefix(answer);
  const given = isRecord(read?.value) ? read.value["replies"] : null;
  const replies = (Array.isArray(given) ? given : []).filter(isReply);
  return notesToAnswer(situation).flatMap((note): Reply[] => {
    const reply = replies.find((one) => numbersShownAs(situation, [one.note]).includes(note));
    const text = reply?.text ?? "";
    // Letters may follow; a reply without any is dropped.
    if (text.search(LETTER) === -1) return [];
    const isOpen = reply === replies.at(-1) && text === read?.open;
    if (!mayBeShown(text, note, situation)) return [{ note, text: "" }];
    const shown = cut(isOpen ? withoutTail(text) : text, LIMITS.reply);
    return shown === "" ? [] : [{ note, text: shown }];
  });
}

/** The checks that drop a reply (answerCheck). */
function mayBeShown(text: string, note: number, situation: Situation): boolean {
  return isFit(text) && !recitesPersona(text, situation) && !repeatsNote(text, note, situation);
}

/** `text` without its last letters: as many as a check needs to find a confidence, and more than a tag of the prompt has. */
function withoutTail(text: string): string {
  return text.slice(0, [...text.matchAll(LETTER)].at(-RUN)?.index ?? 0);
}

function isReply(value: unknown): value is Reply {
  return isRecord(value) && Number.isInteger(value["note"]) && typeof value["text"] === "string";
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null;
}
