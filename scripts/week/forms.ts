/** How much texts vary: the forms of their sentences, and how many texts hold the most frequent one. */
import { MOODS } from "../../mind/enums";
import { MONTHS, WEEKDAYS } from "../../mind/time/calendarDay";

const COUNT =
  /\b(?:no|an?(?= (?:hour|minute|day)s?\b)|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)(?= [a-z]+ with)|\d+th)\b/giu;
const DAYS = new RegExp(String.raw`\b(?:${[...WEEKDAYS, ...MONTHS].join("|")})\b`, "gu");
const MOOD_WORDS = new RegExp(String.raw`\b(?:${MOODS.join("|")})\b`, "gu");
/** Numbers, times and dates with the words and marks between their parts, such as "3 March 2026 at 14:05". */
const FIGURES = /[+−-]?#(?:(?:[:.,%]| at |, )*[+−-]?#)*/gu;

/**
 * The sentences of `text` without what differs by content alone: quotations, figures, counts, times, moods and `names` are
 * replaced.
 */
export function sentenceForms(text: string, names: readonly string[]): string[] {
  const named = names.reduce((rest, name) => rest.replaceAll(name, "N"), text.replace(/“[^”]*”/gu, "Q"));
  const bare = named
    .replace(MOOD_WORDS, "M")
    .replace(DAYS, "#")
    .replace(COUNT, "#")
    .replace(/\d+/gu, "#")
    .replace(/#(?:[:. ]#)*/gu, "#")
    .replace(FIGURES, "#")
    .replace(/\b(hour|minute|day|week)s?\b/gu, "time")
    .replace(/\((?:UTC|[A-Z]\w+\/\w+)\)/gu, "");
  return bare.split(/(?<=[.!?]|Q)\s+(?=\p{Lu}|#)/u).map((sentence) => sentence.toLowerCase().trim());
}

/** The form that most texts hold, and its share of them, 0 to 1. */
export function commonestForm(
  texts: readonly string[],
  names: readonly string[],
): { readonly form: string; readonly share: number } {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const form of new Set(sentenceForms(text, names))) counts.set(form, (counts.get(form) ?? 0) + 1);
  const [form, count] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ["", 0]);
  return { form, share: texts.length === 0 ? 0 : count / texts.length };
}
