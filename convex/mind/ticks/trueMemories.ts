/** Which of the memories that a model tells may be kept: those that its own events bear out. */
import { aboutText, nounOf } from "../../../mind/tick/events";
import type { Situation, SituationEvent } from "../../../mind/tick/situation";
import { heardIn, isGainsaid } from "../grounding/gainsaid";
import { sourcesOf, ungroundedClaims, type Claim, type Said } from "../grounding/grounding";
import { textProblems } from "../grounding/textProblems";
import { sentencesIn } from "../../../mind/text/sentences";
import { termsOf } from "../language/tokens";
import { isTellingTerm } from "../language/weakWords";
import { dayAndTime } from "../../../mind/time/calendarDay";
import type { Learned } from "../../../mind/tick/learning";
import { SECTION_TAGS } from "../../../mind/tick/prompt";

/** What shares no word with its events may say the same in another language, or something that nobody told. */
const UNRECOGNISED_CONFIDENCE = 0.4;

/**
 * The memories of `told` that rest on events of this tick, hold no name, figure, date or quotation that those events
 * don't, and say more of them than of what was recalled or of what the agent wrote itself, and don't say the contrary. The others
 * are left out: a tick is not worth failing over them. `leftOut` says why, for the log. One in which nothing of its events is
 * recognised is kept as doubtful, and only as important as its text.
 */
export function trueMemories(
  told: readonly Learned[],
  situation: Situation,
): { kept: Learned[]; leftOut: string[] } {
  const judged = told.map((memory) => {
    const shown = memory.basedOn.filter((number) => number <= situation.events.length);
    const cited = { ...memory, basedOn: [...new Set(shown)] };
    return { cited, fault: faultOf(cited, situation) };
  });
  return {
    kept: judged.flatMap(({ cited, fault }) => (fault === null ? [weighed(cited, situation)] : [])),
    leftOut: judged.flatMap(({ fault }) => (fault === null ? [] : [`a memory ${fault}`])),
  };
}

function faultOf(memory: Learned, situation: Situation): string | null {
  if (memory.basedOn.length === 0) return "that rests on no event";
  if (textProblems("content", memory.content, SECTION_TAGS).length > 0) return "that is unfit to keep";
  const kinds = new Set(inventedIn(memory, situation).map(({ kind }) => kind));
  if (kinds.size > 0) return `with a ${[...kinds].join(" and a ")} that its events don't hold`;
  const heard = heardIn(citedEvents(memory.basedOn, situation).map(({ content }) => content));
  if (sentencesIn(memory.content).some((sentence) => isGainsaid(sentence, heard)))
    return "that says the contrary of its events";
  return isEcho(memory, situation) ? "of what was known before" : null;
}

function weighed(memory: Learned, situation: Situation): Learned {
  return isRecognised(memory, situation)
    ? memory
    : { ...memory, importance: null, mostConfidence: UNRECOGNISED_CONFIDENCE };
}

/** Whether a memory shares a word that tells something with its events, or half of its words where it has only others. */
function isRecognised({ content, basedOn }: Learned, situation: Situation): boolean {
  const held = new Set(citedTexts(basedOn, situation).flatMap(termsOf));
  const terms = [...new Set(termsOf(content))];
  const shared = terms.filter((term) => held.has(term));
  return shared.some(isTellingTerm) || (shared.length > 0 && 2 * shared.length >= terms.length);
}

function inventedIn({ content, basedOn }: Learned, situation: Situation): Claim[] {
  const { name, now, timeZone } = situation;
  const said = citedEvents(basedOn, situation).map((event): Said => ({
    text: citedText(event),
    saidAt: event.receivedAt,
    timeZone,
  }));
  return ungroundedClaims(content, sourcesOf([...said, `${name}\n${dayAndTime(now, timeZone)}`]));
}

/** Whether a memory shares more with something recalled, or with the agent's log, than with the events that it cites. */
function isEcho({ content, basedOn }: Learned, situation: Situation): boolean {
  const terms = new Set(termsOf(content));
  const shared = (text: string) => new Set(termsOf(text).filter((term) => terms.has(term))).size;
  const ofEvents = shared(citedTexts(basedOn, situation).join("\n"));
  const others = [
    ...situation.memories.map((memory) => memory.content),
    ...situation.logs.map((log) => log.summary),
  ];
  return others.some((other) => shared(other) > ofEvents);
}

function citedEvents(basedOn: readonly number[], { events }: Situation): SituationEvent[] {
  return basedOn.flatMap((number) => events.slice(number - 1, number));
}

function citedTexts(basedOn: readonly number[], situation: Situation): string[] {
  return citedEvents(basedOn, situation).map(citedText);
}

function citedText(event: SituationEvent): string {
  return `${nounOf(event)}\n${aboutText(event)}\n${event.content}`;
}
