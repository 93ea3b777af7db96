/** What a note tells the agent to do, in plain words of English at the beginning of a sentence: "Tweet about the harvest." */
import { isOfNote, withoutFrame } from "../language/frames";
import { isQuestion } from "../language/questions";
import { SENTENCE_BREAK } from "../language/sentenceEnds";
import { isStopWord } from "../language/stopWords";
import { tokensOf } from "../language/tokens";
import type { ArtifactType } from "../words";
import { dictatedIn } from "./dictation";
import { GREETED, MAKE_ONE, order, typeNamed, URGED, WARN_ALL } from "./orderForms";
import type { SituationEvent } from "./situation";

/**
 * `make`: an artifact about something, null where that isn't said. `say`: one of words that are given. `leave`: not to come
 * back to something. `other`: what no reflex does.
 */
export type Order =
  | { readonly kind: "make"; readonly type: ArtifactType; readonly about: string | null }
  | { readonly kind: "say"; readonly type: ArtifactType; readonly words: string }
  | { readonly kind: "leave"; readonly about: string }
  | { readonly kind: "other"; readonly said: string };

/** Orders stand where a note begins, if anywhere. */
const READ_LENGTH = 1000;
const ABOUT_LENGTH = 200;

const ABOUT = "(?:about|on|regarding|concerning|over|for|of)";
/** "Tweet about", "post something about". */
const TWEET = order(
  `(?:tweet|post)(?: (?:something|anything|a line|a word|a few words)(?: \\p{L}+)?)? (?:about|on|regarding) (?<about>.+)$`,
);
/** "Write a short question about", "raise an alert". "Make a note of it" asks to keep what it says. */
const MAKE = order(`${MAKE_ONE}(?: ${ABOUT} (?<about>.+))?$`);
const KEPT = order(`(?:make|take) (?:a )?note (?:of|that)\\b`);
/** "Warn everybody about". */
const WARN = order(`${WARN_ALL} (?:about|of|to) (?<about>.+)$`);
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

/** What points back to what was said. */
const POINTING = /^(?:all |exactly )?(?:it|this|that|them|these|those)$/iu;

/** The first order in `note`; null where it gives none. What somebody is told to have said gives none. */
export function orderIn(note: string): Order | null {
  const sentences = sentencesOf(note);
  for (const [i, sentence] of sentences.entries()) {
    const found = orderOf(sentence);
    if (found !== null) return withWords(found, sentences, i);
  }
  return null;
}

/** "The harvest was good. Tweet about it." What an order points back to, and what it goes on with, are its words. */
function withWords(found: Found, sentences: readonly string[], at: number): Order {
  const { order, goesOn = false, pointsBack = false } = found;
  if (order.kind === "say" && goesOn) {
    const after = sentences.slice(at + 1);
    const next = after.findIndex((sentence) => orderOf(sentence) !== null);
    return { ...order, words: [order.words, ...after.slice(0, next < 0 ? after.length : next)].join(" ") };
  }
  if (order.kind !== "make" || !pointsBack) return order;
  const before = sentences.slice(0, at);
  const words = before.slice(1 + before.findLastIndex(isQuestion)).join(" ");
  return words === "" ? order : { kind: "say", type: order.type, words };
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

/** An order of one sentence; `goesOn` where the next ones may belong to it, `pointsBack` where it is about those before. */
interface Found {
  readonly order: Order;
  readonly goesOn?: boolean;
  readonly pointsBack?: boolean;
}

function orderOf(sentence: string): Found | null {
  const plain = sentence.replace(/[’ʼ]/gu, "'");
  const said = plain.replace(/[\s.!?…]+$/u, "");
  if (KEPT.test(said)) return null;
  const leave = LEAVE.exec(said);
  if (leave !== null) {
    const about = matterOf(leave.groups?.about);
    return { order: about === null ? { kind: "other", said: sentence } : { kind: "leave", about } };
  }
  const dictated = dictatedIn(plain);
  if (dictated !== null) {
    const { type, words, goesOn } = dictated;
    return { order: { kind: "say", type, words }, goesOn };
  }
  const tweet = TWEET.exec(said);
  if (tweet !== null) return makeOf("tweet", tweet);
  const warn = WARN.exec(said);
  if (warn !== null) return makeOf("alert", warn);
  const make = MAKE.exec(said);
  const type = make === null ? null : typeNamed(make);
  if (make !== null && type !== null) return makeOf(type, make);
  return OTHER.test(said) ? { order: { kind: "other", said: sentence } } : null;
}

function makeOf(type: ArtifactType, { groups }: RegExpExecArray): Found {
  const matter = groups?.["about"] ?? "";
  return {
    order: { kind: "make", type, about: matterOf(matter) },
    pointsBack: POINTING.test(matter.replace(CLOSING, "")),
  };
}

/** What an order is about; null where no word of that tells. */
function matterOf(written = ""): string | null {
  const matter = written
    .replace(CLOSING, "")
    .replace(/^[\s"“'‘]+|[\s"”'’,;:]+$/gu, "")
    .slice(0, ABOUT_LENGTH);
  return tokensOf(matter).some((token) => !isStopWord(token)) ? matter : null;
}
