/** How an order to the agent begins in English, and what of it names an artifact. */
import type { ArtifactType } from "../../../mind/enums";

/** "Hi Anima, could you please": what may stand before an order. The second part makes one of what else may be a note to oneself. */
export const GREETED = "(?:(?:hi|hey|hello|ok|okay|so|now|then|also|and|but)\\b[ ,!]*)*(?:\\p{L}+[,:!] )?";
export const ASKED =
  "(?:(?:please|pls|plz),? |(?:can|could|will|would|won't) you (?:please |kindly )?|(?:i'd|i would) like you to |i want you to |go ahead and |feel free to )";

const TYPES: Readonly<Record<string, ArtifactType>> = {
  tweet: "tweet",
  post: "tweet",
  note: "note",
  question: "question",
  alert: "alert",
  alarm: "alert",
  warning: "alert",
};

/** An order of this pattern, from a sentence's beginning. */
export function order(pattern: string): RegExp {
  return new RegExp(`^${GREETED}(?:${ASKED}|let's )*${pattern}`, "iu");
}

/** What ends an order and is no part of what it is about. */
export const CLOSING =
  /(?:[,\s]+(?:please|pls|plz|now|today|again|any ?more|any longer|at all|for (?:me|us|a while|now)|in it|by name|to (?:(?:anyone|anybody)(?: else)?|him|her|them)|though|thanks|thank you|will you|would you|ok|okay))+$/iu;
/** Verbs of who passes on what somebody said, and so orders nothing himself. */
export const SAID = "(?:said|says|told|tells|asked|asks|wrote|writes|warned|warns|replied|answered|shouted)";
/** Words with which nobody tells how things are. */
export const POLITE = /\b(?:please|pls|plz|thanks|thank you)\b/iu;

/** What denies an order: "don't ever", "there's no need to". */
export const NOT = "(?:don'?t|do not|never)(?: ever)?";
export const NEEDLESS = "(?:(?:there(?:'s| is) )?no need to|you (?:needn'?t|don'?t (?:need|have) to))";

/** "Write a short question", "raise an alert"; its name in the group `type`. */
export const MAKE_ONE = `(?:write|make|do|give|post|compose|draft|create|publish|send|send out|put out|raise|sound|issue|leave|prepare|ask)(?: (?:me|us))? (?:an?|the|one|another|some) (?:\\p{L}+ ){0,2}?(?<type>${Object.keys(TYPES).join("|")})`;
/** Makes no artifact: what it says is to be kept. */
export const NOTE_OF = "(?:make|take) (?:a )?note (?:of|that)";
/** What is to be kept in mind, as it is asked for. */
export const TO_BE_KEPT = `remind (?:me|us|everyone)\\b|(?:don'?t|do not|not|never) forget\\b|${NOTE_OF}\\b|note that\\b|(?:keep|bear)(?: this| that| it)? in mind\\b`;
/** "Warn everybody". */
export const WARN_ALL = "(?:alert|warn) (?:everyone|everybody|people|us|them|me|the \\p{L}+)";

/** The artifact that a word in the group `type` names. */
export function typeNamed(match: RegExpExecArray): ArtifactType | null {
  return TYPES[match.groups?.["type"]?.toLowerCase() ?? ""] ?? null;
}
