/** A thought without a model: what the seeds come to together, where they pull apart, and what follows, said of these alone. */
import { CLEAR, STRONG } from "../events/eventWords";
import { clipped } from "../../../mind/text/phrasing";
import type { Idf } from "../../../mind/ranking/idf";
import { toFourPlaces } from "../../../mind/unit";
import type { Tone } from "../../../mind/enums";
import { meanOf } from "./brilliance";
import { opennessOf } from "./seedOpenness";
import { relationsOf } from "./seedRelations";
import { focusOf, pairOf } from "./thoughtFocus";
import type { Scene, ToldSeed } from "./thoughtTelling";
import { thoughtSentences } from "./thoughtWords";

/** A thought before it is stored. `confidence` 0 to 1. */
export interface MadeThought {
  content: string;
  tone: Tone;
  confidence: number;
}

/** Seeds whose relations are looked at, the weightiest. */
const LOOKED_AT = 8;
const THOUGHT_LENGTH = 800;

/**
 * confidence = .25 + .3·(mean importance of the seeds told) + .4·(how closely they are tied, a mean) − .1 if they pull apart;
 * the agent's own words alone reach half. What is told is sure; what ties it together less so: a relation that the seeds
 * spell out ties in full, as do two things in common, a single thing in common by a bit more than half.
 */
const CONFIDENCE = { base: 0.25, importance: 0.3, ties: 0.4, tension: 0.1, ownWords: 0.5, singleTie: 0.6 };

/**
 * The thought that `seeds` (the weightiest first, one at least) give. It combines and does not repeat: of each seed it
 * tells a key phrase, so that what is new in it is what it makes of them. The same seeds give the same thought.
 * `timeZone` (IANA name) is where the days of those lie whose moments are known.
 */
export function reflexThought(seeds: readonly ToldSeed[], idf: Idf, timeZone = "UTC"): MadeThought {
  // The agent's own words are no voice beside others: they are told of only where there is nothing else to combine.
  const voices = seeds.filter(({ own }) => !own);
  const looked = inOrder(voices.length > 1 ? voices : seeds).slice(0, LOOKED_AT);
  const found = relationsOf(looked, idf, timeZone);
  // How a seed feels that denies or supposes something can't be told by its words.
  const isTold = (index: number) => opennessOf(looked[index]?.content ?? "") === "told";
  const relations = {
    ...found,
    tensions: found.tensions.filter(({ kind, a, b }) => kind !== "feeling" || (isTold(a) && isTold(b))),
  };
  const scene = { seeds: looked, relations, focus: focusOf(looked.length, relations) };
  return {
    content: clipped(thoughtSentences(scene, idf).join(" "), THOUGHT_LENGTH),
    tone: toneFor(scene),
    confidence: confidenceIn(scene, looked),
  };
}

/** By weight, then by importance; of equals in the order of their letters: who told what first must not decide what follows. */
function inOrder(seeds: readonly ToldSeed[]): ToldSeed[] {
  return [...seeds].sort(
    (a, b) =>
      (b.weight ?? 0) - (a.weight ?? 0) || b.importance - a.importance || (a.content < b.content ? -1 : 1),
  );
}

function toneFor({ relations, focus }: Scene): Tone {
  const feelings = focus.told.map((index) => relations.feelings[index] ?? 0);
  const feeling = meanOf(feelings);
  if (feeling <= -CLEAR) return "concerned";
  if (focus.tension !== null && Math.min(0, ...feelings) <= -CLEAR) return "concerned";
  if (feeling >= STRONG) return "excited";
  if (focus.tension !== null || relations.questions.length > 0) return "curious";
  if (focus.conflict !== null || focus.breach !== null) return "concerned";
  if (pairOf(focus) !== null || focus.bridge !== null || focus.subject !== null) return "reflective";
  return "neutral";
}

function confidenceIn({ relations, focus }: Scene, seeds: readonly ToldSeed[]): number {
  const { told, tension, conflict } = focus;
  const related = new Set([...(pairOf(focus) ?? []), ...(conflict?.seeds ?? [])]);
  const tieOf = (index: number): number => {
    if (related.has(index)) return 1;
    const ties = relations.shared.filter(
      ({ seeds: holders }) =>
        holders.includes(index) && told.some((other) => other !== index && holders.includes(other)),
    ).length;
    return ties === 0 ? 0 : ties === 1 ? CONFIDENCE.singleTie : 1;
  };
  const importance = meanOf(told.map((index) => seeds[index]?.importance ?? 0));
  const confidence =
    CONFIDENCE.base +
    CONFIDENCE.importance * importance +
    CONFIDENCE.ties * meanOf(told.map(tieOf)) -
    (tension === null ? 0 : CONFIDENCE.tension);
  const own = told.every((index) => seeds[index]?.own === true);
  return toFourPlaces(confidence * (own ? CONFIDENCE.ownWords : 1));
}
