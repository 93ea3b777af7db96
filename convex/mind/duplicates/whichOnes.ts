/** Which of several is meant: "my sister" or "my other sister", "this plan" or "that plan". */
import { isStopWord } from "../../../mind/text/stopWords";
import { numberIn } from "../language/tokens";
import { areShort } from "./shortTexts";

/** "Each other" and "no other" mean no other one; "ropes and other gear" is gear all the same. */
const NO_OTHER_AFTER = /^(?:each|one|every|any|no|among|and|or|including|some)$/;
/** "The other day" is one of late. */
const NO_OTHER_BEFORE = /^(?:than|day|night|morning|afternoon|evening|week|hand|way|things?)$/;
const NEAR = new Set(["this", "these"]);
const FAR = new Set(["that", "those"]);
/** What may be followed by "else". */
const OPEN = /^(?:(?:some|any|every|no)(?:one|body|thing|where)|none|what|who|where|how|why)$/;

/** What of a text is told to be another one, or this or that one, as words that follow; and what is told without. */
interface Pointed {
  readonly other: ReadonlySet<string>;
  readonly near: ReadonlySet<string>;
  readonly far: ReadonlySet<string>;
  readonly plain: ReadonlySet<string>;
}

function pointedIn(tokens: readonly string[]): Pointed {
  const [other, near, far, plain] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  tokens.forEach((token, i) => {
    const [before = "", further = ""] = [tokens[i - 1], tokens[i - 2]];
    if (OPEN.test(token)) (tokens[i + 1] === "else" ? other : plain).add(token);
    else if (isStopWord(token) || numberIn(token) !== null) return;
    else if (before === "another" ? further !== "one" : before === "other" && isOther(further, token))
      other.add(token);
    else {
      plain.add(token);
      if (NEAR.has(before)) near.add(token);
      if (FAR.has(before)) far.add(token);
    }
  });
  return { other, near, far, plain };
}

function isOther(before: string, thing: string): boolean {
  return !NO_OTHER_AFTER.test(before) && !NO_OTHER_BEFORE.test(thing);
}

/** Whether one short text (lower-case words) tells of a thing where the other tells of another one, or of that where it tells of this. Symmetric. */
export function meanOtherOnes(a: readonly string[], b: readonly string[]): boolean {
  if (!areShort(a, b)) return false;
  const [inA, inB] = [pointedIn(a), pointedIn(b)];
  const differ = (p: Pointed, q: Pointed) =>
    [...p.other].some((thing) => !p.plain.has(thing) && q.plain.has(thing) && !q.other.has(thing)) ||
    [...p.near].some((thing) => !p.far.has(thing) && q.far.has(thing) && !q.near.has(thing));
  return differ(inA, inB) || differ(inB, inA);
}
