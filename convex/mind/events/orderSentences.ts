/** The order that one sentence of a note gives, in plain words of English at its beginning: "Tweet about the harvest." */
import { withPlainApostrophes } from "../language/apostrophes";
import { isAuxiliary, isFiniteVerb, phraseWordsOf } from "../language/phraseWords";
import { isStopWord } from "../../../mind/text/stopWords";
import { tokensOf } from "../language/tokens";
import type { ArtifactType } from "../../../mind/enums";
import { dictatedIn } from "./dictation";
import { ASKED, CLOSING, GREETED, MAKE_ONE, NOTE_OF, order, SAID, typeNamed, WARN_ALL } from "./orderForms";
import { leftIn, type Left } from "./prohibitions";

/**
 * `make`: an artifact about something, null where that isn't said. `say`: one of words that are given. `leave`: not to come
 * back to something, or (`names`) not to name somebody. `other`: what no reflex does.
 */
export type Order =
  | { readonly kind: "make"; readonly type: ArtifactType; readonly about: string | null }
  | { readonly kind: "say"; readonly type: ArtifactType; readonly words: string }
  | { readonly kind: "leave"; readonly about: string; readonly names?: boolean }
  | { readonly kind: "other"; readonly said: string };

/**
 * An order of one sentence; `goesOn` where the next ones may belong to it, `pointsBack` where it is about those before,
 * `beside` where it is none but beside another.
 */
export interface Found {
  readonly order: Order;
  readonly goesOn?: boolean;
  readonly pointsBack?: boolean;
  readonly beside?: boolean;
}

const ABOUT_LENGTH = 200;

const ABOUT = "(?:about|on|regarding|concerning|over|for|of)";
/** "Tweet about", "post something about". */
const TWEET = order(
  `(?:tweet|post)(?: (?:something|anything|a line|a word|a few words)(?: \\p{L}+)?)? (?:about|on|regarding) (?<about>.+)$`,
);
/** "Write a short question about", "raise an alert". */
const MAKE = order(`${MAKE_ONE}(?: ${ABOUT} (?<about>.+))?$`);
/** "Summarise what we know about the regatta", "list everything about the mill". A price or a flat that is listed and a day's news are no matter. */
const SUM_UP = order(
  `(?:summari[sz]e|sum up(?! to\\b)|recap(?! of\\b)|list(?= (?:all|every|everything|anything|what|any|(?:the|my|our) (?:\\p{L}+ ){0,2}?\\p{L}+s)\\b)|` +
    `(?:give|make|write|send) (?:me |us )?(?:an?|the) (?:short |brief |quick )?(?:summary|list|overview|recap) of)(?: for (?:me|us))? ` +
    `(?!(?:what(?:'s| has| is)? (?:happened|new)|today)\\b|(?:the |today's )?(?:news|day|events)\\b(?!.* (?:about|on|of) \\p{L}))` +
    `(?:(?:all|everything|anything|what)(?: (?:that )?(?:(?:we|you|i) (?:know|have|heard)(?: on record)?|(?:we|you|i)(?:'ve| have) (?:got|heard)|is (?:known|on record)|there is))?(?: (?:about|on|of|regarding))? )?(?<about>.+)$`,
);
const KEPT = order(`${NOTE_OF}\\b`);
/** "Warn everybody about". */
const WARN = order(`${WARN_ALL} (?:about|of|to) (?<about>.+)$`);
const MAKING: readonly { readonly type?: ArtifactType; readonly pattern: RegExp }[] = [
  { type: "tweet", pattern: TWEET },
  { type: "alert", pattern: WARN },
  { type: "note", pattern: SUM_UP },
  { pattern: MAKE },
];
const TO_MAKE = "(?:write|compose|draft|tweet|publish|translate|delete|erase|wipe|e-?mail)";
/** Asked for in so many words; else they may be what somebody has to do himself: "Order more paper", "Wipe the counters". */
const ASKED_DEEDS = `(?:${TO_MAKE}|send|post|create|design|draw|paint|print|phone|call|message|book|buy|order|switch|turn|restart|rename|play|sing)`;
/** What the agent holds itself. */
const ITS_OWN = "(?:memor(?:y|ies)|notes?|logs?|tweets?|posts?|alerts?|records?|messages?)";
/** For the agent without more ado: a text that isn't there yet, or one that it holds. "Draft beer", "the last draft" and "write access" are things. */
const PLAIN_DEEDS =
  "(?:(?:write|compose|draft|tweet|publish)(?: (?:me|us))? (?:an?|some|another)|tweet (?:th(?:is|ese|ose)|that(?! (?:was|is|went|got|has|had|made)\\b))|translate (?:this|that|the following)|" +
  `(?:delete|erase|wipe)(?: out)?(?: all)?(?: of)? (?:(?:the|my|your|this|that|these|those|our|last|latest|old) )*${ITS_OWN}|` +
  "send (?:\\p{L}+ )?(?:an?|the) (?:e-?mail|mail|message|letter|text))";
/** As plain in German and French, where no more is read. */
const ELSEWHERE =
  "(?:bitte )?(?:schreibe?|schreiben sie|twittere?|poste|verfasse|lösche|écris|écrivez|rédigez?|publiez?|effacez?|supprimez?)(?: (?:mir|uns|moi|nous))? (?:einen?|ein|etwas|alle|deine|une?|quelque|tous|toutes?|tes)";
const OTHER = new RegExp(
  `^${GREETED}(?:${ASKED}+${ASKED_DEEDS}|${PLAIN_DEEDS}|${ELSEWHERE})(?= \\p{L}|$)`,
  "iu",
);
/** Where something else begins that an order says, and that it isn't about: "the frost, we lost five seedlings". */
const ASIDE =
  /(?:[,;] (?:but|because|so|since|as|it|we|i|he|she|they|there|which|who)\b|[,;] (?:\p{L}+ ){1,2}(?:is|are|was|were|has|have|had|will|would|can|knows?)\b|;| (?:but|because|so that)\b).*$/iu;
/** What was said by somebody is no order of who passes it on: "Don't talk at meals, my aunt always said." */
const SAID_BY = new RegExp(
  `[,;–—-] (?:[\\p{L}.]+ ){0,3}(?:${SAID}(?: [\\p{L}.]+){0,3}|used to (?:say|tell (?:me|us)))$`,
  "iu",
);
/** What an order begins with that may be a thing as well. */
const MAY_BE_THING = new RegExp(
  `^${GREETED}(?:(?:tweet|post) (?:about|on|regarding)|alert|recap|list)\\b`,
  "iu",
);
/** Where a clause of its own begins, whose verb is not that of the sentence: "the mill that was sold". */
const SUBORDINATE =
  /\b(?:what|how|why|who|whom|whose|which|that|where|when|whether|if|because|since|as|while|and|or)\b.*$/iu;

/** What points back to what was said. */
const POINTING = /^(?:all |exactly )?(?:it|this|that|them|these|those)$/iu;

/** The order that `sentence` gives; null where it gives none. */
export function orderOf(sentence: string): Found | null {
  const plain = withPlainApostrophes(sentence);
  const said = plain.replace(/[\s.!?…]+$/u, "");
  if (KEPT.test(said)) return null;
  const dictated = dictatedIn(plain);
  if (dictated === null && SAID_BY.test(said)) return null;
  const left = leftIn(said);
  if (left !== null) return leaveOf(left, sentence);
  if (dictated !== null) {
    const { type, words, goesOn } = dictated;
    return { order: { kind: "say", type, words }, goesOn };
  }
  const make = makeIn(said);
  if (make !== null) return MAY_BE_THING.test(said) && isStatement(make.matter) ? null : makeOf(make);
  return OTHER.test(said) ? { order: { kind: "other", said: sentence } } : null;
}

/** "Don't say who it was": no word tells of what, and it is clear all the same. */
const WHO = /^who(?:m|se)?\b/iu;

function leaveOf({ about: written, names, beside }: Left, said: string): Found {
  const about = matterOf(written.replace(ASIDE, "")) ?? (WHO.test(written) ? written : null);
  if (about === null) return { order: { kind: "other", said }, beside };
  return { order: { kind: "leave", about, ...(names ? { names } : {}) }, beside };
}

/** What is to be made, and what of; `matter` is empty where that isn't said. */
interface ToMake {
  readonly type: ArtifactType;
  readonly matter: string;
}

function makeIn(said: string): ToMake | null {
  for (const { type, pattern } of MAKING) {
    const match = pattern.exec(said);
    const named = match === null ? null : (type ?? typeNamed(match));
    if (match !== null && named !== null)
      return { type: named, matter: (match.groups?.["about"] ?? "").replace(ASIDE, "") };
  }
  return null;
}

/** Whether `matter` has a verb of its own, so that what stands before it is a thing: "Post on the north fence is rotten". */
function isStatement(matter: string): boolean {
  const words = phraseWordsOf(matter.replace(SUBORDINATE, ""));
  // "The ferries" end as verbs do.
  return words.some(
    (word, place) => isFiniteVerb(words, place) && (isAuxiliary(word) || !word.plain.endsWith("s")),
  );
}

function makeOf({ type, matter }: ToMake): Found {
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
