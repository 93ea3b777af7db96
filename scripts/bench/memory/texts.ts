/** Things worth remembering, made up: as many as wanted, varied, and the same for the same seed. */
import { seeded } from "../../../test/support/random";

const FIRST = [
  "Anna",
  "Bruno",
  "Carla",
  "David",
  "Elif",
  "Farid",
  "Greta",
  "Hugo",
  "Ines",
  "Jonas",
  "Kira",
  "Luca",
  "Marta",
  "Nils",
  "Olga",
  "Pedro",
  "Quinn",
  "Rosa",
  "Samir",
  "Tara",
  "Umar",
  "Vera",
  "Wanda",
  "Yusuf",
  "Zoe",
];
const PLACES = [
  "the harbour",
  "the library",
  "the north pier",
  "the market hall",
  "the old mill",
  "the clinic",
  "the train station",
  "the workshop",
  "the greenhouse",
  "the town hall",
  "the rowing club",
  "the bakery",
  "the archive",
  "the ferry terminal",
];
const THINGS = [
  "boat",
  "ledger",
  "kitchen",
  "bicycle",
  "telescope",
  "garden",
  "piano",
  "radio",
  "camera",
  "roof",
  "engine",
  "fence",
  "website",
  "database",
  "contract",
  "recipe",
  "map",
  "window",
  "violin",
  "stove",
  "tent",
  "drone",
  "printer",
  "beehive",
  "loom",
];
const QUALITIES = [
  "old",
  "broken",
  "new",
  "expensive",
  "tiny",
  "heavy",
  "borrowed",
  "green",
  "rusty",
  "wooden",
  "quiet",
  "reliable",
  "strange",
  "leaking",
  "second-hand",
  "handmade",
];
const DEEDS = [
  "repaired",
  "sold",
  "painted",
  "photographed",
  "forgot",
  "described",
  "measured",
  "inherited",
  "cleaned",
  "dismantled",
  "rented",
  "drew",
  "tested",
  "delivered",
  "stored",
  "compared",
];
const FEELINGS = [
  "happy",
  "worried",
  "proud",
  "tired",
  "curious",
  "furious",
  "relieved",
  "lonely",
  "grateful",
  "nervous",
];
const TIMES = [
  "on Monday",
  "last winter",
  "this morning",
  "after the storm",
  "before the festival",
  "in spring",
  "every Thursday",
  "two weeks ago",
  "during the strike",
  "late at night",
];
const REASONS = [
  "because the rent went up",
  "since nobody else had time",
  "so that the children could use it",
  "although it rained all day",
  "after a long argument about money",
  "while the others were asleep",
  "to keep a promise made years ago",
  "because the doctor advised it",
];
const SYLLABLES = [
  "ba",
  "ren",
  "tol",
  "mi",
  "ska",
  "dor",
  "vel",
  "nu",
  "gri",
  "pha",
  "lon",
  "ce",
  "zu",
  "hem",
  "ria",
  "quo",
];

/** Zipf's law in short: the first of a list are the most usual by far. */
function pick<T>(random: () => number, list: readonly T[]): T {
  const at = Math.floor(list.length * random() ** 1.7);
  return list[Math.min(at, list.length - 1)] as T;
}

/** A name that few others have: what makes a vocabulary grow with a store. */
function rareName(random: () => number): string {
  const length = 2 + Math.floor(random() * 3);
  const name = Array.from({ length }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join("");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

type Sentence = (random: () => number) => string;

const SENTENCES: readonly Sentence[] = [
  (r) =>
    `${pick(r, FIRST)} ${pick(r, DEEDS)} the ${pick(r, QUALITIES)} ${pick(r, THINGS)} at ${pick(r, PLACES)} ${pick(r, TIMES)}, ${pick(r, REASONS)}.`,
  (r) =>
    `I was ${pick(r, FEELINGS)} when ${pick(r, FIRST)} ${rareName(r)} told me about the ${pick(r, THINGS)} near ${pick(r, PLACES)} ${pick(r, TIMES)}.`,
  (r) =>
    `${pick(r, FIRST)} and ${pick(r, FIRST)} decided to meet at ${pick(r, PLACES)} ${pick(r, TIMES)} to talk about the ${pick(r, QUALITIES)} ${pick(r, THINGS)}.`,
  (r) =>
    `The ${pick(r, THINGS)} of ${rareName(r)} costs ${10 + Math.floor(r() * 990)} euros and was ${pick(r, DEEDS)} by ${pick(r, FIRST)} ${pick(r, TIMES)}.`,
  (r) =>
    `To restart the ${pick(r, THINGS)}, hold the ${pick(r, QUALITIES)} switch for ${1 + Math.floor(r() * 60)} seconds and call ${pick(r, FIRST)} at ${pick(r, PLACES)}.`,
  (r) =>
    `${rareName(r)} lives near ${pick(r, PLACES)} and has ${pick(r, DEEDS)} a ${pick(r, THINGS)} ${pick(r, TIMES)}; ${pick(r, FIRST)} felt ${pick(r, FEELINGS)}.`,
  (r) =>
    `${pick(r, FIRST)} asked whether the ${pick(r, THINGS)} could be ${pick(r, DEEDS)} ${pick(r, TIMES)}. Nobody at ${pick(r, PLACES)} knew the answer.`,
];

const TYPES = ["episodic", "semantic", "emotional", "procedural"] as const;

export interface MadeUp {
  readonly type: (typeof TYPES)[number];
  readonly content: string;
}

/** So many memories, about a hundred characters each. */
export function* madeUp(count: number, seed: number): Generator<MadeUp> {
  const random = seeded(seed);
  for (let i = 0; i < count; i += 1) {
    const sentence = SENTENCES[Math.floor(random() * SENTENCES.length)];
    if (sentence === undefined) throw new Error("no sentence");
    yield { type: pick(random, TYPES), content: sentence(random) };
  }
}
