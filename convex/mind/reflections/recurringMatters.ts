/** What comes back in the evidence of a reflection: names and things, those in most of it first, and not how it is told. */
import { entityKey } from "../language/entities";
import { termsOf, tokensOf } from "../language/tokens";
import type { Mentions } from "../memory/mentions";
import { UNCOUNTED } from "../../../mind/ranking/idf";
import { sharedAmong, type Shared } from "../thoughts/sharedMatters";
import { isTelling, isThing, placesOf, readOf, type Told } from "./recurringThings";
import type { Evidence } from "./reflectionMatter";

/** Many more than are told of: the ones that are in most of the evidence are to be among them. */
const MOST_SHARED = 48;
/** Of what is shared as widely a name says more than a word. */
const NAME = 0.5;

/** What two memories and more speak of beside the focus, by how many do; of those that mention the focus, where two do. */
export function recurringMatters(
  evidence: readonly Evidence[],
  sought: readonly string[],
  mentions: Mentions,
): Shared[] {
  const told = evidence.map(({ content }) => readOf(content));
  const soughtTerms = new Set(sought.flatMap(termsOf));
  const bearing = evidence.flatMap(({ content }, i) =>
    sought.some((part) => mentions.has(part, content)) ? [i] : [],
  );
  // What was found beside the focus may be about something else, and what that has in common says nothing of the focus.
  const counted = bearing.length > 1 ? new Set(bearing) : new Set(evidence.keys());
  const reach = ({ seeds, isEntity }: Shared) =>
    seeds.filter((seed) => counted.has(seed)).length + (isEntity ? NAME : 0);
  return (
    sharedAmong(evidence, UNCOUNTED, { most: MOST_SHARED, places: true })
      // Liv Berg is who was asked about as Liv.
      .filter(({ name, isEntity }) => {
        const isSought = (term: string) => soughtTerms.has(term);
        return isEntity ? !termsOf(name).some(isSought) : !termsOf(name).every(isSought);
      })
      .filter((shared) => shared.seeds.filter((seed) => counted.has(seed)).length > 1)
      .filter((shared) => (shared.isEntity ? isTelling(shared.name) : isThing(shared, told)))
      .filter((shared, _, all) => !all.some((other) => isSpokenOfAs(shared, other)))
      .map((shared, _, all) => withCompound(shared, all, told))
      .filter((shared, _, all) => !isPartOfCompound(shared, all, told))
      .sort((a, b) => reach(b) - reach(a))
  );
}

/** Whether `one` is another name for `other`, wherever it is told of: Grandma Ilse for Ilse, who is nobody else. */
function isSpokenOfAs(one: Shared, other: Shared): boolean {
  if (one === other || !one.isEntity || !other.isEntity) return false;
  const [words, known] = [tokensOf(one.name), tokensOf(other.name)];
  return (
    known.length < words.length &&
    known.every((word) => words.includes(word)) &&
    one.seeds.every((seed) => other.seeds.includes(seed))
  );
}

/** "Report worker", counted where either word of it stands in the other's company: of a compound all of its places. */
function withCompound(shared: Shared, all: readonly Shared[], told: readonly Told[]): Shared {
  const parts = all.filter((other) => isPartOf(other, shared, told));
  if (parts.length === 0) return shared;
  const seeds = [...new Set([shared, ...parts].flatMap((one) => one.seeds))].sort((a, b) => a - b);
  return { ...shared, seeds };
}

function isPartOfCompound(shared: Shared, all: readonly Shared[], told: readonly Told[]): boolean {
  return all.some((other) => isPartOf(shared, other, told));
}

/** Whether the word `part` stands nowhere but as the first of the two words of `whole`. */
function isPartOf(part: Shared, whole: Shared, told: readonly Told[]): boolean {
  const [first, second, ...more] = tokensOf(whole.name);
  if (part.isEntity || whole.isEntity || second === undefined || more.length > 0) return false;
  if (tokensOf(part.name).join(" ") !== first) return false;
  const [term] = termsOf(second);
  return placesOf(part.name, part.seeds, told).every(({ terms, at }) => terms[at + 1] === term);
}

/** What else comes back in two of the memories of `matter` and more, two things at most. */
export function companyOf(matter: Shared, matters: readonly Shared[]): Shared[] {
  const key = entityKey(matter.name);
  const together = ({ seeds }: Shared) => seeds.filter((seed) => matter.seeds.includes(seed)).length;
  return matters
    .filter((other) => other !== matter && entityKey(other.name) !== key && together(other) > 1)
    .sort((a, b) => together(b) - together(a))
    .slice(0, 2);
}
