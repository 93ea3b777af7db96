/** Which numbers a material grounds: those it shows, what follows from them, and the dates and times that it means. */
import { DAY_MS, localDate } from "../time/calendarDay";
import { localTime } from "../time/routine";
import { DerivedNumbers } from "./derivedNumbers";
import { numbersIn, slackOf, type WrittenNumber } from "./numbers";

/** When it was said and when it is now, in ms since the epoch, and the zone (IANA name) whose days and clock count. */
export interface Moments {
  readonly moments?: readonly number[];
  readonly timeZone?: string;
}

/** Whole numbers that count what anybody sees; and those of clocks and shares. */
const MOST_COUNTED = 12;
const COMMON = new Set([24, 60, 100]);
/** Times of day, and years, of which the spans between are reckoned. */
const MOST_POINTS = 16;
/** Days from a moment that texts name as "yesterday", "tomorrow", "Friday", "in a week". */
const DAYS_NAMED = Array.from({ length: 10 }, (_, i) => i - 1);

export class ShownFigures {
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
      [...this.#minutes].slice(0, MOST_POINTS),
      [...new Set(years)].slice(0, MOST_POINTS),
    );
  }

  /** Whether a number stands there or follows from what does, or is one that counts what anybody sees. */
  hold({ written, readings, minutes, isOrdinal }: WrittenNumber): boolean {
    if (isOrdinal || this.#written.has(written)) return true;
    if (minutes !== null && this.#isTime(minutes)) return true;
    return readings.some(
      (value) =>
        (Number.isInteger(value) && (value <= MOST_COUNTED || COMMON.has(value) || this.#dates.has(value))) ||
        this.#derived.has(value, slackOf(written, value)),
    );
  }

  /** A full hour, which is a count; a time that was told, by the other half of the clock, too; or one some told span away. */
  #isTime(minutes: number): boolean {
    if (minutes % 60 === 0) return true;
    return [...this.#minutes].some((told) => {
      const apart = Math.abs(minutes - told);
      return apart % 720 === 0 || (apart > MOST_COUNTED && this.#derived.has(apart, 0.5));
    });
  }
}

/** Only the spans between years are reckoned. */
function isYear({ written }: WrittenNumber): boolean {
  return /^(?:19|20)\d\d$/.test(written);
}

/** The years, and the days of a month, that a text of that moment may mean. */
function datesAround(moment: number, timeZone: string): number[] {
  const { year, day } = localDate(moment, timeZone);
  return [
    year - 1,
    year,
    year + 1,
    ...DAYS_NAMED.map((from) => new Date((day + from) * DAY_MS).getUTCDate()),
  ];
}
