/** The model's answer to a thought's prompt: its schema, what a schema can't say, and the thought that it makes. */
import * as z from "zod";
import { boundedText } from "../grounding/boundedText";
import { gainsaidIn, heardIn, type Heard } from "../grounding/gainsaid";
import {
  sourcesOf,
  supportedConfidence,
  ungroundedClaims,
  type Claim,
  type Said,
  type Sources,
} from "../grounding/grounding";
import { reckonable } from "../grounding/reckoned";
import { contraryProblems, groundingProblems, textProblems } from "../grounding/textProblems";
import { termsOf } from "../language/tokens";
import type { Problem } from "../../../mind/prompts/problem";
import { TONES } from "../../../mind/enums";
import type { MadeThought } from "./reflexThought";
import type { KeptSeed } from "./seeds";
import { nowLines, THOUGHT_TAGS, type ThoughtMaterial } from "./thoughtPrompt";

const THOUGHT_LENGTH = 600;
const CLAIM_LENGTH = 300;
const MAX_CLAIMS = 8;
/** What rests on the agent's own words alone is at most an even bet, whatever the model says of it. */
const OWN_WORDS_CONFIDENCE = 0.5;

/** The schema of an answer to a prompt that showed `shown` seeds. Every property is required, as strict JSON-schema mode asks. */
export function thoughtAnswerSchema(shown: number) {
  return z.strictObject({
    content: boundedText(THOUGHT_LENGTH, "The thought, in the first person."),
    tone: z.enum(TONES),
    confidence: z.number().min(0).max(1),
    claims: z
      .array(
        z.strictObject({
          says: boundedText(CLAIM_LENGTH, "One thing that the thought states or concludes."),
          seeds: z
            .array(z.int().min(1).max(Math.max(1, shown)))
            .describe("Numbers of the seeds it rests on."),
        }),
      )
      .max(MAX_CLAIMS),
  });
}

export type ThoughtAnswer = z.infer<ReturnType<typeof thoughtAnswerSchema>>;

/** A model's thought, and how much of it no seed supports. */
export interface CheckedThought extends MadeThought {
  /** Names, figures, dates and quotations of the content that no seed holds. */
  readonly ungrounded: readonly Claim[];
  /** How many of its claims rest on no seed. */
  readonly unsupported: number;
  /** How many of its sentences say the contrary of a seed, but for those that such a claim says again. */
  readonly contrary: number;
}

/**
 * What is wrong with an answer beyond its schema. Claims that no seed holds, and sentences to the contrary of a seed, are worth
 * one repair: in an answer that is `repaired` they are no problem any more, they cost confidence (`thoughtFrom`).
 */
export function thoughtProblems(
  answer: ThoughtAnswer,
  material: ThoughtMaterial,
  { repaired }: { repaired: boolean },
): Problem[] {
  const problems = textProblems("content", answer.content, THOUGHT_TAGS);
  if (repaired) return problems;
  return [
    ...problems,
    ...groundingProblems(answer.content, sources(answer, material)),
    ...contraryProblems(answer.content, heardFrom(material)),
  ];
}

/**
 * The thought that an answer makes: its confidence is the model's own, less a fifth of itself for each claim that nothing
 * supports, and for each sentence that says the contrary of a seed.
 */
export function thoughtFrom(answer: ThoughtAnswer, material: ThoughtMaterial): CheckedThought {
  const ungrounded = ungroundedClaims(answer.content, sources(answer, material));
  const baseless = answer.claims.filter((claim) => !isSupported(claim, material));
  const contrary = gainsaidIn(answer.content, heardFrom(material)).filter(
    (sentence) => !baseless.some(({ says }) => saysAgain(says, sentence)),
  ).length;
  const unsupported = baseless.length;
  const confidence = supportedConfidence(answer.confidence, ungrounded.length + unsupported + contrary);
  const rested = restedOn(answer, material);
  const own = rested.length > 0 && rested.every((seed) => seed.own);
  return {
    content: answer.content.trim(),
    tone: answer.tone,
    confidence: own ? Math.min(confidence, OWN_WORDS_CONFIDENCE) : confidence,
    ungrounded,
    unsupported,
    contrary,
  };
}

/** What others told: the agent may think otherwise than it did. */
function heardFrom({ seeds }: ThoughtMaterial): Heard {
  return heardIn(seeds.filter(({ own }) => !own).map(({ content }) => content));
}

/** Whether one of two says nothing beyond the other, by their words. */
function saysAgain(claim: string, sentence: string): boolean {
  const [one, other] = [new Set(termsOf(claim)), new Set(termsOf(sentence))];
  if (one.size === 0) return false;
  return [...one].every((term) => other.has(term)) || [...other].every((term) => one.has(term));
}

/** The seeds that a thought's claims name; all of them where none is named. */
function restedOn({ claims }: ThoughtAnswer, { seeds }: ThoughtMaterial): KeptSeed[] {
  const cited = new Set(claims.flatMap((claim) => claim.seeds));
  return seeds.filter((_, i) => cited.size === 0 || cited.has(i + 1));
}

/** Whether the seeds that a claim names hold its names and figures, and speak of what it speaks of. */
function isSupported({ says, seeds }: ThoughtAnswer["claims"][number], material: ThoughtMaterial): boolean {
  const named = seeds.flatMap((number) => material.seeds[number - 1] ?? []);
  if (named.length === 0) return false;
  const texts = named.map((seed) => seedSaid(seed, material));
  const terms = new Set(texts.flatMap(({ text }) => termsOf(text)));
  const held = sourcesOf([...texts, ...factsOf(material)]);
  const reckoned = reckonable(held.texts.slice(0, named.length));
  return (
    termsOf(says).some((term) => terms.has(term)) &&
    ungroundedClaims(says, { ...held, reckonable: reckoned }).length === 0
  );
}

/** All seeds, and what can be reckoned from those that the thought rests on; and what an agent knows without being told. */
function sources(answer: ThoughtAnswer, material: ThoughtMaterial): Sources {
  const { seeds } = material;
  const held = sourcesOf([...seeds.map((seed) => seedSaid(seed, material)), ...factsOf(material)]);
  const rested = new Set(restedOn(answer, material));
  const reckoned = reckonable(held.texts.filter((_, i) => seeds[i] !== undefined && rested.has(seeds[i])));
  return { ...held, count: seeds.length, reckonable: reckoned };
}

/** What an agent knows without being told: its name, and the hour. */
function factsOf(material: ThoughtMaterial): string[] {
  return [[material.name, ...nowLines(material)].join("\n")];
}

/** A seed is said when it is thought about: when it was written, nobody says. */
function seedSaid({ content, entities, source }: KeptSeed, { now, timeZone }: ThoughtMaterial): Said {
  const text = [content, ...entities, ...(source === null ? [] : [source])].join("\n");
  return { text, saidAt: now, timeZone };
}
