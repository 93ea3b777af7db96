/** The numbers that a material grounds: shown ones, derived ones, and the dates and times that it may mean. */
import { DAY_MS, localDate, localTime } from "../time/calendarDay";

import { DerivedNumbers } from "./derivedNumbers";
import { numbersIn, slackOf, type WrittenNumber } from "./numbers";

/** The times of the texts and of now, in ms since the epoch, and their time zone (IANA name). */
export interface Moments {
  readonly moments?: readonly number[];
  readonly timeZone?: string;
}

/** Small counts need no grounding, and neither do the round numbers of clocks and percentages. */
const MAX_COUNT = 12;
const COMMON = new Set([24, 60, 100]);
/** Times of day, and years, between which spans are derived. */
const MAX_POINTS = 16;
/** Offsets in days that texts express as "yesterday", "tomorrow", "Friday", "in a week". */
const NAMED_DAY_OFFSETS = Array.from({ length: 10 }, (_, i) => i - 1);

export class GroundedNumbers {
  readonly #written: ReadonlySet<string>;
  readonly #minutes: ReadonlySet<number>;
  readonly #dates: ReadonlySet<number>;
  readonly #derived: DerivedNumbers;

  /** `texts` and `facts` are folded. */
  constructor(
    texts: readonly string[],
    facts: readonly string[],
    { moments = [], timeZone = "UTC" }: Moments,
  ) {
    const numbers = texts.map(numbersIn);
    const clocks = moments.map((moment) => localTime(moment, timeZone).clock);
    const all = [...numbers.flat(), ...[...facts, ...clocks].flatMap(numbersIn)];
    this.#written = new Set(all.map(({ written }) => written));
    this.#dates = new Set(moments.flatMap((moment) => datesAround(moment, timeZone)));
    this.#minutes = new Set(all.flatMap(({ minutes }) => minutes ?? []));
    const years = [...all.filter(isYear).map(({ written }) => Number(written)), ...this.#dates];
    this.#derived = new DerivedNumbers(
      numbers.map((one) => one.filter((number) => !isYear(number)).flatMap(({ readings }) => readings)),
      [...this.#minutes].slice(0, MAX_POINTS),
      [...new Set(years)].slice(0, MAX_POINTS),
    );
  }

  /** Whether a number is shown, follows from shown ones, or needs no grounding. */
  has({ written, readings, minutes, isOrdinal }: WrittenNumber): boolean {
    if (isOrdinal || this.#written.has(written)) return true;
    if (minutes !== null && this.#isTime(minutes)) return true;
    return readings.some(
      (value) =>
        (Number.isInteger(value) && (value <= MAX_COUNT || COMMON.has(value) || this.#dates.has(value))) ||
        this.#derived.has(value, slackOf(written, value)),
    );
  }

  /** A full hour, a shown time (also on the 12-hour clock), or a shown time plus or minus a derived span. */
  #isTime(minutes: number): boolean {
    if (minutes % 60 === 0) return true;
    return [...this.#minutes].some((shown) => {
      const apart = Math.abs(minutes - shown);
      return apart % 720 === 0 || (apart > MAX_COUNT && this.#derived.has(apart, 0.5));
    });
  }
}

/** From years only spans are derived. */
function isYear({ written }: WrittenNumber): boolean {
  return /^(?:19|20)\d\d$/.test(written);
}

/** The years and days of a month that a text of that moment may mean. */
function datesAround(moment: number, timeZone: string): number[] {
  const { year, day } = localDate(moment, timeZone);
  return [
    year - 1,
    year,
    year + 1,
    ...NAMED_DAY_OFFSETS.map((from) => new Date((day + from) * DAY_MS).getUTCDate()),
  ];
}
