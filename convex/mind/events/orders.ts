/** What a note tells the agent to do, in plain words of English at the beginning of a sentence: "Tweet about the harvest." */
import { isOfNote, withoutFrame } from "../language/frames";
import { SENTENCE_BREAK } from "../language/sentenceEnds";
import { isStopWord } from "../language/stopWords";
import { tokensOf } from "../language/tokens";
import type { ArtifactType } from "../words";
import type { SituationEvent } from "./situation";

/** `make`: an artifact about something, null where that isn't said. `leave`: not to come back to something. `other`: what no reflex does. */
export type Order =
  | { readonly kind: "make"; readonly type: ArtifactType; readonly about: string | null }
  | { readonly kind: "leave"; readonly about: string }
  | { readonly kind: "other"; readonly said: string };

/** Orders stand where a note begins, if anywhere. */
const READ_LENGTH = 1000;
const ABOUT_LENGTH = 200;

/** "Hi Anima, could you please": what may stand before an order. The second part makes one of what else may be a note to oneself. */
const GREETED = "(?:(?:hi|hey|hello|ok|okay|so|now|then|also|and)\\b[ ,!]*)*(?:\\p{L}+[,:!] )?";
const URGED =
  "(?:please,? |(?:can|could|will|would|won't) you (?:please |kindly )?|(?:i'd|i would) like you to |i want you to |go ahead and |feel free to )";
const ABOUT = "(?:about|on|regarding|concerning|over|for|of)";
const TYPES: Readonly<Record<string, ArtifactType>> = {
  tweet: "tweet",
  post: "tweet",
  note: "note",
  question: "question",
  alert: "alert",
  alarm: "alert",
  warning: "alert",
};

function order(pattern: string): RegExp {
  return new RegExp(`^${GREETED}(?:${URGED})*${pattern}`, "iu");
}

/** "Tweet about", "post something about". */
const TWEET = order(
  `(?:tweet|post)(?: (?:something|anything|a line|a word|a few words))? (?:about|on|regarding) (?<about>.+)$`,
);
/** "Write a short question about", "raise an alert". "Make a note of it" asks to keep what it says. */
const MAKE = order(
  `(?:write|make|post|compose|draft|create|publish|send out|put out|raise|sound|issue|leave|prepare|ask)(?: (?:me|us))? (?:an?|the|one|another|some) (?:\\p{L}+ ){0,2}?(?<type>${Object.keys(TYPES).join("|")})(?: ${ABOUT} (?<about>.+))?$`,
);
const KEPT = order(`(?:make|take) (?:a )?note (?:of|that)\\b`);
/** "Warn everybody about". */
const WARN = order(
  `(?:alert|warn) (?:everyone|everybody|people|us|them|me|the \\p{L}+) (?:about|of|to) (?<about>.+)$`,
);
/** "Stop talking about", "don't mention". */
const LEAVE = order(
  `(?:(?:stop|quit|cease)(?: (?:talking|speaking|writing|tweeting|posting|thinking|musing|going on|harping on))?(?: (?:about|of|on))|(?:stop|quit) (?:mentioning|bringing up)|` +
    `(?:don't|do not|never)(?: ever)? (?:(?:talk|speak|write|tweet|post|think|muse|go on)(?: (?:any ?more|again))? (?:about|of|on)|mention|bring up)|no more (?:talk|tweets|posts|notes|news) (?:about|of|on)|enough (?:about|of)) (?<about>.+)$`,
);
const DEEDS = "(?:write|compose|draft|translate|tweet|e-?mail|publish|delete|erase|wipe)";
const URGED_DEEDS = `(?:${DEEDS}|send|post|create|design|draw|paint|print|phone|call|message|book|buy|order|switch|turn|restart|rename|play|sing)`;
/** As plain in German and French, where no more is read. */
const ELSEWHERE =
  "(?:bitte )?(?:schreibe?|schreiben sie|twittere?|poste|verfasse|lösche|écris|écrivez|rédigez?|publiez?|effacez?|supprimez?)";
const OTHER = new RegExp(
  `^${GREETED}(?:(?:${URGED})+${URGED_DEEDS}|${DEEDS}|send (?:\\p{L}+ )?(?:an?|the) (?:e-?mail|mail|message|letter|text)|${ELSEWHERE}) \\p{L}`,
  "iu",
);
/** What ends an order and is no part of what it is about. */
const CLOSING =
  /(?:[,\s]+(?:please|now|today|again|any ?more|any longer|at all|for (?:me|us|a while|now)|thanks|thank you|will you|would you|ok|okay))+$/iu;

/** The first order in `note`; null where it gives none. What somebody is told to have said gives none. */
export function orderIn(note: string): Order | null {
  for (const sentence of sentencesOf(note)) {
    const found = orderOf(sentence);
    if (found !== null) return found;
  }
  return null;
}

/** The sentences of `note` that give no order. */
export function besidesOrders(note: string): string[] {
  return sentencesOf(note).filter((sentence) => orderOf(sentence) === null);
}

/** Whether an event tells or asks something, and does not only give orders. */
export function tellsOrAsks({ source, content }: SituationEvent): boolean {
  return source.kind === "feed" || orderIn(content) === null || besidesOrders(content).length > 0;
}

/** Whether a memory is of a note that only gave orders: it says what was to be done, and nothing of how things are. */
export function onlyOrders(memory: string): boolean {
  return isOfNote(memory) && besidesOrders(withoutFrame(memory)).length === 0;
}

function sentencesOf(note: string): string[] {
  const sentences = note.slice(0, READ_LENGTH).split(SENTENCE_BREAK);
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** The order that an event gives: notes alone are for the agent. */
export function orderOfEvent({ source, content }: SituationEvent): Order | null {
  return source.kind === "wake" ? orderIn(content) : null;
}

function orderOf(sentence: string): Order | null {
  const said = sentence.replace(/[’ʼ]/gu, "'").replace(/[\s.!?…]+$/u, "");
  if (KEPT.test(said)) return null;
  const leave = LEAVE.exec(said);
  if (leave !== null) {
    const about = matterOf(leave.groups?.about);
    return about === null ? { kind: "other", said: sentence } : { kind: "leave", about };
  }
  const tweet = TWEET.exec(said);
  if (tweet !== null) return { kind: "make", type: "tweet", about: matterOf(tweet.groups?.about) };
  const warn = WARN.exec(said);
  if (warn !== null) return { kind: "make", type: "alert", about: matterOf(warn.groups?.about) };
  const make = MAKE.exec(said);
  const type = TYPES[make?.groups?.type?.toLowerCase() ?? ""];
  if (type !== undefined) return { kind: "make", type, about: matterOf(make?.groups?.about) };
  return OTHER.test(said) ? { kind: "other", said: sentence } : null;
}

/** What an order is about; null where no word of that tells. */
function matterOf(written = ""): string | null {
  const about = written
    .replace(CLOSING, "")
    .replace(/^[\s"“'‘]+|[\s"”'’,;:]+$/gu, "")
    .slice(0, ABOUT_LENGTH);
  return tokensOf(about).some((token) => !isStopWord(token)) ? about : null;
}
