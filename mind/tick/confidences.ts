/** Finds what an answer must not repeat: the persona to anybody, and one person's note to another. */
import { foldedText, lettersOf } from "../grounding/foldedText";
import type { Situation } from "./situation";

/** Two texts that share this many letters in a row do so by more than chance. */
export const RUN = 40;
/** A text with fewer letters is too common to be confidential. "My code is 47" has just enough. */
const LEAST = 10;

/** Whether `text` contains the persona or a long part of it. */
export function recitesPersona(text: string, { persona }: Pick<Situation, "persona">): boolean {
  return repeats(letters(text), letters(persona));
}

/**
 * Whether `text` repeats a note that somebody other than its reader wrote and that is not found elsewhere. `reader` is the number
 * of the note that `text` answers; null if anybody may read it.
 */
export function repeatsNote(text: string, reader: number | null, situation: Situation): boolean {
  const { events, turns, knowledge, memories } = situation;
  const isReader = (from: string | undefined) => reader !== null && from === senderOf(events[reader - 1]);
  const notes = [
    ...events.flatMap((event) =>
      event.source.kind === "wake" ? [{ from: senderOf(event), text: event.content }] : [],
    ),
    ...turns.map(({ from: sender, note: content }) => ({ from: sender, text: content })),
  ];
  const own = notes.filter(({ from }) => isReader(from)).map((one) => one.text);
  const others = notes.filter(({ from }) => !isReader(from)).map((one) => letters(one.text));
  if (others.length === 0) return false;
  const told = [
    ...own,
    ...events.filter(({ source }) => source.kind === "feed").map(({ content }) => content),
    ...knowledge.map(({ text: passage }) => passage),
    ...memories.map(({ content }) => content),
  ].map(letters);
  const said = letters(text);
  return others.some((other) => repeats(said, other) && !told.some((open) => repeats(open, other)));
}

function senderOf(event: Situation["events"][number] | undefined): string | undefined {
  return event?.source.kind === "wake" ? event.source.from : undefined;
}

function letters(text: string): string {
  return lettersOf(foldedText(text));
}

/** Whether `said` contains `source` or, if it is long, a long part of it. */
function repeats(said: string, source: string): boolean {
  if (source.length < LEAST) return false;
  if (source.length <= RUN) return said.includes(source);
  const runs = new Set(Array.from({ length: source.length - RUN + 1 }, (_, i) => source.slice(i, i + RUN)));
  for (let i = 0; i + RUN <= said.length; i += 1) if (runs.has(said.slice(i, i + RUN))) return true;
  return false;
}
