/** What depends on what: "if the rope breaks, the boat drifts" is another thing than "if the boat drifts, the rope breaks". */
import { areEqual } from "../../../mind/lists/equalLists";
import { MOVABLE } from "../language/movable";
import { senseOf } from "../language/senses";
import { isStopWord } from "../../../mind/text/stopWords";

/** They begin a clause on which the other clause of the sentence depends. */
const SUBORDINATORS = new Set(
  "if unless when whenever because since as before after until once where wherever although though while".split(
    " ",
  ),
);
/** Of two things that are at the same time, or both so, it matters little which is said to be beside the other. */
const LEVEL = new Set("while as although though".split(" "));
/** With one of these behind it "when" asks. */
const ASKED =
  /^(?:is|are|was|were|am|do|does|did|can|could|will|would|should|shall|may|must|has|have|had|to)(?:n't)?$/;

/** A sentence of two clauses, one of which depends on the other; words are stems of those of content. */
interface Dependence {
  readonly subordinator: string;
  /** What stands before the subordinator; empty where the sentence begins with it. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Whether a time or a place comes first after it, which may as well come last: "if tonight it rains". */
  readonly isDated: boolean;
}

/** The dependence that `tokens` (lower-case words) tell of; null where they tell none, or more than one. */
function dependenceIn(tokens: readonly string[]): Dependence | null {
  const at = tokens.findIndex((token) => SUBORDINATORS.has(token));
  const subordinator = tokens[at];
  if (subordinator === undefined || ASKED.test(tokens[at + 1] ?? "")) return null;
  const after = tokens.slice(at + 1);
  if (after.some((token) => SUBORDINATORS.has(token))) return null;
  return {
    subordinator,
    before: contentOf(tokens.slice(0, at)),
    after: contentOf(after),
    isDated: MOVABLE.has(after[0] ?? ""),
  };
}

function contentOf(tokens: readonly string[]): string[] {
  return tokens.filter((token) => !isStopWord(token)).map((token) => senseOf(token));
}

/**
 * Of two texts of the same words, in which one clause depends on the other by the same word: whether it is the same one,
 * wherever it stands, or the other way round. Null of all other texts. Symmetric.
 */
export function dependencesOf(a: readonly string[], b: readonly string[]): "same" | "swapped" | null {
  const [p, q] = [dependenceIn(a), dependenceIn(b)];
  if (p === null || q === null || p.subordinator !== q.subordinator) return null;
  const [led, other] = p.before.length === 0 ? [p, q] : [q, p];
  const swapped = LEVEL.has(p.subordinator) ? "same" : "swapped";
  if (areEqual(p.before, q.before) && areEqual(p.after, q.after)) return "same";
  if (led.before.length > 0)
    return areEqual(p.before, q.after) && areEqual(p.after, q.before) ? swapped : null;
  if (other.before.length === 0)
    return !p.isDated && !q.isDated && isTurned(p.after, q.after) ? swapped : null;
  if (other.after.length === 0 || areEqual(other.before, other.after)) return null;
  if (areEqual(led.after, [...other.after, ...other.before])) return "same";
  return areEqual(led.after, [...other.before, ...other.after]) ? swapped : null;
}

/** Whether two parts change places, with nothing between them. */
function isTurned(p: readonly string[], q: readonly string[]): boolean {
  const twice = [...p, ...p];
  return p.length === q.length && !areEqual(p, q) && ` ${twice.join(" ")} `.includes(` ${q.join(" ")} `);
}
