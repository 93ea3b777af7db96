/** Days of the week as people jot them down: "wed off", "takings thur 655", "mon-fri", "on sunday". */

const NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const SHORT = "(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)";
const NEXT = " ?[-–/+&,] ?";
const WRITTEN = new RegExp(
  "(?<![\\p{L}\\p{N}'])(?:" +
    "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tues?|weds|thu(?:rs?)?|fri|" +
    // What is a word as well, "we sat in the sun", is a day where one is named: before a part of it, or beside another.
    `(?<=\\b(?:on|by|until|till|next|last|every|from) )${SHORT}|` +
    `${SHORT}(?= (?:off|am|pm|mornings?|afternoons?|evenings?|nights?|\\p{N})|${NEXT}${SHORT}\\b)|` +
    `(?<=\\b${SHORT}${NEXT})${SHORT}` +
    ")(?![\\p{L}\\p{N}'])",
  "giu",
);

/** `text` with its days of the week written out, in the singular and with a capital. */
export function withWholeWeekdays(text: string): string {
  return text.replace(WRITTEN, (written) => nameOf(written) ?? written);
}

/** Whether `word` (in any case) is the name of a day of the week, of one or of all such. */
export function isWeekday(word: string): boolean {
  return /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/iu.test(word);
}

function nameOf(written: string): string | undefined {
  const start = written.slice(0, 3).toLowerCase();
  return NAMES.find((name) => name.toLowerCase().startsWith(start));
}
