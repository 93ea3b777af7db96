/** Plans that want the same time: a promise, the work that it takes, and an absence before it is due; two places on one day. */
import { dateMentions, type DateMention } from "../language/dateMentions";
import { entityKey } from "../language/entities";
import { withoutFrame } from "../language/frames";
import { pastFormsIn } from "../language/milestones";
import { numberIn, tokensOf } from "../language/tokens";
import type { RelatedSeed, Shared } from "./sharedMatters";

/**
 * `squeeze`: what is due by `date` and what takes or leaves less time until then, the due one first. `same day`: two things
 * of the same people on `date`.
 */
export interface TimeConflict {
  readonly kind: "squeeze" | "same day";
  readonly seeds: readonly number[];
  /** As the first of them writes it. */
  readonly date: string;
}

const READ_LENGTH = 600;
const DUE =
  /\b(?:by|before|until|till|due(?: on| in)?|no later than|deadline(?: is| on| in)*)\s+(?:the\s+)?(?:end of |early |mid |late )?$/iu;
const TAKES = /\b(?:needs?|takes?|took|requires?|lasts?|asks? for|will take|would take)\b/iu;
const UNITS = /^(?:hours?|days?|weeks?|months?|years?)$/u;
/** Somebody or something is not to be had. */
const ABSENT =
  /\b(?:on (?:holiday|vacation|leave|parental leave|maternity leave|a trip)|away|abroad|out of (?:the )?office|in hospital|off work|unavailable|closed|shut|retires?|leaves?|is leaving)\b/iu;
const FIRST_PERSON = /^(?:i|i'm|i'll|i've|me|my|we|we're|our|us)$/u;
/** An absence this many months before what is due still takes of its time. */
const MONTHS_BEFORE = 3;

interface Timed {
  readonly dates: readonly DateMention[];
  readonly due: DateMention | null;
  readonly takes: boolean;
  readonly absent: boolean;
  /** Absent until some day: then all the time before it. */
  readonly lasting: boolean;
  readonly isPast: boolean;
  readonly mine: boolean;
  readonly keys: ReadonlySet<string>;
}

/** The conflict of time among `seeds`, which have `shared` in common; null where none shows. */
export function timeConflictIn(
  seeds: readonly RelatedSeed[],
  shared: readonly Shared[],
): TimeConflict | null {
  const timed = seeds.map(timedOf);
  // What one is tied to is tied to it over a third as well: who leads the meeting is wanted at it.
  const tied = (a: number, b: number) =>
    (timed[a]?.mine === true && timed[b]?.mine === true) ||
    shared.some(({ seeds: held }) => held.includes(a) && held.includes(b));
  const together = (a: number, b: number) =>
    tied(a, b) || timed.some((_, over) => tied(a, over) && tied(over, b));
  return squeezeIn(timed, together) ?? sameDayIn(timed, together);
}

function timedOf({ content, entities }: RelatedSeed): Timed {
  const text = withoutFrame(content).slice(0, READ_LENGTH);
  const dates = dateMentions(text);
  const tokens = tokensOf(text);
  const isAbsent = ABSENT.test(text) && !/\b(?:not|never|no)\b|n't/iu.test(text);
  const lasts = tokens.some((token, i) => UNITS.test(token) && numberIn(tokens[i - 1] ?? "") !== null);
  return {
    dates,
    due: isAbsent ? null : (dates.find(({ at }) => DUE.test(text.slice(0, at))) ?? null),
    takes: TAKES.test(text) && lasts,
    absent: isAbsent,
    lasting: dates.some(({ at }) =>
      /\b(?:until|till)\s+(?:the\s+)?(?:end of |early |mid |late )?$/iu.test(text.slice(0, at)),
    ),
    isPast: pastFormsIn(tokens) > 0,
    mine: tokens.some((token) => FIRST_PERSON.test(token)),
    keys: new Set(entities.map(entityKey)),
  };
}

type Together = (a: number, b: number) => boolean;

function squeezeIn(timed: readonly Timed[], together: Together): TimeConflict | null {
  for (const [a, { due }] of timed.entries()) {
    if (due === null) continue;
    const others = timed.flatMap((other, b) => {
      if (b === a || !together(a, b)) return [];
      const isAway = other.lasting || other.dates.some((date) => isBefore(date, due));
      const hinders = other.takes || (other.absent && isAway);
      return hinders ? [b] : [];
    });
    if (others.length > 0) return { kind: "squeeze", seeds: [a, ...others].slice(0, 3), date: due.written };
  }
  return null;
}

/** Whether `date` lies in the months up to `due`, as far as both are given. */
function isBefore(date: DateMention, due: DateMention): boolean {
  if (date.month === null || due.month === null) return false;
  if (date.year !== null && due.year !== null && date.year !== due.year) return false;
  const months = (due.month - date.month + 12) % 12;
  if (months === 0) return date.day === null || due.day === null || date.day <= due.day;
  return months <= MONTHS_BEFORE;
}

function sameDayIn(timed: readonly Timed[], together: Together): TimeConflict | null {
  for (const [a, one] of timed.entries()) {
    for (const [offset, other] of timed.slice(a + 1).entries()) {
      const b = a + 1 + offset;
      if (one.isPast || other.isPast || one.due !== null || other.due !== null || !together(a, b)) continue;
      const date = one.dates.find((day) => other.dates.some((same) => isSameDay(day, same)));
      if (date !== undefined) return { kind: "same day", seeds: [a, b], date: date.written };
    }
  }
  return null;
}

function isSameDay(a: DateMention, b: DateMention): boolean {
  if (a.day === null || b.day === null || a.month === null) return false;
  return a.day === b.day && a.month === b.month && (a.year === null || b.year === null || a.year === b.year);
}
