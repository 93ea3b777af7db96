/** What decides whether a text asserts what some of its words say: denials, conditions, "may", "wants to", and how far they reach. */
import { isNegation } from "./negations";
import type { PhraseWord } from "./phraseWords";

/**
 * `whole`: nothing of its stretch is asserted without it, on either side ("nobody", "if"). `after`: what follows is not
 * asserted without it ("might", "hopes to").
 */
export type Reach = "whole" | "after";

/** A word that a phrase has to hold where it is within its reach, with the first of the words that belong to it. */
export interface Operator {
  readonly from: number;
  readonly to: number;
  readonly reach: Reach;
  /** The stretch of words that it governs, from one place up to another, exclusive. */
  readonly start: number;
  readonly end: number;
}

const WHOLE = new Set(
  (
    "if unless whether almost nearly hardly barely scarcely unable false untrue falsely wrongly lack lacks lacked lacking except instead supposedly " +
    "allegedly perhaps maybe possibly probably unlikely rumour rumours rumor rumors deny denies denied denying doubt doubts doubted few seldom rarely"
  ).split(" "),
);
const AFTER = new Set(
  (
    "may might could would should must can will shall ought want wants wanted wish wishes wished hope hopes hoped plan plans planned intend " +
    "intends intended try tries tried promise promises promised refuse refuses refused fail fails failed forget forgets forgot avoid avoids " +
    "avoided fear fears feared expect expects expected seem seems seemed appear appears appeared threaten threatens threatened consider " +
    "considers considered claim claims claimed allege alleges alleged suspect suspects suspected suspected believe believes believed think " +
    "thinks thought say says said tell tells told warn warns warned accuse accuses accused forbid forbids forbade forbidden prevent " +
    "prevents prevented prevents stop stops stopped ban bans banned reject rejects rejected likely dream dreams dreamt dreamed imagine " +
    "imagines imagined pretend pretends pretended supposed asked ask asks agree agrees agreed decide decides decided like need needs needed"
  ).split(" "),
);
/** These are operators only before "to", "that" or a clause: "needs cranes", "plans a harbour", "the report failed" tell what is. */
const WITH_CLAUSE = new Set(
  (
    "will plan plans planned promise promises promised need needs needed like ask asks asked tell tells told stop stops stopped fail fails failed " +
    "forget forgets forgot claim claims claimed think thinks thought warn warns warned agree agrees agreed decide decides decided appear appears appeared"
  ).split(" "),
);
/** At these, inside a sentence, what is denied or supposed ends. */
const ENDS_STRETCH = new Set("but while whereas although though so yet however".split(" "));
const SUBJECTS = new Set(
  "i you he she it we they the a an my your his her its our their this that".split(" "),
);

/** The operators of `words`, each with the stretch that it governs. `line`: the text of the words. */
export function operatorsIn(words: readonly PhraseWord[], line: string): Operator[] {
  return words.flatMap((word, place): Operator[] => {
    const reach = reachOf(words, place);
    if (reach === null) return [];
    const { start, end } = stretchAround(words, place, line);
    const conditional = /^(?:if|unless|whether|had|were|should)$/u.test(word.plain) && reach === "whole";
    const sentence = conditional ? sentenceAround(words, place) : { start, end };
    const belongs = isHelped(words, place) ? place - 1 : place;
    return [{ from: belongs, to: place, reach, ...sentence }];
  });
}

/** "Does not", "might never": the auxiliary right before a denial belongs to it. */
function isHelped(words: readonly PhraseWord[], place: number): boolean {
  const [before, word] = [words[place - 1], words[place]];
  if (before === undefined || word === undefined || before.clause !== word.clause) return false;
  if (!/^(?:not|never|no|hardly|barely|scarcely)$/u.test(word.plain)) return false;
  return /^(?:am|is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must)$/u.test(
    before.plain,
  );
}

function reachOf(words: readonly PhraseWord[], place: number): Reach | null {
  const [word, next] = [words[place], words[place + 1]];
  if (word === undefined) return null;
  const { plain } = word;
  // "Had Ruth paid" says that she did not.
  const isFirst = words[place - 1]?.sentence !== word.sentence;
  if (isFirst && /^(?:had|were|should)$/u.test(plain)) return "whole";
  // What is "until Friday" is so no longer.
  if (isFirst && /^(?:until|till)$/u.test(plain)) return "whole";
  if (isNegation(plain) || WHOLE.has(plain))
    return plain === "few" && words[place - 1]?.plain === "a" ? null : "whole";
  if (!AFTER.has(plain)) return null;
  if (word.written === "May") return null;
  if (!WITH_CLAUSE.has(plain) || plain === "will") return "after";
  const follows = next !== undefined && next.clause === word.clause ? next.plain : "";
  return follows === "to" || follows === "that" || SUBJECTS.has(follows) || /ing$/u.test(follows)
    ? "after"
    : null;
}

/** The words around `place` up to where a sentence, or a part of it with a subject of its own, begins and ends. */
function stretchAround(
  words: readonly PhraseWord[],
  place: number,
  line: string,
): { start: number; end: number } {
  const breaks = (at: number): boolean => {
    const [before, word] = [words[at - 1], words[at]];
    if (before === undefined || word === undefined || before.sentence !== word.sentence) return true;
    const between = line.slice(before.end, word.at);
    if (/[;:—–()]|\s-\s/u.test(between)) return true;
    if (ENDS_STRETCH.has(word.plain)) return !(word.plain === "so" && !between.includes(","));
    const joined = before.plain === "and" || before.plain === "or";
    return (
      joined && SUBJECTS.has(word.plain) && !/^(?:a|an|the|my|his|her|its|our|their|your)$/u.test(word.plain)
    );
  };
  let [start, end] = [place, place + 1];
  while (start > 0 && !breaks(start)) start -= 1;
  while (end < words.length && !breaks(end)) end += 1;
  return { start, end };
}

function sentenceAround(words: readonly PhraseWord[], place: number): { start: number; end: number } {
  const sentence = words[place]?.sentence;
  let [start, end] = [place, place + 1];
  while (start > 0 && words[start - 1]?.sentence === sentence) start -= 1;
  while (end < words.length && words[end]?.sentence === sentence) end += 1;
  return { start, end };
}

/** Whether the words from `from` to `to` hold every operator that governs one of them. */
export function isAsserted(operators: readonly Operator[], from: number, to: number): boolean {
  return operators.every((operator) => {
    const touches = from < operator.end && to >= operator.start;
    if (!touches) return true;
    const holds = from <= operator.from && to >= operator.to;
    // What stands wholly before "might" is not what might be.
    return holds || (operator.reach === "after" && to < operator.from);
  });
}
