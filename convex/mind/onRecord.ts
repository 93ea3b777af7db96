/** What the agent has on record that bears on a text, without a model: what it was given to know, memories, its log. */
import { profileOf, rawSimilarity, type Profile } from "./lexical";
import { idfOf } from "./rarity";
import { SENTENCE_BREAK } from "./sentenceEnds";
import type { Situation, SituationPassage } from "./situation";

/** Something on record, by the words of it that bear most. */
export interface OnRecord {
  /** The sentence that bears on the text, or all of a text whose sentences together do so more. */
  readonly text: string;
  /** 0 to 1. */
  readonly bearing: number;
  /** The place of a passage among `Situation.knowledge`, from 1; absent for anything else. */
  readonly passage?: number;
}

/** Raw likeness from which an entry may bear on a text; below it, they share a word by chance. */
const BEARING = 0.3;
/** A text is compared by its beginning. */
const READ_LENGTH = 2000;

const HEADING = /^#{1,6}\s+(.+?)(?:\s+#+)?\s*$/;

const plainly = idfOf(0, () => 0);

/** What bears most on a question; null where nothing does. The question itself may be among the events. */
export function nearestOnRecord(question: string, situation: Situation): OnRecord | null {
  const asked = profileOf(question);
  const entries = [
    ...situation.events.map(({ content }) => content),
    ...situation.memories.map(({ content }) => content),
    ...situation.logs.map(({ summary }) => summary),
  ]
    // That it was asked is no answer.
    .filter((text) => !text.includes(question))
    .map((text) => bestOf(asked, text));
  return nearest([...passagesOn(asked, situation.knowledge), ...entries]);
}

/** The passage of knowledge that bears most on any of these texts; null where none does. */
export function nearestPassage(
  texts: readonly string[],
  knowledge: readonly SituationPassage[],
): OnRecord | null {
  return nearest(texts.flatMap((text) => passagesOn(profileOf(text.slice(0, READ_LENGTH)), knowledge)));
}

function passagesOn(asked: Profile, knowledge: readonly SituationPassage[]): OnRecord[] {
  return knowledge.map(({ title, heading = "", text }, i) => {
    const within = bestOf(asked, text);
    // What a passage is about may stand in its title alone; then its words are what it says of that.
    const titled = likeness(asked, `${title}. ${heading}. ${text}`);
    const named = likeness(asked, `${title}. ${heading}. ${within.text}`);
    return { text: within.text, bearing: Math.max(within.bearing, titled, named), passage: i + 1 };
  });
}

function nearest(found: readonly OnRecord[]): OnRecord | null {
  const [best] = [...found].sort((a, b) => b.bearing - a.bearing);
  return best !== undefined && best.bearing >= BEARING ? best : null;
}

/** Of a text and its sentences, what bears most; of equals the text as a whole. */
function bestOf(asked: Profile, text: string): { text: string; bearing: number } {
  const read = text.slice(0, READ_LENGTH).trim();
  return [{ text: read, heading: "" }, ...sentencesOf(read)]
    .map(({ text: one, heading }) => ({
      text: one,
      bearing: Math.max(likeness(asked, one), heading === "" ? 0 : likeness(asked, `${heading}. ${one}`)),
    }))
    .reduce((best, one) => (one.bearing > best.bearing ? one : best));
}

/** The sentences of a text, each with the heading it stands under. A heading says what they are about, and nothing itself. */
function sentencesOf(text: string): { text: string; heading: string }[] {
  let heading = "";
  return text.split(/\n+/).flatMap((line) => {
    const title = HEADING.exec(line)?.[1];
    if (title !== undefined) {
      heading = title;
      return [];
    }
    return line
      .split(SENTENCE_BREAK)
      .filter((sentence) => sentence.trim() !== "")
      .map((sentence) => ({ text: sentence, heading }));
  });
}

/** 0 where two texts share no word but numbers: "at 2" does not answer "what is 2 + 2". */
function likeness(asked: Profile, text: string): number {
  const profile = profileOf(text);
  const sharesWord = [...asked.counts.keys()].some((term) => /\p{L}/u.test(term) && profile.counts.has(term));
  return sharesWord ? rawSimilarity(asked, profile, plainly) : 0;
}
