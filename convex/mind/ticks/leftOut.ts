/** What the notes of a tick ask to leave alone, and so what it neither makes anything of nor calls to mind. */
import { ordersOfEvent, type Order } from "../events/orders";
import type { Situation } from "../../../mind/tick/situation";
import { isDateName } from "../language/dateMentions";
import { entitiesOf } from "../language/entities";
import { isStopWord } from "../../../mind/text/stopWords";
import { tokensOf } from "../language/tokens";
import { isOfKind } from "../language/workingThings";
import { Mentions, partsOf } from "../memory/mentions";

type Leave = Extract<Order, { kind: "leave" }>;

/** What is left unsaid with these words is who somebody is: "who rows", "the miller's name". */
const ASKS_WHO = /\b(?:who|whose|names?|anyone|anybody|people|persons?)\b/iu;
const NAMING = new Set("name names anyone anybody anything something word detail details".split(" "));
const KINDS_OF_PEOPLE = ["PEOPLE", "CUSTOMER", "PARTNER", "CHILD"] as const;

/** Tells of texts whether they are to be left out. */
export class LeftOut {
  readonly #matters: readonly Leave[];
  readonly #texts: readonly string[];
  readonly #mentions: Mentions;

  constructor({ events, memories, knowledge }: Situation) {
    this.#matters = events.flatMap(ordersOfEvent).filter((order) => order.kind === "leave");
    this.#texts =
      this.#matters.length === 0
        ? []
        : [...events, ...memories].map(({ content }) => content).concat(knowledge.map(({ text }) => text));
    this.#mentions = new Mentions(this.#texts.map((content) => ({ content, entities: entitiesOf(content) })));
  }

  /** The matter for which `text` is not called to mind: all of its words are in it; null where there is none. */
  mentionedBy(text: string): string | null {
    return this.#matters.find((matter) => this.#mentionsAll(matter, text))?.about ?? null;
  }

  /**
   * The matter for which nothing that is published about `about` says `text`, in doubt as well: it has a word of the matter, or
   * names somebody where it is not to be said who somebody is. Null where there is none.
   */
  forbidding(text: string, about: string): string | null {
    return this.#matters.find((matter) => this.#mayTell(matter, text, about))?.about ?? null;
  }

  /** Whether `text` has all words of the matter, or of one of several. */
  #mentionsAll({ about }: Leave, text: string): boolean {
    return partsOf(about)
      .map(wordsOf)
      .some((words) => words.length > 0 && words.every((word) => this.#mentions.has(word, text)));
  }

  #mayTell(matter: Leave, text: string, about: string): boolean {
    const words = wordsOf(matter.about);
    const own = words.filter((word) => !this.#mentions.has(word, about));
    if (own.some((word) => this.#mentions.has(word, text))) return true;
    if (this.#mentionsAll(matter, text)) return true;
    const names = namesIn(text).filter((name) => !this.#mentions.has(name, about));
    if (names.length > 0 && isOfSomebody(matter)) return true;
    // Whoever is named where it is told of may be meant.
    return this.#texts.some(
      (other) => this.#mentionsAll(matter, other) && names.some((name) => this.#mentions.has(name, other)),
    );
  }
}

function wordsOf(matter: string): string[] {
  return tokensOf(matter).filter((token) => !isStopWord(token) && !NAMING.has(token.toLowerCase()));
}

function namesIn(text: string): string[] {
  return entitiesOf(text).filter((name) => !isDateName(name));
}

/** Whether what is not to be said is who somebody is: somebody of whom the matter gives no name. */
function isOfSomebody({ about, names }: Leave): boolean {
  // Within a sentence a capital makes a name.
  if (entitiesOf(`of ${about}`).length > 0) return false;
  const isPerson = (word: string) =>
    KINDS_OF_PEOPLE.some((kind) => isOfKind(word.toLowerCase().replace(/'s$/u, ""), kind));
  return names === true || ASKS_WHO.test(about) || tokensOf(about).some(isPerson);
}
