/** Of what "only" is said, and of how many of a few: "only Eva sailed the boat", "both of the boats", "one of the boats". */
import { MOVABLE } from "../language/movable";
import { senseOf } from "../language/senses";
import { isStopWord } from "../../../mind/text/stopWords";
import { numberIn } from "../language/tokens";
import { areShort } from "./shortTexts";

const ONLY = /^(?:only|solely|exclusively)$/;

/** Whether each text (lower-case words) has one "only", of something that both name, and not of the same. Symmetric. */
export function onlyOfOther(a: readonly string[], b: readonly string[]): boolean {
  const [p, q] = [limitIn(a), limitIn(b)];
  if (p === null || q === null || p.of === q.of) return false;
  const names = (tokens: readonly string[], sense: string) =>
    tokens.some((token) => ownSense(token) === sense);
  return names(a, q.of) && names(b, p.of) && !isVerbOf(p, q) && !isVerbOf(q, p);
}

interface Limit {
  /** What the next word of content is. */
  readonly of: string;
  readonly before: string | undefined;
  /** Whether nothing stands between the two. */
  readonly isNext: boolean;
  /** Whether what follows says where or when. */
  readonly isWhen: boolean;
}

/** Null unless there is just one, and something after it. */
function limitIn(tokens: readonly string[]): Limit | null {
  const at = tokens.findIndex((token) => ONLY.test(token));
  const after = tokens.slice(at + 1);
  const of = after.find((token) => !isStopWord(token));
  if (at < 0 || of === undefined || after.some((token) => ONLY.test(token))) return null;
  const before = tokens[at - 1];
  return {
    of: ownSense(of),
    before: before === undefined ? undefined : ownSense(before),
    isNext: after[0] === of,
    isWhen: MOVABLE.has(after[0] ?? ""),
  };
}

/** "I only drink tea" is said of the tea as much as "I drink only tea". */
function isVerbOf(verb: Limit, thing: Limit): boolean {
  return verb.isNext && verb.before !== undefined && thing.before === verb.of && !thing.isWhen;
}

function ownSense(token: string): string {
  return senseOf(token.replace(/'s$/, ""));
}

const DETERMINERS = /^(?:the|my|your|his|her|its|our|their|these|those|them|us|you)$/;

/** Whether one text tells of both where the other tells of one of them, or of more or fewer of the same. Symmetric. */
export function countOtherPart(a: readonly string[], b: readonly string[]): boolean {
  const [p, q] = [partsIn(a), partsIn(b)];
  if (p.length > 0 && q.length > 0 && p.join(" ") !== q.join(" ")) return true;
  if (!areShort(a, b)) return false;
  return bothAndOne(a, b) || bothAndOne(b, a);
}

/** "Two of the boats", "one of her three boats": how many, in order of size. */
function partsIn(tokens: readonly string[]): string[] {
  const counts = tokens.flatMap((token, i) => {
    const count = token === "one" ? "1" : numberIn(token);
    const of = tokens[i + 2] ?? "";
    const isPart = tokens[i + 1] === "of" && (DETERMINERS.test(of) || numberIn(of) !== null);
    return count !== null && isPart ? [count] : [];
  });
  return counts.sort();
}

function bothAndOne(all: readonly string[], some: readonly string[]): boolean {
  return (
    all.includes("both") &&
    !some.includes("both") &&
    some.some((token) => /^(?:one|either|neither)$/.test(token) && !all.includes(token))
  );
}
