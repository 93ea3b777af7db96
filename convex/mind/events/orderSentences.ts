/** The order that one sentence of a note gives, in plain words of English at its beginning: "Tweet about the harvest." */
import { isStopWord } from "../language/stopWords";
import { tokensOf } from "../language/tokens";
import type { ArtifactType } from "../words";
import { dictatedIn } from "./dictation";
import { GREETED, MAKE_ONE, order, typeNamed, URGED, WARN_ALL } from "./orderForms";
import { leftIn } from "./prohibitions";

/**
 * `make`: an artifact about something, null where that isn't said. `say`: one of words that are given. `leave`: not to come
 * back to something, or (`names`) not to name somebody. `other`: what no reflex does.
 */
export type Order =
  | { readonly kind: "make"; readonly type: ArtifactType; readonly about: string | null }
  | { readonly kind: "say"; readonly type: ArtifactType; readonly words: string }
  | { readonly kind: "leave"; readonly about: string; readonly names?: boolean }
  | { readonly kind: "other"; readonly said: string };

/** An order of one sentence; `goesOn` where the next ones may belong to it, `pointsBack` where it is about those before. */
export interface Found {
  readonly order: Order;
  readonly goesOn?: boolean;
  readonly pointsBack?: boolean;
}

const ABOUT_LENGTH = 200;

const ABOUT = "(?:about|on|regarding|concerning|over|for|of)";
/** "Tweet about", "post something about". */
const TWEET = order(
  `(?:tweet|post)(?: (?:something|anything|a line|a word|a few words)(?: \\p{L}+)?)? (?:about|on|regarding) (?<about>.+)$`,
);
/** "Write a short question about", "raise an alert". "Make a note of it" asks to keep what it says. */
const MAKE = order(`${MAKE_ONE}(?: ${ABOUT} (?<about>.+))?$`);
/** "Summarise what we know about the regatta", "list everything about the mill"; "list price" and a day's news are no matter. */
const SUM_UP = order(
  `(?:summari[sz]e|sum up|recap|list(?= (?:all|every|everything|anything|the|my|our|what|any)\\b)|(?:give|make|write|send) (?:me |us )?(?:an?|the) (?:short |brief |quick )?(?:summary|list|overview|recap) of)(?: for (?:me|us))? ` +
    `(?!(?:what(?:'s| has| is)? (?:happened|new)|today)\\b|(?:the |today's )?(?:news|day|events)\\b(?!.* (?:about|on|of) \\p{L}))` +
    `(?:(?:all|everything|anything|what)(?: (?:that )?(?:(?:we|you|i) (?:know|have|heard)(?: on record)?|(?:we|you|i)(?:'ve| have) (?:got|heard)|is (?:known|on record)|there is))?(?: (?:about|on|of|regarding))? )?(?<about>.+)$`,
);
const KEPT = order(`(?:make|take) (?:a )?note (?:of|that)\\b`);
/** "Warn everybody about". */
const WARN = order(`${WARN_ALL} (?:about|of|to) (?<about>.+)$`);
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
  /(?:[,\s]+(?:please|pls|plz|now|today|again|any ?more|any longer|at all|for (?:me|us|a while|now)|in it|by name|to (?:anyone|anybody)(?: else)?|though|thanks|thank you|will you|would you|ok|okay))+$/iu;
/** Where something else begins that an order says, and that it isn't about: "the frost, we lost five seedlings". */
const ASIDE =
  /(?:[,;] (?:but|because|so|since|as|it|we|i|he|she|they|there|which|who)\b|;| (?:but|because|so that)\b).*$/iu;

/** What points back to what was said. */
const POINTING = /^(?:all |exactly )?(?:it|this|that|them|these|those)$/iu;

/** The order that `sentence` gives; null where it gives none. */
export function orderOf(sentence: string): Found | null {
  const plain = sentence.replace(/[’ʼ]/gu, "'");
  const said = plain.replace(/[\s.!?…]+$/u, "");
  if (KEPT.test(said)) return null;
  const left = leftIn(said);
  if (left !== null) {
    const about = matterOf(left.about);
    if (about === null) return { order: { kind: "other", said: sentence } };
    return { order: { kind: "leave", about, ...(left.names ? { names: true } : {}) } };
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
  const sum = SUM_UP.exec(said);
  if (sum !== null) return makeOf("note", sum);
  const make = MAKE.exec(said);
  const type = make === null ? null : typeNamed(make);
  if (make !== null && type !== null) return makeOf(type, make);
  return OTHER.test(said) ? { order: { kind: "other", said: sentence } } : null;
}

function makeOf(type: ArtifactType, { groups }: RegExpExecArray): Found {
  const matter = (groups?.["about"] ?? "").replace(ASIDE, "");
  return {
    order: { kind: "make", type, about: matterOf(matter) },
    pointsBack: POINTING.test(matter.replace(CLOSING, "")),
  };
}

/** What an order is about; null where no word of that tells. */
function matterOf(written: string): string | null {
  const matter = written
    .replace(CLOSING, "")
    .replace(/^[\s"“'‘]+|[\s"”'’,;:]+$/gu, "")
    .slice(0, ABOUT_LENGTH);
  return tokensOf(matter).some((token) => !isStopWord(token)) ? matter : null;
}
