/** A thought without a model: what the seeds come to together, where they pull apart, and what follows, said of these alone. */
import { meanOf } from "./brilliance";
import { CLEAR, STRONG } from "./eventWords";
import type { Idf } from "./rarity";
import { relationsOf } from "./seedRelations";
import { focusOf } from "./thoughtFocus";
import { thoughtSentences, type Scene, type ToldSeed } from "./thoughtWords";
import { clipped } from "./wording";
import type { Tone } from "./words";

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
 * confidence = .3 + .3·(mean importance of the seeds told) + .3·(share of them that is tied to another) − .1 if they pull
 * apart; the agent's own words alone reach half. What is told is sure; what ties it together less so.
 */
const CONFIDENCE = { base: 0.3, importance: 0.3, ties: 0.3, tension: 0.1, ownWords: 0.5 };

/**
 * The thought that `seeds` (the weightiest first, one at least) give. It combines and does not repeat: of each seed it
 * tells a key phrase, so that what is new in it is what it makes of them. The same seeds give the same thought.
 */
export function reflexThought(seeds: readonly ToldSeed[], idf: Idf): MadeThought {
  // The agent's own words are no voice beside others: they are told of only where there is nothing else to combine.
  const voices = seeds.filter(({ own }) => !own);
  const looked = (voices.length > 1 ? voices : seeds).slice(0, LOOKED_AT);
  const relations = relationsOf(looked, idf);
  const scene = { seeds: looked, relations, focus: focusOf(looked.length, relations) };
  return {
    content: clipped(thoughtSentences(scene, idf).join(" "), THOUGHT_LENGTH),
    tone: toneFor(scene),
    confidence: confidenceIn(scene, looked),
  };
}

function toneFor({ relations, focus }: Scene): Tone {
  const feelings = focus.told.map((index) => relations.feelings[index] ?? 0);
  const feeling = meanOf(feelings);
  if (feeling <= -CLEAR) return "concerned";
  if (focus.tension !== null && Math.min(0, ...feelings) <= -CLEAR) return "concerned";
  if (feeling >= STRONG) return "excited";
  if (focus.tension !== null || relations.questions.length > 0) return "curious";
  if (focus.cause !== null || focus.bridge !== null || focus.subject !== null) return "reflective";
  return "neutral";
}

function confidenceIn({ relations, focus }: Scene, seeds: readonly ToldSeed[]): number {
  const { told, tension, cause } = focus;
  const tied = told.filter(
    (index) =>
      tension?.a === index ||
      tension?.b === index ||
      cause?.cause === index ||
      cause?.effect === index ||
      relations.shared.some(
        ({ seeds: holders }) =>
          holders.includes(index) && told.some((other) => other !== index && holders.includes(other)),
      ),
  ).length;
  const importance = meanOf(told.map((index) => seeds[index]?.importance ?? 0));
  const confidence =
    CONFIDENCE.base +
    CONFIDENCE.importance * importance +
    CONFIDENCE.ties * (told.length === 0 ? 0 : tied / told.length) -
    (tension === null ? 0 : CONFIDENCE.tension);
  const own = told.every((index) => seeds[index]?.own === true);
  return Math.round(confidence * (own ? CONFIDENCE.ownWords : 1) * 1e4) / 1e4;
}
