/** What holds for the day on which it is told: in the same words on another day of the calendar it has happened once more. */
import { dateMentions } from "../language/dateMentions";
import { withoutFrame } from "../language/frames";
import { pastFormsIn } from "../language/milestones";
import { senseOf } from "../language/senses";
import { stemOf } from "../../../mind/text/stem";
import { tokensOf } from "../language/tokens";
import { localDate } from "../../../mind/time/calendarDay";

/** A text is read this far. */
const READ_LENGTH = 1000;

/** Words by which a text says that it is of its day, whether it looks back or ahead. */
export const DAYS_OWN = "today|tonight|yesterday|this (?:morning|noon|afternoon|evening)|last ?night";
const OF_ITS_DAY = new RegExp(`\\b(?:${DAYS_OWN}|tomorrow|right now|at the moment)\\b`, "iu");
/** What the weather does, and how warm it is. */
const WEATHER =
  /\bit(?:'s| is| was)? (?:rains?|rained|raining|snows?|snowed|snowing|hails?|hailing|pour(?:s|ed|ing)|drizzl(?:es|ed|ing)|freez(?:es|ing)|thunders?|windy|foggy|sunny|cloudy|stormy|icy)\b|\b(?:weather|forecast)\b|\b\d{1,2} ?(?:degrees|°)/iu;
const HABIT = /\b(?:every|each|always|never|usually|often|sometimes|most)\b/iu;
/** What comes to pass again and again, and is told as over. */
const COMES_AGAIN = new Set(
  (
    "cancel delay postpone miss fail crash break stop close shut open reopen call phone ring visit come arrive leave depart cry sleep wake " +
    "swim run walk ride train practise win lose score play cook bake eat drink water feed clean repair leak flood overheat restart reboot " +
    "deliver complain argue quarrel fight sell pay order forget rain snow storm knock bark scratch vomit fall slip"
  )
    .split(" ")
    .map(stemOf),
);

/** Whether what `text` says is of the day on which it is told, and names no other: the weather, "today", what was cancelled. */
export function isOfItsDay(text: string): boolean {
  const said = withoutFrame(text).slice(0, READ_LENGTH);
  if (OF_ITS_DAY.test(said)) return true;
  if (HABIT.test(said) || dateMentions(said).length > 0 || /\b(?:1[5-9]|20|21)\d\d\b/u.test(said))
    return false;
  if (WEATHER.test(said)) return true;
  const tokens = tokensOf(said);
  return pastFormsIn(tokens) > 0 && tokens.some((token) => COMES_AGAIN.has(senseOf(token)));
}

/** When the same was told before, when it is told now (ms since the epoch), and the zone (IANA name) of their days. */
export interface Retelling {
  readonly before: number;
  readonly now: number;
  readonly timeZone: string;
}

/** Whether `text`, which was told before, tells of a new occurrence and not of the same again. */
export function isNewOccurrence(text: string, { before, now, timeZone }: Retelling): boolean {
  return localDate(before, timeZone).day !== localDate(now, timeZone).day && isOfItsDay(text);
}
