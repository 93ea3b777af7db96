/** Days as people name them: "3 March 2026". */

/** Building a formatter costs far more than using one; an agent has one zone, so the map stays small. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/** The day that a wall calendar in `timeZone` (IANA name) shows at `moment` (ms since the epoch). */
export function calendarDay(moment: number, timeZone: string): string {
  let format = calendars.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-GB", { timeZone, day: "numeric", month: "long", year: "numeric" });
    calendars.set(timeZone, format);
  }
  return format.format(moment);
}
