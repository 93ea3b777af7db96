/** Slips in a tick's answer, which are worth asking once more and no failure: too much, too long, numbers of nothing shown. */
import { textProblems } from "../../convex/mind/grounding/textProblems";
import { clipped, lengthOf } from "../text/phrasing";
import type { Problem } from "../prompts/problem";
import { cut } from "../prompts/sections";
import { LIMITS, type Shown, type TickAnswer } from "./answer";
import { SECTION_TAGS } from "./prompt";

/** Each slip of an answer. */
export function slips(answer: TickAnswer, shown: Shown): Problem[] {
  const { summary, detail, remark, artifacts, memories } = answer;
  return [
    ...tooLong("summary", summary, LIMITS.summary),
    ...tooLong("detail", detail, LIMITS.detail),
    ...tooLong("remark", remark ?? "", LIMITS.remark),
    ...tooMany("artifacts", artifacts.length, LIMITS.artifacts),
    ...artifacts.flatMap(({ content }, i) => tooLong(`artifacts[${i}].content`, content, LIMITS.artifact)),
    ...tooMany("memories", memories.length, LIMITS.memories),
    ...memories.flatMap(({ content }, i) => tooLong(`memories[${i}].content`, content, LIMITS.memory)),
    ...memories.flatMap(({ importance }, i) =>
      isShare(importance)
        ? []
        : [broken(`memories[${i}].importance`, "out of range", "must be 0 to 1, or null.")],
    ),
    ...unknownNumbers("basedOn", "events", answer.basedOn, shown.events),
    ...memories.flatMap(({ basedOn }, i) =>
      unknownNumbers(`memories[${i}].basedOn`, "events", basedOn, shown.events),
    ),
    ...unknownNumbers("usedMemories", "memories", answer.usedMemories, shown.memories),
    ...unknownNumbers("usedPassages", "passages", answer.usedPassages, shown.passages),
  ];
}

/**
 * The answer without its slips: what is told at too great length is cut at a sentence's end, and what is too much, unfit or
 * names nothing shown goes. `leftOut` says what went, for the log.
 */
export function withoutSlips(answer: TickAnswer, shown: Shown): { answer: TickAnswer; leftOut: string[] } {
  const remark = answer.remark === null || !isFit(answer.remark) ? null : answer.remark;
  const artifacts = answer.artifacts
    .filter(({ content }) => lengthOf(content) <= LIMITS.artifact && isFit(content))
    .slice(0, LIMITS.artifacts);
  const memories = answer.memories
    .filter(({ content }) => lengthOf(content) <= LIMITS.memory)
    .slice(0, LIMITS.memories)
    .map((memory) => ({
      ...memory,
      importance: isShare(memory.importance) ? memory.importance : null,
      basedOn: known(memory.basedOn, shown.events),
    }));
  return {
    answer: {
      ...answer,
      summary: shortened(answer.summary, LIMITS.summary),
      detail: shortened(answer.detail, LIMITS.detail),
      remark: remark === null ? null : shortened(remark, LIMITS.remark),
      artifacts,
      memories,
      basedOn: known(answer.basedOn, shown.events),
      usedMemories: known(answer.usedMemories, shown.memories),
      usedPassages: known(answer.usedPassages, shown.passages),
    },
    leftOut: [
      ...(remark === answer.remark ? [] : ["a remark that is unfit to keep"]),
      ...gone(answer.artifacts.length - artifacts.length, "an artifact too many, too long or unfit to keep"),
      ...gone(answer.memories.length - memories.length, "a memory too many or too long"),
    ],
  };
}

function gone(count: number, what: string): string[] {
  return Array.from({ length: count }, () => what);
}

function isFit(text: string): boolean {
  return textProblems("", text, SECTION_TAGS).length === 0;
}

function isShare(value: number | null): boolean {
  return value === null || (value >= 0 && value <= 1);
}

function known(numbers: readonly number[], shown: number): number[] {
  return numbers.filter((number) => number >= 1 && number <= shown);
}

function broken(name: string, rule: string, told: string): Problem {
  return { rule: `${name} ${rule}`, sentence: `${name} ${told}` };
}

function tooLong(name: string, text: string, most: number): Problem[] {
  const length = lengthOf(text);
  if (length <= most) return [];
  return [broken(name, "too long", `has ${length} characters, of at most ${most}.`)];
}

function tooMany(name: string, count: number, most: number): Problem[] {
  return count <= most ? [] : [broken(name, "too many", `holds ${count}, of at most ${most}.`)];
}

/** With nothing shown there is nothing a number could name: it is dropped, and not worth a repair. */
function unknownNumbers(name: string, what: string, given: readonly number[], shown: number): Problem[] {
  const unknown = given.filter((number) => number < 1 || number > shown);
  if (shown === 0 || unknown.length === 0) return [];
  const told = `names ${unknown.join(", ")}, but the ${what} shown are numbered 1 to ${shown}.`;
  return [broken(name, `with numbers of no ${what} shown`, told)];
}

/** `text` in at most `most` code points: its first sentences, or, where one fills the room, the first words. */
function shortened(text: string, most: number): string {
  if (lengthOf(text) <= most) return text;
  const sentences = /^.*[.!?。！？](?=\s)/su.exec(cut(text, most))?.[0] ?? "";
  return lengthOf(sentences) >= most / 3 ? sentences : clipped(text, most);
}
