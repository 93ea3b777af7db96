/** What an answer must not repeat: the persona to anybody, what one person wrote to another, what belongs to a scope. */
import { foldedText, lettersOf } from "../grounding/foldedText";
import type { Situation } from "./situation";

/** Letters in a row that two texts have in common by more than chance. */
const RUN = 40;
/** A shorter text is too common to belong to somebody: "My code is 47" is not. */
const LEAST = 10;

/** Whether `text` recites the persona. */
export function recitesPersona(text: string, { persona }: Pick<Situation, "persona">): boolean {
  return repeats(letters(text), letters(persona));
}

/**
 * Whether `text` repeats what somebody else than its reader wrote in a note, and nobody else said. The reader is whoever wrote
 * the note of this number; with null it is anybody.
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

/** Whether `text` repeats what only texts of a scope say, not those that are the agent's own. */
export function repeatsScoped(text: string, situation: Situation): boolean {
  const { scoped, open } = byScope(situation);
  if (scoped.length === 0) return false;
  const said = letters(text);
  return scoped.some((one) => repeats(said, one) && !open.some((other) => repeats(other, one)));
}

/** Whether a name, a figure or another part of a text stands only in texts of a scope. */
export function isOnlyScoped(part: string, situation: Situation): boolean {
  const { scoped, open } = byScope(situation);
  const sought = letters(part);
  const holds = (text: string) => text.includes(sought);
  return scoped.some(holds) && !open.some(holds);
}

/** The letters of the texts of a scope, and of those that are the agent's own. */
function byScope({ scope, events, memories, knowledge, themes }: Situation) {
  const told = [
    ...events.map(({ content }) => ({ scope, content })),
    ...memories,
    ...knowledge.map(({ scope, text: content }) => ({ scope, content })),
    ...themes.map(({ scope, theme, summary }) => ({ scope, content: `${theme} ${summary}` })),
  ];
  const of = (isScoped: boolean) =>
    told.filter((one) => (one.scope !== undefined) === isScoped).map(({ content }) => letters(content));
  return { scoped: of(true), open: of(false) };
}

function senderOf(event: Situation["events"][number] | undefined): string | undefined {
  return event?.source.kind === "wake" ? event.source.from : undefined;
}

function letters(text: string): string {
  return lettersOf(foldedText(text));
}

/** Whether `said` holds all of `source`, or a long run of it. */
function repeats(said: string, source: string): boolean {
  if (source.length < LEAST) return false;
  if (source.length <= RUN) return said.includes(source);
  const runs = new Set(Array.from({ length: source.length - RUN + 1 }, (_, i) => source.slice(i, i + RUN)));
  for (let i = 0; i + RUN <= said.length; i += 1) if (runs.has(said.slice(i, i + RUN))) return true;
  return false;
}
