/** What ends a state by being done: once the window is repaired it isn't broken, once the car is picked up it isn't at the garage. */
import { phraseWordsOf } from "../language/phraseWords";
import { withPlainApostrophes } from "../language/apostrophes";
import { sentencesIn } from "../../../mind/text/sentences";
import { senseOf } from "../language/senses";
import { tokensOf } from "../language/tokens";
import { isPast } from "../language/voices";
import { tellingStem } from "../language/weakWords";
import { isDate } from "../time/calendarWords";
import { isDoneBy, isDoneTo, isObjectAt, stemsOf } from "./doneTo";

/** A state, by the words behind what is in it, and the deeds that end it: done to that, or by it. */
interface Ending {
  readonly state: RegExp;
  readonly done?: RegExp;
  readonly does?: RegExp;
}

const IS = "(?:is|are|am)";
/** The little that may stand between a verb and what it goes with. */
const NEAR = "[^.,;:!?]{0,40}?";
const PLACE = "(?:in|at|on|under|behind|beside|near|above|below|inside|outside|with|between|next to)";
const REPAIRED =
  "(?:repaired|fixed|mended|replaced|unblocked|patched|serviced|cleaned|descaled|rewired|resealed|sorted out)";
const TAKEN = `(?:picked ${NEAR}\\bup|collected|fetched|took|taken|moved|brought|carried|returned|gave|given|sent|sold|lent|threw|thrown|hid|put)`;

const ENDINGS: readonly Ending[] = [
  {
    state: words(
      `(?:${IS}|keeps?|has|have|got)(?: been)? (?:[\\p{L}]+ )?(?:broken|leaking|leaky|stuck|dead|faulty|defective|jammed|blocked|clogged|cracked|torn|out of order|flat|a flat tyre|not working|down|dirty|a hole)|` +
        "(?:leaks?|sticks|drips|squeaks|(?:does not|doesn't|doesnt|do not|don't|dont|won't|wont) (?:work|start|close|open|turn on))|broke(?: down)?",
    ),
    done: words(REPAIRED),
  },
  {
    state: words("(?:hurts?|aches?)|(?:is|are) (?:sore|infected|swollen)"),
    done: words("pulled|removed|filled|took out|taken out|treated"),
  },
  {
    state: words(`(?:${IS}|lies?|hangs?|stands?|sits?) (?:still |kept |parked |hidden )?${PLACE}`),
    done: words(TAKEN),
  },
  {
    state: words(`(?:lives?|living|stays|staying|rents?|${IS}) ${PLACE}`),
    does: words(
      "moved (?:out|away)|(?:came|gone|went|is|are) (?:back )?home|has left|have left|was discharged|were discharged|was released",
    ),
  },
  {
    state: words("(?:runs?|running|is|are)(?: still)?(?: on)?(?= (?:version )?\\p{L}* ?v?\\p{N})"),
    done: words(`(?:upgraded|updated|downgraded|migrated|switched)(?=${NEAR}\\bto\\b)`),
  },
  {
    state: words("owes?|in debt to"),
    done: words(`(?:paid(?= ${NEAR}\\bback\\b)|paid back|paid off|repaid|settled)`),
    does: words(`(?:paid(?= ${NEAR}\\bback\\b)|paid back|repaid|settled)`),
  },
  { state: words(`${IS} (?:unpaid|overdue|outstanding|not paid)`), done: words("paid|settled") },
  {
    state: words(`(?:${IS}|gone) (?:lost|missing)`),
    done: words("found|recovered"),
    does: words("turned up|has come back"),
  },
  { state: words("(?:looking|searching|hunting) for|in search of"), done: words("found|hired|bought") },
  {
    state: words("(?:will |'ll |won't |would )?never"),
    done: words(`(?:booked|used|hired|bought|ordered|visited|tried|called)(?=${NEAR}\\bagain\\b)`),
    does: words("came back"),
  },
  {
    state: words(
      `(?:${IS}|starts?|begins?|takes? place|will be|comes?)(?= (?:on|at|next|this|tomorrow|in)\\b)`,
    ),
    done: words("cancelled|canceled|called off"),
  },
];
/** What is to be done, by the verb: ended by the very deed. */
const DUTY = words(
  "(?:must|has to|have to|needs to|need to|ought to|(?:don't|dont|do not) forget to|remember to)(?: still)?(?: be)? (?<verb>\\p{L}+)",
);
/** What is to be done again and again is never over. */
const AGAIN = /\b(?:every|each|daily|weekly|monthly|yearly|always|regularly|never)\b/iu;
/** What was not done, or is yet to be. */
const UNDONE =
  /\b(?:not|never|nobody|no one|if|unless|whether|would|could|should|might|must|will|shall|almost|nearly|tried|going to|to be|needs?|wants?|(?:has|have|had) to)\b|n't\b|'ll\b/iu;
/** What was done long ago ended nothing that was told since. */
const LONG_AGO = /\b(?:last year|(?:years|decades) ago|as a child|back then)\b/iu;
/** A part of a debt that is paid leaves the rest. */
const PART = /\p{N}|\b(?:half|part|some)\b/u;
const WHOLE = /\b(?:all|everything|in full|the rest)\b/iu;
/** A text is read this far. */
const READ_LENGTH = 1000;

/** Whether `newer`, told later, tells of a deed by which what `older` says is no longer so. */
export function endsState(newer: string, older: string): boolean {
  const deeds = sentencesOf(newer).filter((sentence) => !UNDONE.test(sentence) && !LONG_AGO.test(sentence));
  return (
    deeds.length > 0 && sentencesOf(older).some((sentence) => deeds.some((deed) => ends(deed, sentence)))
  );
}

/** Whether a sentence of `text` tells of a deed that changes how things are with all of `things`, given by their stems. */
export function tellsOfDeedTo(text: string, things: readonly string[]): boolean {
  return sentencesOf(text).some(
    (sentence) =>
      !UNDONE.test(sentence) &&
      ENDINGS.some(
        ({ done, does }) =>
          (done !== undefined && isDoneTo(sentence, done, things)) ||
          (does !== undefined && isDoneBy(sentence, does, things)),
      ),
  );
}

function ends(deed: string, state: string): boolean {
  for (const { state: wording, done, does } of ENDINGS) {
    const found = wording.exec(state);
    if (found === null) continue;
    const things = thingsOf(state, found);
    const behind = tokensOf(state.slice(found.index + found[0].length))[0] ?? "";
    const isAppointment = /\b(?:in|at|on)$/iu.test(found[0]) && isDate(behind);
    if (things.length === 0 || isAppointment) continue;
    const isDebt = /^owe|debt/iu.test(found[0]);
    if (isDebt && PART.test(deed) && !WHOLE.test(deed)) continue;
    if (done !== undefined && isDoneTo(deed, done, things)) return true;
    if (does !== undefined && isDoneBy(deed, does, things)) return true;
  }
  return fulfils(deed, state);
}

/** "I cancelled the subscription" after "The subscription must be cancelled". */
function fulfils(deed: string, state: string): boolean {
  const duty = DUTY.exec(state);
  const verb = senseOf((duty?.groups?.["verb"] ?? "").toLowerCase());
  if (duty === null || verb === "" || AGAIN.test(state)) return false;
  const things = thingsOf(state, duty).filter((thing) => thing !== verb);
  const did = phraseWordsOf(deed).find(({ plain }) => senseOf(plain) === verb && isPast(plain));
  return did !== undefined && things.length > 0 && isObjectAt(deed, did.at, things);
}

/** What is in the state: what the sentence names before it, or where that is but "I", what it names behind it. */
function thingsOf(sentence: string, { 0: written, index }: RegExpExecArray): string[] {
  const before = stemsOf(sentence.slice(0, index));
  if (before.length > 0) return before;
  const behind = sentence.slice(index + written.length);
  const telling = tokensOf(behind).flatMap((token) => tellingStem(token.replace(/'s$/u, "")) ?? []);
  return telling.length > 0 ? telling : stemsOf(behind).filter((stem) => !/\p{N}/u.test(stem));
}

function sentencesOf(text: string): string[] {
  return sentencesIn(withPlainApostrophes(text.slice(0, READ_LENGTH)));
}

function words(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}-])(?:${pattern})(?![\\p{L}\\p{N}])`, "iu");
}
