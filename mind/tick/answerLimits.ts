/** Brings an answer within its limits: clamps values, cuts texts, and drops surplus items and unknown numbers. */
import type { Learned } from "./learning";
import type { AffectProposal } from "../affect/affect";
import { boundedProposal, type Clamp } from "../affect/clamps";
import { ARTIFACT_TYPES, LEARNED_TYPES, MOODS, type ArtifactType } from "../enums";
import { unfitProblems } from "../promptText/answerText";
import type { Problem } from "../promptText/problem";
import { cut } from "../promptText/sections";
import { clipped, lengthOf } from "../text/phrasing";
import { parsedText } from "../text/parsedText";
import { plainText } from "../text/tokens";
import { unit } from "../unit";
import { LIMITS, shownIn, type RawAnswer } from "./answer";
import { mayAlarm } from "./dueArtifacts";
import type { Reply } from "./replies";
import type { Situation } from "./situation";

export interface MadeArtifact {
  readonly type: ArtifactType;
  readonly content: string;
  /** The numbers of the events that it is about. */
  readonly covers: readonly number[];
}

/** An answer of which every value may be stored. Lists of numbers name things shown, each once. */
export interface TickAnswer {
  readonly summary: string;
  readonly detail: string;
  readonly remark: string | null;
  /** The affect that the model proposes, and its confidence, 0 to 1. */
  readonly proposal: AffectProposal;
  /** The values of the proposal that were out of range. */
  readonly clamps: readonly Clamp[];
  /** Corrected sentiments, −1 to 1, one per event number. */
  readonly sentiments: readonly { readonly event: number; readonly sentiment: number }[];
  readonly artifacts: readonly MadeArtifact[];
  readonly basedOn: readonly number[];
  readonly memories: readonly Learned[];
  /** The numbers of the memories that the model proposes to pin. */
  readonly pins: readonly number[];
  readonly usedMemories: readonly number[];
  readonly usedPassages: readonly number[];
  /** Replies, by the numbers of notes. */
  readonly replies: readonly Reply[];
}

/** The tags of the prompt's sections, which an answer must not repeat. Text from outside has none: its `<` and `>` are escaped. */
export const SECTION_TAGS = [
  "now",
  "log",
  "made",
  "themes",
  "memories",
  "knowledge",
  "conversation",
  "events",
] as const;

/**
 * `answer` within its limits. An unknown mood is replaced by the present one. The limits of artifacts and memories don't count
 * alerts of bad news and corrections: these are never cut.
 */
export function boundedAnswer(answer: RawAnswer, situation: Situation): TickAnswer {
  const shown = shownIn(situation);
  const alarming = ({ type, covers }: MadeArtifact) =>
    type === "alert"
      ? covers.filter((number) => situation.events.slice(number - 1, number).some(mayAlarm))
      : [];
  const artifacts = answer.artifacts.flatMap((one) => artifactOf(one, shown.events)).filter(isFirst);
  return {
    ...boundedProposal(answer, situation.state.mood),
    summary: shortened(answer.summary, LIMITS.summary),
    detail: shortened(answer.detail, LIMITS.detail),
    remark: answer.remark === null || !isFit(answer.remark) ? null : shortened(answer.remark, LIMITS.remark),
    artifacts: limited(artifacts, LIMITS.artifacts, alarming),
    basedOn: known(answer.basedOn, shown.events),
    memories: limited(
      answer.memories.flatMap((memory): (Learned & { readonly corrects: readonly number[] })[] => {
        const type = wordOf(LEARNED_TYPES, memory.type);
        const content = shortened(memory.content, LIMITS.memory);
        if (type === undefined || !isFit(content)) return [];
        const importance = memory.importance === null ? null : unit(memory.importance);
        return [
          {
            type,
            content,
            importance,
            basedOn: known(memory.basedOn, shown.events),
            corrects: known(memory.corrects, shown.memories),
          },
        ];
      }),
      LIMITS.memories,
      ({ corrects }) => corrects,
    ),
    sentiments: known(
      answer.sentiments.map(({ event }) => event),
      shown.events,
    ).map((event) => ({
      event,
      sentiment: Math.min(
        1,
        Math.max(-1, answer.sentiments.find((one) => one.event === event)?.sentiment ?? 0),
      ),
    })),
    pins: known(answer.pins, shown.memories),
    usedMemories: known(answer.usedMemories, shown.memories),
    usedPassages: known(answer.usedPassages, shown.passages),
    replies: answer.replies.flatMap(({ note, text }) =>
      known([note], shown.events).length === 0 || !isFit(text)
        ? []
        : [{ note, text: shortened(text, LIMITS.reply) }],
    ),
  };
}

/**
 * The problems that no limit solves: words outside of their enum, and texts that are unfit to be stored. In a `repaired` answer
 * only the summary and the detail can be a problem, because a tick needs them; the rest is dropped. Tags in them are none either,
 * because an event may order the model to repeat tags: then the journal writes the tick.
 */
export function shapeProblems(answer: RawAnswer, { repaired }: { repaired: boolean }): Problem[] {
  const { summary, detail, remark, mood, artifacts, memories } = answer;
  if (repaired) return [...unfitProblems("summary", summary, []), ...unfitProblems("detail", detail, [])];
  return [
    ...unfit("summary", summary),
    ...unfit("detail", detail),
    ...unfit("remark", remark ?? "none"),
    ...unknownWord("mood", MOODS, mood),
    ...artifacts.flatMap(({ type, content }, i) => [
      ...unknownWord(`artifacts[${i}].type`, ARTIFACT_TYPES, type),
      ...unfit(`artifacts[${i}].content`, content),
    ]),
    ...memories.flatMap(({ type, content }, i) => [
      ...unknownWord(`memories[${i}].type`, LEARNED_TYPES, type),
      ...unfit(`memories[${i}].content`, content),
    ]),
    ...answer.replies.flatMap(({ text }, i) => unfit(`replies[${i}].text`, text)),
  ];
}

function unfit(name: string, text: string): Problem[] {
  return unfitProblems(name, text, SECTION_TAGS);
}

/** Whether a text of an answer may be stored. */
export function isFit(text: string): boolean {
  return unfit("", text).length === 0;
}

function unknownWord(name: string, words: readonly string[], word: string): Problem[] {
  if (words.includes(word)) return [];
  return [{ rule: `${name} unknown`, sentence: `${name} must be one of ${words.join(", ")}.` }];
}

function wordOf<T extends string>(words: readonly T[], word: string): T | undefined {
  return words.find((known) => known === word);
}

/** Of `items` those that are the first to name a number of `dueTo`, and the first `most` others. */
function limited<T>(items: readonly T[], most: number, dueTo: (item: T) => readonly number[]): T[] {
  const named = new Set<number>();
  let others = 0;
  return items.filter((item) => {
    const before = named.size;
    for (const number of dueTo(item)) named.add(number);
    return named.size > before || ++others <= most;
  });
}

function artifactOf(artifact: RawAnswer["artifacts"][number], events: number): MadeArtifact[] {
  const named = wordOf(ARTIFACT_TYPES, artifact.type);
  if (named === undefined || !isFit(artifact.content)) return [];
  // A "question" that asks nothing becomes a note.
  const type = named === "question" && parsedText(artifact.content).questions.length === 0 ? "note" : named;
  const content = shortened(artifact.content, type === "tweet" ? LIMITS.tweet : LIMITS.artifact);
  return [{ type, content, covers: known(artifact.covers, events) }];
}

function isFirst({ type, content }: MadeArtifact, at: number, made: readonly MadeArtifact[]): boolean {
  const isSame = (other: MadeArtifact) =>
    other.type === type && plainText(other.content) === plainText(content);
  return made.findIndex(isSame) === at;
}

function known(numbers: readonly number[], shown: number): number[] {
  return [...new Set(numbers)].filter((number) => Number.isInteger(number) && number >= 1 && number <= shown);
}

/** `text` in at most `most` code points: its first sentences or, if these fill less than a third, its first words. */
export function shortened(text: string, most: number): string {
  if (lengthOf(text) <= most) return text;
  const sentences = /^.*[.!?。！？](?=\s)/su.exec(cut(text, most))?.[0] ?? "";
  return lengthOf(sentences) >= most / 3 ? sentences : clipped(text, most);
}
