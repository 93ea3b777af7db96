/** Where in the evidence the findings on a focus are looked for: in what names it, as far as anything does. */
import { questionIn } from "../events/eventWords";
import { partsOf, type Mentions } from "../memory/mentions";
import type { Evidence, ReflectionMatter } from "./reflectionMatter";

/** What search holds to bear so well on a question may answer it in other words. */
export const BEARS = 0.5;

/** The share of a question's words from which a memory is about what is asked. */
const ASKED = 0.5;

/**
 * The places of the evidence that names `focus` or a part of it; for a question, of what has half of its words, bears on it or
 * is `answered` with. All of it where nothing does: what search found beside the focus may be about something else, and is
 * counted and quoted only for want of anything better.
 */
export function placesOn(
  focus: string,
  evidence: readonly Evidence[],
  mentions: Mentions,
  answered: readonly number[],
): number[] {
  const parts = partsOf(focus);
  const isAsked = questionIn(focus) !== null;
  const names = ({ content, bearing }: Evidence) =>
    isAsked
      ? mentions.share(focus, content) >= ASKED || (bearing ?? 0) >= BEARS
      : parts.some((part) => mentions.has(part, content));
  const places = evidence.flatMap((memory, place) =>
    names(memory) || answered.includes(place) ? [place] : [],
  );
  return places.length > 0 ? places : [...evidence.keys()];
}

/** `matter` with the evidence at `places` alone. */
export function narrowed(matter: ReflectionMatter, places: readonly number[]): ReflectionMatter {
  return {
    ...matter,
    evidence: places.flatMap((place) => matter.evidence[place] ?? []),
    disputes: matter.disputes.flatMap(({ older, newer }) => {
      const [a, b] = [places.indexOf(older), places.indexOf(newer)];
      return a < 0 || b < 0 ? [] : [{ older: a, newer: b }];
    }),
  };
}
