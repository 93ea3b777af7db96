/** One order for what English says in two: "the keel of the yawl" as "the yawl's keel", "gave the oar to Eva" as "gave Eva the oar". */
import { irregularBase, regularForm } from "../language/irregularForms";
import { stemOf } from "../../../mind/text/stem";

const DETERMINER = /^(?:the|an?|my|your|his|her|its|our|their)$/;
/** Of these a part or a content is told by "of", and what they are for by a word before them: a glass of wine, a wine glass. */
const CONTAINERS =
  /^(?:glass|cup|mug|bottle|box|bag|sack|bowl|plate|jar|can|tin|pot|tank|barrel|bucket|basket|case|crate|pack|packet|piece|slice|tray|trough)(?:es|s)?$/;
/** So many words at most name a thing, or what it is of. */
const LONGEST = 3;
/** Verbs of giving, by their stems: whom it is given to may stand before what is given. */
const GIVING = new Set(
  "give send show lend sell offer pay bring hand teach write read owe pass promise grant award mail"
    .split(" ")
    .map(stemOf),
);
/** How far after such a verb its "to" is looked for. */
const REACH = 6;
/** Short texts alone are compared by their order. */
const MOST_WORDS = 30;

/**
 * `own` (lower-case words) with what it tells in the longer of two such ways in the other, where `other` tells it so; the
 * same array if there is nothing of the kind.
 */
export function inOrderOf(own: readonly string[], other: readonly string[]): readonly string[] {
  if (Math.max(own.length, other.length) > MOST_WORDS) return own;
  // Where both have the preposition, what stands around it has changed places: "lost to Brazil", "lost to France".
  const more = new Set(PREPOSITIONS.filter((word) => timesIn(own, word) > timesIn(other, word)));
  if (more.size === 0) return own;
  const written = ` ${other.join(" ")} `;
  const turned = withGenitives(own, written, more);
  return turned === own && more.has("to") ? withReceiver(own, written) : turned;
}

const PREPOSITIONS = ["of", "to", "for"];

function timesIn(tokens: readonly string[], word: string): number {
  return tokens.filter((token) => token === word).length;
}

function withGenitives(
  own: readonly string[],
  other: string,
  prepositions: ReadonlySet<string>,
): readonly string[] {
  for (const [at, token] of own.entries()) {
    const found = prepositions.has(token) ? genitiveAt(own, at, other) : null;
    if (found === null) continue;
    const rest = withGenitives(own.slice(found.end), other, prepositions);
    return [...own.slice(0, found.start), ...found.words, ...rest];
  }
  return own;
}

/** What stands around the preposition at `at` as `other` has it, "yawl's keel", and from where to where it goes in `own`. */
function genitiveAt(
  own: readonly string[],
  at: number,
  other: string,
): { start: number; words: string[]; end: number } | null {
  const begin = DETERMINER.test(own[at + 1] ?? "") ? at + 2 : at + 1;
  const isOf = own[at] === "of";
  for (let things = Math.min(LONGEST, at); things > 0; things--) {
    const thing = own.slice(at - things, at);
    for (let owners = 1; owners <= LONGEST && begin + owners <= own.length; owners++) {
      const owner = own.slice(begin, begin + owners).join(" ");
      const forms = [
        ...(isOf ? [`${owner}'s`] : []),
        ...(CONTAINERS.test(thing.at(-1) ?? "") ? [] : [owner]),
      ];
      const form = forms.find((written) => other.includes(` ${written} ${thing.join(" ")} `));
      if (form !== undefined)
        return {
          start: at - things,
          words: [...own.slice(at + 1, begin), ...form.split(" "), ...thing],
          end: begin + owners,
        };
    }
  }
  return null;
}

function withReceiver(own: readonly string[], other: string): readonly string[] {
  for (const [verb, token] of own.entries()) {
    if (!GIVING.has(stemOf(irregularBase(token) ?? regularForm(token)))) continue;
    const to = own.indexOf("to", verb + 2);
    if (to < 0 || to > verb + REACH) continue;
    const begin = DETERMINER.test(own[to + 1] ?? "") ? to + 2 : to + 1;
    for (let end = Math.min(begin + LONGEST, own.length); end > begin; end--) {
      const receiver = own.slice(to + 1, end);
      const first = own[verb + 1] ?? "";
      // What is given follows at once: "gave the oar a kick" has no "to" behind it.
      if (other.includes(` ${token} ${receiver.join(" ")} ${first} `))
        return [...own.slice(0, verb + 1), ...receiver, ...own.slice(verb + 1, to), ...own.slice(end)];
    }
  }
  return own;
}
