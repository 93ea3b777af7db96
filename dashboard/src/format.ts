/** Numbers and times in words, in the viewer's language and zone. */
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

export function ago(at: number, now: number): string {
  const ms = at - now;
  for (const [unit, length] of UNITS)
    if (Math.abs(ms) >= length) return RELATIVE.format(Math.round(ms / length), unit);
  return Math.abs(ms) < 10_000 ? "just now" : RELATIVE.format(Math.round(ms / 1_000), "second");
}

const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const DAY = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export const fullTime = (at: number): string => FULL.format(at);
export const clock = (at: number): string => CLOCK.format(at);
export const day = (at: number): string => DAY.format(at);
export const dateTime = (at: number): string => SHORT.format(at);

export function clockIn(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: "short", timeZone }).format(at);
}

export const percent = (share: number): string => `${Math.round(share * 100)} %`;
/** Rounded, without zeros at its end. */
export const figure = (value: number, digits = 2): string => String(Number(value.toFixed(digits)));
export const count = (value: number): string => value.toLocaleString();
/** With its sign; a dash for what rounds to zero. */
export function signed(value: number, digits = 2): string {
  const figure = Math.abs(value).toFixed(digits);
  if (Number(figure) === 0) return "–";
  return `${value > 0 ? "+" : "−"}${figure}`;
}
/** Counts with their names, without those that are zero; `nothing` where all are. */
export function counts(
  parts: readonly (readonly [value: number, one: string, many?: string])[],
  nothing: string,
): string {
  const told = parts.filter(([value]) => value > 0).map(([value, one, many]) => plural(value, one, many));
  return told.length === 0 ? nothing : told.join(", ");
}
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;
export const duration = (ms: number): string =>
  ms < 1_000
    ? `${Math.round(ms)} ms`
    : ms < 60_000
      ? `${(ms / 1_000).toFixed(1)} s`
      : `${Math.floor(ms / 60_000)} min`;
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
