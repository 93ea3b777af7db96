/** Figures that nobody told and anybody can reckon from what was told: days between two dates, sums, differences, shares, ratios. */
import type { NumberMention } from "../numbers/numberMentions";
import { DAY_MS } from "../../../mind/time/calendarDay";
import { midnightOfDay, type MeantDay } from "../time/meantDays";

/** What may be reckoned with. */
export interface Reckonable {
  readonly figures: readonly number[];
  /** Midnights in UTC (ms since the epoch). */
  readonly days: readonly number[];
}

/** With more than so many figures, each taken with each, almost any number could be reckoned. */
const MOST_FIGURES = 40;
const DAYS_IN: { readonly [unit: string]: number } = { day: 1, week: 7, month: 30.44, year: 365.25 };
const UNIT = /^(?:\s|-)(?<unit>day|week|month|year)s?\b/iu;
const SHARE = /^\s?(?:%|per ?cent\b)/iu;

/** The figures and days of texts, each once. */
export function reckonable(
  texts: readonly { readonly figures: ReadonlySet<number>; readonly dates: readonly MeantDay[] }[],
): Reckonable {
  return {
    figures: [...new Set(texts.flatMap(({ figures }) => [...figures]))].slice(0, MOST_FIGURES),
    days: [...new Set(texts.flatMap(({ dates }) => dates.flatMap((day) => midnightOfDay(day) ?? [])))],
  };
}

/** Whether `number`, as it stands in `text`, can be reckoned from two that are held. */
export function isReckoned(
  { at, written, values: [value] }: NumberMention,
  text: string,
  { figures, days }: Reckonable,
): boolean {
  if (value === undefined) return false;
  const after = text.slice(at + written.length, at + written.length + 12);
  const unit = UNIT.exec(after)?.groups?.unit?.toLowerCase();
  if (unit !== undefined && areApart(value, DAYS_IN[unit] ?? 1, days)) return true;
  const isShare = SHARE.test(after);
  return figures.some((a) =>
    figures.some((b) => a !== b && (isShare ? isPart(value, a, b) : isMade(value, a, b))),
  );
}

/** Both ends may count or not; longer units are told whole. */
function areApart(value: number, daysInUnit: number, days: readonly number[]): boolean {
  const slack = daysInUnit === 1 ? 1 : daysInUnit / 2 + 1;
  return days.some((from) =>
    days.some((to) => to > from && Math.abs((to - from) / DAY_MS - value * daysInUnit) <= slack),
  );
}

/** "Some 18%": of one in the other, of one in both together, or of the change from one to the other. */
function isPart(percent: number, a: number, b: number): boolean {
  if (a <= 0 || b <= 0) return false;
  return [a / b, a / (a + b), Math.abs(b - a) / a].some((share) => Math.abs(100 * share - percent) < 1);
}

function isMade(value: number, a: number, b: number): boolean {
  return [a + b, a - b, b === 0 ? NaN : a / b].some(
    (made) => Math.abs(made - value) < 0.005 * Math.abs(value),
  );
}
