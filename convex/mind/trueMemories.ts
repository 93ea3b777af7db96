/** Which of the memories that a model tells may be kept: those that its own events bear out. */
import { nounOf } from "./eventWords";
import { sourcesOf, ungroundedClaims } from "./grounding";
import type { Learned } from "./learning";
import { localTime } from "./routine";
import type { Situation } from "./situation";
import { textProblems } from "./thoughtAnswer";
import { SECTION_TAGS } from "./tickPrompt";
import { termsOf } from "./tokens";

/**
 * The memories of `told` that rest on events of this tick, hold no name, figure, date or quotation that those events
 * don't, and say more of them than of what was recalled or of what the agent wrote itself. The others are left out: a
 * tick is not worth failing over them.
 */
export function trueMemories(told: readonly Learned[], situation: Situation): Learned[] {
  return told.flatMap((memory) => {
    const shown = memory.basedOn.filter((number) => number <= situation.events.length);
    const kept = { ...memory, basedOn: [...new Set(shown)] };
    const isFit = textProblems("content", memory.content, SECTION_TAGS).length === 0;
    return shown.length > 0 && isFit && isGrounded(kept, situation) && !isEcho(kept, situation) ? [kept] : [];
  });
}

function isGrounded({ content, basedOn }: Learned, situation: Situation): boolean {
  const { weekday, clock } = localTime(situation.now, situation.timeZone);
  const known = `${situation.name}\n${weekday} ${clock}`;
  return ungroundedClaims(content, sourcesOf([...citedTexts(basedOn, situation), known])).length === 0;
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
  return basedOn.flatMap((number) => {
    const event = events[number - 1];
    return event === undefined ? [] : [`${nounOf(event)}\n${event.content}`];
  });
}
