/** Remarks on nothing: what is odd about this hour of quiet, from its clock, its calendar, its length and what is remembered. */
import { EVEN } from "../events/eventWords";
import { givenClause } from "../events/given";
import type { Situation } from "../../../mind/tick/situation";
import { isGrave } from "../importance/grave";
import { withoutFrame } from "../language/frames";
import { isQuestion } from "../language/questions";
import { duration, fullStop, lengthOf, ordinal, quoted } from "../../../mind/text/phrasing";
import { sentimentOf } from "../sentiment/sentiment";
import { calendarDay } from "../../../mind/time/calendarDay";
import { localTime } from "../../../mind/time/routine";
import type { Routine } from "../../../mind/enums";
import { justBegun, quietStretch } from "./quiet";
import type { TickAffect } from "./tickWords";

const HOUR_MS = 3_600_000;
const MEMORY_LENGTH = 80;
/** From so many looks on each fiftieth is an anniversary. */
const ANNIVERSARY = 50;

/** What a quiet remark is made of. */
interface Hour {
  readonly weekday: string;
  readonly clock: string;
  readonly day: number;
  readonly month: string;
  /** The routine that has just begun; null where none has. */
  readonly begun: Routine | null;
  /** How many looks in a row found nothing, and for how long. */
  readonly looks: number;
  readonly ms: number;
  /** Full hours of quiet that this tick has just completed; 0 where it has completed none. */
  readonly hours: number;
  /** When the last thing came in; null where nothing ever has. */
  readonly heardAt: string;
  /** A memory that bears a joke, quoted; null where there is none. */
  readonly memory: string | null;
  readonly health: number;
}

type Wit = (hour: Hour) => string | null;
const when = (applies: boolean, remark: string): string | null => (applies ? remark : null);

const WITS: readonly Wit[] = [
  // The calendar.
  ({ weekday, day, clock }) =>
    when(weekday === "Friday" && day === 13, `Friday the 13th, ${clock}, and not even bad news.`),
  ({ day, month, begun }) =>
    when(day === 1 && begun === "morning", `The first of ${month}. So far the month and I are both blank.`),
  ({ weekday, begun }) =>
    when(
      weekday === "Monday" && begun === "morning",
      "Monday has begun, and has not written yet; perhaps it is in a meeting.",
    ),
  ({ weekday, begun }) =>
    when(
      weekday === "Wednesday" && begun === "day",
      "Wednesday noon: the middle of the week, and of nowhere.",
    ),
  ({ weekday, begun, clock }) =>
    when(
      weekday === "Friday" && begun === "evening",
      `Friday, ${clock}. Whoever has my address has gone home with it.`,
    ),
  ({ weekday, begun }) =>
    when(
      weekday === "Saturday" && begun === "day",
      "Saturday noon with nothing to read: I gather that others call this a weekend.",
    ),
  ({ weekday, begun }) =>
    when(weekday === "Sunday" && begun === "morning", "Sunday morning: even the news is having a lie-in."),
  // The clock.
  ({ begun, clock }) => when(begun === "morning", `The morning arrived by ${clock}. Nothing else has.`),
  ({ begun, clock }) =>
    when(
      begun === "evening",
      `The evening reports for duty at ${clock}; it finds the desk as the day left it.`,
    ),
  ({ begun, clock }) =>
    when(begun === "overnight", `${clock}, and the inbox keeps the hours of a small town.`),
  ({ clock }) => when(/^12:0/u.test(clock), "Noon. The clock has both hands full, and I have none."),
  ({ clock }) => when(/^00:0/u.test(clock), "A new day, at its very first minutes: clean slate, no chalk."),
  ({ clock }) =>
    when(/^03:0/u.test(clock), `${clock}: the clock and I are up, and neither of us has anything to tell.`),
  ({ clock }) => when(/^(\d\d):\1$/u.test(clock), `${clock}: the clock at least repeats itself on purpose.`),
  // The length of the quiet.
  ({ looks, heardAt }) =>
    when(looks === 3, `The third look in a row at an empty inbox; since ${heardAt} it looks back.`),
  ({ looks, ms, weekday }) =>
    when(
      looks === 6,
      `Empty for the sixth time in ${duration(ms)}. I begin to know this silence by its first name, which is ${weekday}.`,
    ),
  ({ hours, heardAt }) =>
    when(hours === 2, `The last word came at ${heardAt}, and nobody has asked for it back.`),
  ({ hours, health }) =>
    when(hours === 5 && health >= 90, `Health ${health}, and five hours with nothing to spend it on.`),
  ({ hours }) => when(hours === 12, "Twelve hours without a word: filed, this silence would fill a folder."),
  ({ hours, heardAt }) =>
    when(hours === 24, `Once round the clock since ${heardAt}, and the hands have come back with nothing.`),
  ({ hours }) =>
    when(
      hours === 72,
      "Three days without post. I have started to read between the lines that are not there.",
    ),
  ({ looks, weekday }) =>
    when(
      looks >= ANNIVERSARY && looks % ANNIVERSARY === 0,
      `The ${ordinal(looks)} look in a row at nothing: an anniversary of sorts, kept on a ${weekday}.`,
    ),
  // What is remembered.
  ({ looks, memory }) =>
    when(
      memory !== null && looks === 9,
      `${fullStop(`With nothing to read I reread what I have: ${memory ?? ""}`)} It has not changed.`,
    ),
  ({ hours, memory }) =>
    when(
      memory !== null && hours === 3,
      `${memory ?? ""} has kept me company for three hours now, and is no great talker.`,
    ),
  ({ hours, memory }) =>
    when(
      memory !== null && hours === 8,
      `Eight hours in, ${memory ?? ""} is still the freshest thing in the house.`,
    ),
];

/** What could be remarked on an hour without events, the rarest occasion first; nothing in low spirits, nor where something was given meanwhile. */
export function quietRemarks(situation: Situation, after: TickAffect): string[] {
  if (situation.first || givenClause(situation.given) !== "" || after.latents.valence < -EVEN) return [];
  const { before, ticks, ms } = quietStretch(situation);
  // Of a clock that was set back no length is told.
  if (before === null || ms === null) return [];
  const hour = hourOf(situation, after, { heardAt: before.timestamp, ticks, ms });
  return WITS.flatMap((wit) => wit(hour) ?? []);
}

/** A stretch of quiet: when something was heard before it, how many ticks it has, how long it is. */
interface Stretch {
  readonly heardAt: number;
  readonly ticks: number;
  readonly ms: number;
}

function hourOf(situation: Situation, after: TickAffect, { heardAt, ticks, ms }: Stretch): Hour {
  const { now, lastTickAt, timeZone, memories } = situation;
  const hours = Math.floor(ms / HOUR_MS);
  const parts = dateParts(now, timeZone);
  const cheerful = memories.find(
    ({ content, own }) =>
      !own &&
      lengthOf(content) <= MEMORY_LENGTH &&
      !isGrave(content) &&
      !isQuestion(withoutFrame(content)) &&
      sentimentOf(content).score > -EVEN,
  );
  return {
    ...localTime(now, timeZone),
    ...parts,
    begun: justBegun(situation),
    looks: ticks,
    ms,
    hours: hours > Math.floor((ms - (now - lastTickAt)) / HOUR_MS) ? hours : 0,
    heardAt: localTime(heardAt, timeZone).clock,
    memory: cheerful === undefined ? null : quoted(withoutFrame(cheerful.content), MEMORY_LENGTH),
    health: Math.round(after.health),
  };
}

/** "1 June 2027" in its parts. */
function dateParts(now: number, timeZone: string): { day: number; month: string } {
  const [day = "", month = ""] = calendarDay(now, timeZone).split(" ");
  return { day: Number(day), month };
}
