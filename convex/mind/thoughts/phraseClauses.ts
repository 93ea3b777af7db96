/** The clauses of a text as phrases are cut from them: a comma after "on Monday", or around an apposition, parts none. */
import { isDeterminer, isFiniteVerb, isPreposition, type PhraseWord } from "../language/phraseWords";

/** A circumstance before the comma, and an apposition between two, have so many words. */
const MOST_OPENING = 6;
const MOST_APPOSED = 5;
const TIME =
  /^(?:today|tomorrow|tonight|yesterday|now|currently|lately|recently|soon|sometimes|usually|often|once)$/u;
const TIMED =
  /^(?:morning|afternoon|evening|night|week|weekend|month|year|spring|summer|autumn|winter|time|\p{L}+day|january|february|march|april|may|june|july|august|september|october|november|december)s?$/u;

type Words = readonly PhraseWord[];

/** `words`, with those of a circumstance before a comma, and of an apposition, in the clause that they belong to. */
export function inWholeClauses(words: Words): PhraseWord[] {
  let joined = [...words];
  for (const [place, word] of words.entries()) {
    const before = words[place - 1];
    if (before === undefined || before.sentence !== word.sentence || before.clause === word.clause) continue;
    if (isAfterCircumstance(joined, place) || isAfterApposition(words, place))
      joined = withClause(joined, place);
  }
  return joined;
}

/** The words before `place` that are of its sentence and of no later clause, taken into the clause of `place`. */
function withClause(words: Words, place: number): PhraseWord[] {
  const { clause, sentence } = words[place] ?? { clause: 0, sentence: 0 };
  const start = words.findIndex((word) => word.sentence === sentence);
  return words.map((word, i) => (i >= start && i < place ? { ...word, clause } : word));
}

/** Whether before `place` stand a circumstance alone, and a comma: "On Monday, Joan leads", "Last week, it rained". */
function isAfterCircumstance(words: Words, place: number): boolean {
  const sentence = words[place]?.sentence;
  const start = words.findIndex((word) => word.sentence === sentence);
  const [first, ...others] = words.slice(start, place);
  if (first === undefined || others.length >= MOST_OPENING || hasVerb(words, start, place)) return false;
  if (isPreposition(first)) return others.length > 0;
  const last = others.at(-1) ?? first;
  return (
    TIME.test(first.plain) ||
    ((isDeterminer(first) || /^(?:last|next)$/u.test(first.plain)) && TIMED.test(last.plain))
  );
}

/** Whether right before `place`, between two commas, stands an apposition to the subject of what follows: "our client, Norling, asked". */
function isAfterApposition(words: Words, place: number): boolean {
  const { sentence, clause } = words[place] ?? {};
  const apposed = words.slice(0, place).filter((word) => word.clause === (words[place - 1]?.clause ?? -1));
  const from = place - apposed.length;
  const start = words.findIndex((word) => word.sentence === sentence);
  if (apposed.length > MOST_APPOSED || from <= start || words[from - 1]?.sentence !== sentence) return false;
  if (/^(?:and|or|but|who|which|that|where)$/u.test(words[from]?.plain ?? "")) return false;
  if (hasVerb(words, start, place)) return false;
  const merged = words.map((word, i) =>
    i >= start && i < place && clause !== undefined ? { ...word, clause } : word,
  );
  return isFiniteVerb(merged, place);
}

function hasVerb(words: Words, from: number, to: number): boolean {
  return words.slice(from, to).some((_, i) => isFiniteVerb(words, from + i));
}
