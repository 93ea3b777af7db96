/** Words of the calendar, which say when and name nothing that texts could have in common. */

const DATES = new Set(
  (
    "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec " +
    // "Sat" and "sun" are other words as well.
    "mon tue tues wed thu thur thurs fri " +
    "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays"
  ).split(" "),
);

/** Whether `word` (lower case) is a month or a day of the week. */
export function isDate(word: string): boolean {
  return DATES.has(word);
}
