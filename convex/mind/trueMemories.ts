/** Which of the memories that a model tells may be kept: those that its own events bear out. */
import { dayAndTime } from "./calendarDay";
import { aboutText } from "./eventAbout";
import { nounOf } from "./eventWords";
import { sourcesOf, ungroundedClaims, type Claim, type Said } from "./grounding";
import type { Learned } from "./learning";
import type { Situation, SituationEvent } from "./situation";
import { textProblems } from "./thoughtAnswer";
import { SECTION_TAGS } from "./tickPrompt";
import { termsOf } from "./tokens";

/**
 * The memories of `told` that rest on events of this tick, hold no name, figure, date or quotation that those events
 * don't, and say more of them than of what was recalled or of what the agent wrote itself. The others are left out: a
 * tick is not worth failing over them. `leftOut` says why, for the log.
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
    kept: judged.flatMap(({ cited, fault }) => (fault === null ? [cited] : [])),
    leftOut: judged.flatMap(({ fault }) => (fault === null ? [] : [`a memory ${fault}`])),
  };
}

function faultOf(memory: Learned, situation: Situation): string | null {
  if (memory.basedOn.length === 0) return "that rests on no event";
  if (textProblems("content", memory.content, SECTION_TAGS).length > 0) return "that is unfit to keep";
  const kinds = new Set(inventedIn(memory, situation).map(({ kind }) => kind));
  if (kinds.size > 0) return `with a ${[...kinds].join(" and a ")} that its events don't hold`;
  return isEcho(memory, situation) ? "of what was known before" : null;
}

function inventedIn({ content, basedOn }: Learned, situation: Situation): Claim[] {
  const { name, now, timeZone } = situation;
  const events = basedOn.flatMap((number) => situation.events.slice(number - 1, number));
  const said = events.map((event): Said => ({ text: citedText(event), saidAt: event.receivedAt, timeZone }));
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

function citedTexts(basedOn: readonly number[], { events }: Situation): string[] {
  return basedOn.flatMap((number) => events.slice(number - 1, number)).map(citedText);
}

function citedText(event: SituationEvent): string {
  return `${nounOf(event)}\n${aboutText(event)}\n${event.content}`;
}
