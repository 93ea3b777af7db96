/** Numbers as texts write them in digits, and how exactly each is meant. */

export interface WrittenNumber {
  readonly written: string;
  /** What it may mean: "1,234" is 1234 or 1.234. None for most versions and addresses. */
  readonly readings: readonly number[];
  /** Minutes since midnight, where it may be a time of day. */
  readonly minutes: number | null;
  /** "22nd": a place in an order. */
  readonly isOrdinal: boolean;
}

/** Digits with their separators; not what belongs to a word ("Q3", "mp3"). Bounded, so that matching stays linear. */
const NUMBER =
  /(?<![\p{Lu}\p{Ll}\p{N}_])(?:\d{1,3}(?:[ ']\d{3}){1,5}(?!\d)(?:[.,]\d{1,20})?|\d{1,20}(?:[.,:]\d{1,20}){0,8})/gu;
const ORDINAL = /^(?:st|nd|rd|th|[ºª])(?![\p{L}\p{N}])/u;
const TIME = /^([01]?\d|2[0-4])[:.]([0-5]\d)(?::\d{2})?$/;

/** A rounded figure may be off by so much of itself at most: "about 1,500" is true of 1,487. */
const ROUGHLY = 0.05;

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

/** Half of the last place that `reading` of `written` states, at most a twentieth of it: 20,000 may be 19,500. */
export function slackOf(written: string, reading: number): number {
  const decimals = /[.,](\d+)$/.exec(written)?.[1]?.length ?? 0;
  if (!Number.isInteger(reading)) return 0.5 * 10 ** -decimals;
  const zeros = /0*$/.exec(String(reading))?.[0].length ?? 0;
  return Math.max(0.5, Math.min(0.5 * 10 ** zeros, ROUGHLY * reading));
}

/** With marks before three digits as those of thousands, and with the last mark as the decimal one. */
function readingsOf(written: string): number[] {
  const grouped = written.replace(/[.,' ](?=\d{3}(?!\d))/g, "").replace(",", ".");
  const decimal = written.replace(/[.,' ](?=.*[.,])/g, "").replace(",", ".");
  return [...new Set([Number(grouped), Number(decimal)])].filter(Number.isFinite);
}
