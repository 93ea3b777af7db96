/** Alerts: what came in as weighty, is clearly bad, and was not raised before in the recent past. */
import { DEFAULT_THRESHOLD, duplicateSimilarity } from "../../../mind/duplicates/duplicate";
import { parsedText } from "../../../mind/text/parsedText";
import { CLEAR, EVEN, namedEvent, toneOf } from "../events/eventWords";
import type { Situation, SituationEvent } from "../../../mind/tick/situation";
import { tellsOfHarm } from "../importance/grave";
import { quoted, sentenceCase } from "../../../mind/text/phrasing";
import { dayAndClock } from "../../../mind/time/calendarDay";

const QUOTE_LENGTH = 600;
/** What is raised again after this time is news again. */
const RAISED_MS = 24 * 3_600_000;
/** The default of DEDUP_THRESHOLD: what would be one memory is the same news. */
const DUPLICATE = { threshold: DEFAULT_THRESHOLD, meaning: null };

/** Whether `event` should raise an alert, whatever was raised before: bad by its tone, or by what it tells of in plain words. */
export function isAlarming({ source, content, sentiment }: SituationEvent): boolean {
  if (source.kind !== "feed" || source.impact !== "high") return false;
  return sentiment <= -CLEAR || (sentiment < EVEN && tellsOfHarm(content));
}

/** The text of the event's alert; null where it raises none. */
export function alertFor(event: SituationEvent, { made, now, timeZone }: Situation): string | null {
  if (!isAlarming(event)) return null;
  const said = quoted(event.content, QUOTE_LENGTH);
  const raised = made.some(
    ({ type, content, timestamp }) =>
      type === "alert" && now - timestamp < RAISED_MS && saySame(quotedIn(content), said),
  );
  if (raised) return null;
  return `${sentenceCase(namedEvent(event))}, ${toneOf(event.sentiment)}, received on ${dayAndClock(event.receivedAt, timeZone)}: ${said}`;
}

/** What an alert quotes; all of one that was worded otherwise. */
function quotedIn(alert: string): string {
  return /“.*”/su.exec(alert)?.[0] ?? alert;
}

function saySame(a: string, b: string): boolean {
  return duplicateSimilarity(parsedText(a), parsedText(b), DUPLICATE) !== null;
}
