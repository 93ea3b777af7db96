/** Numbers in digits, and their precision. */

export interface WrittenNumber {
  readonly written: string;
  /** Possible values: "1,234" is 1234 or 1.234. Most versions and addresses have none. */
  readonly readings: readonly number[];
  /** Minutes since midnight if it may be a time of day, else null. */
  readonly minutes: number | null;
  /** "22nd". */
  readonly isOrdinal: boolean;
}

/** Digits with separators, but not inside a word ("Q3", "mp3"). Bounded, so that matching stays linear. */
const NUMBER =
  /(?<![\p{Lu}\p{Ll}\p{N}_])(?:\d{1,3}(?:[ ']\d{3}){1,5}(?!\d)(?:[.,]\d{1,20})?|\d{1,20}(?:[.,:]\d{1,20}){0,8})/gu;
const ORDINAL = /^(?:st|nd|rd|th|[ºª])(?![\p{L}\p{N}])/u;
const TIME = /^([01]?\d|2[0-4])[:.]([0-5]\d)(?::\d{2})?$/;

/** Greatest relative rounding error: "about 1,500" may mean 1,487. */
const MAX_ROUNDING = 0.05;

/** The numbers of a folded text, in order. */
export function numbersIn(folded: string): WrittenNumber[] {
  return [...folded.matchAll(NUMBER)].map(({ 0: written, index }) => {
    const [, hours, minutes] = TIME.exec(written) ?? [];
    return {
      written,
      readings: readingsOf(written),
      minutes: hours === undefined ? null : 60 * Number(hours) + Number(minutes),
      isOrdinal: ORDINAL.test(folded.slice(index + written.length, index + written.length + 4)),
    };
  });
}

/** Half a unit of the last stated place of `reading`, at most a twentieth of it: 20,000 may mean 19,500. */
export function slackOf(written: string, reading: number): number {
  const decimals = /[.,](\d+)$/.exec(written)?.[1]?.length ?? 0;
  if (!Number.isInteger(reading)) return 0.5 * 10 ** -decimals;
  const zeros = /0*$/.exec(String(reading))?.[0].length ?? 0;
  return Math.max(0.5, Math.min(0.5 * 10 ** zeros, MAX_ROUNDING * reading));
}

/** With separators before three digits as thousands separators, and with the last separator as the decimal one. */
function readingsOf(written: string): number[] {
  const grouped = written.replace(/[.,' ](?=\d{3}(?!\d))/g, "").replace(",", ".");
  const decimal = written.replace(/[.,' ](?=.*[.,])/g, "").replace(",", ".");
  return [...new Set([Number(grouped), Number(decimal)])].filter(Number.isFinite);
}
