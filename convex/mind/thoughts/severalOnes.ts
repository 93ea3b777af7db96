/** "Room 12" and "Room 14", "the old pump" and "the new pump" are two of a kind, and no one thing that seeds share. */
import { isNumbered, LETTERED, NUMBERED } from "../language/nounUses";
import { phraseWordsOf } from "../language/phraseWords";
import { termsOf } from "../language/tokens";
import { listed } from "../../../mind/text/phrasing";
import { bare, type Shared, type Text } from "./sharedThings";

/** So many are named; a reader of more wants their number. */
const MOST_NAMED = 3;

/** What tells the thing at `place` from others of its kind; null where nothing does. */
function designatorAt(text: Text, place: number): Designator | null {
  if (isNumbered(text, place)) return { before: "", after: ` ${bare(text[place + 1]?.written ?? "")}` };
  const before = text[place - 1];
  return before !== undefined && before.clause === text[place]?.clause && ONE_OF_TWO.test(before.plain)
    ? { before: `the ${before.plain} `, after: "" }
    : null;
}

/** What tells one from another, before its kind or after it: "the old pump", "pump 3". */
interface Designator {
  readonly before: string;
  readonly after: string;
}

/** Of two of a kind the one is this, the other that. */
const ONE_OF_TWO =
  /^(?:old|new|first|second|third|last|left|right|upper|lower|front|back|north|south|east|west|northern|southern|eastern|western|inner|outer|big|small)$/u;

/** `name` without the number or letter at its end. */
export function kindOf(name: string): string {
  const [last = "", ...words] = name.split(" ").reverse();
  return words.length > 0 && (NUMBERED.test(last) || LETTERED.test(last)) ? words.reverse().join(" ") : name;
}

/**
 * `shared`, told by a kind's name, as those of the kind that two seeds and more speak of; and where the seeds speak of several
 * ones, these (`ones`). It stays what it is where one of its seeds speaks of the kind. `entities` are
 * named of a seed beside its text.
 */
export function toldApart(
  shared: Shared,
  texts: readonly Text[],
  entities: readonly (readonly string[])[],
): Shared[] {
  const kind = kindOf(shared.name);
  const holders = new Map<string, number[]>();
  for (const seed of shared.seeds) {
    const told = designatorsIn(texts[seed] ?? [], kind);
    const named = (entities[seed] ?? []).flatMap((entity) => designatorsIn(phraseWordsOf(entity), kind));
    const designators = told.length > 0 ? told : named;
    if (designators.length === 0 || designators.includes(null)) return [shared];
    const names = new Set(designators.map((one) => `${one?.before ?? ""}${kind}${one?.after ?? ""}`));
    for (const name of names) holders.set(name, [...(holders.get(name) ?? []), seed]);
  }
  const ones = [...holders].map(([name, seeds]) => ({ name, seeds }));
  const same = ones.filter(({ seeds }) => seeds.length > 1).map((one) => ({ ...shared, ...one }));
  if (same.some(({ seeds }) => seeds.length === shared.seeds.length)) return same;
  const names = ones.map(({ name }) => name);
  return [...same, { ...shared, name: listed(names.slice(0, MOST_NAMED)), isEntity: true, ones: names }];
}

function designatorsIn(text: Text, kind: string): (Designator | null)[] {
  return placesOf(kind, text).map((place) => designatorAt(text, place));
}

/** The places of the last word of `kind` in `text`, inflected or not. */
function placesOf(kind: string, text: Text): number[] {
  const sought = kind.toLowerCase().split(" ").map(bare);
  const terms = sought.map((word) => termsOf(word)[0]);
  return text.flatMap((_, from) => {
    const isHere = sought.every((word, i) => {
      const held = text[from + i];
      return held !== undefined && (bare(held.plain) === word || (terms[i] ?? "") === held.terms[0]);
    });
    return isHere ? [from + sought.length - 1] : [];
  });
}
