/** Thoughts without a model: they name what the seeds share and quote them, but conclude nothing. */
import type { Idf } from "../ranking/idf";
import { sharedTopics, type SharedTopic } from "../ranking/sharedTopics";
import { meanOf } from "../thoughts/brilliance";
import { parsedSeed } from "../thoughts/decideToThink";
import type { SelectedSeed } from "../thoughts/seeds";
import type { ThoughtDraft } from "../thoughts/thoughtAnswer";
import type { Tone } from "../enums";
import { counted, fullStop, listed, partOf, sentenceCase } from "../text/phrasing";
import { toFourPlaces } from "../unit";
import { firstDifference, labelsOf, quoteOn } from "./quotes";

/** The most quotations; more would be a list. */
const MAX_QUOTED = 4;
/** The share of confidence that remains if the seeds have nothing in common. */
const UNTIED = 0.25;
/**
 * From this mean sentiment on, the seeds are clearly positive or negative. It is low, because a mean varies less than a
 * single text.
 */
const CLEAR = 0.25;
const STRONG = 0.5;
/** From this share of questions on, the tone is curious. */
const OPEN = 1 / 3;

/**
 * Makes a thought from at least one seed. `sentiments`: one for each seed, −1 to 1. The confidence is the mean importance of
 * the seeds that share the leading topic, times ¼ + ¾ of their share of all seeds.
 */
export function thoughtByExtraction(
  seeds: readonly SelectedSeed[],
  sentiments: readonly number[],
  idf: Idf,
): ThoughtDraft {
  const parsed = seeds.map(parsedSeed);
  const topics = sharedTopics(
    parsed.map((text, i) => ({ parsed: text, names: seeds[i]?.entities ?? [] })),
    idf,
  );
  const [leading] = topics;
  const holders = leading?.texts ?? [...seeds.keys()];
  const importanceAt = (index: number) => seeds[index]?.importance ?? 0;
  const told = [...holders]
    .sort((a, b) => importanceAt(b) - importanceAt(a) || a - b)
    .slice(0, MAX_QUOTED)
    .sort((a, b) => a - b);
  const labels = topicsOf(topics, told);
  const about = labels.map(({ label }) => label).join(" ");
  const quotes = told.map((index) => quoteOn(parsed[index]?.text ?? "", about));
  const difference = firstDifference(told.flatMap((index) => parsed[index] ?? []));
  const content = [
    opening(labels, holders.length, seeds.length),
    fullStop(listed(quotes)),
    ...(difference === null ? [] : [sentenceCase(`${difference.how}.`)]),
  ].join(" ");
  const support = leading === undefined ? 0 : holders.length / seeds.length;
  return {
    content,
    tone: toneOf({
      sentiment: meanOf(told.map((index) => sentiments[index] ?? 0)),
      questions: parsed.filter(({ isQuestion }) => isQuestion).length / seeds.length,
      isTied: leading !== undefined,
    }),
    confidence: toFourPlaces(meanOf(holders.map(importanceAt)) * (UNTIED + (1 - UNTIED) * support)),
  };
}

/** The topics that all texts at these places share. */
function topicsOf(topics: readonly SharedTopic[], places: readonly number[]): SharedTopic[] {
  return topics.filter(({ texts }) => places.every((place) => texts.includes(place)));
}

function opening(labels: readonly SharedTopic[], holders: number, all: number): string {
  if (labels.length > 0)
    return `${sentenceCase(partOf(holders, all, { one: "seed", many: "seeds" }))} have ${labelsOf(labels)} in common:`;
  return all === 1
    ? "There is one seed to think about:"
    : `${sentenceCase(counted(all, "seed"))} have no name or telling word in common:`;
}

/** `sentiment`: the seeds' mean, −1 to 1. `questions`: the share of seeds that ask, 0 to 1. `isTied`: they have a topic in common. */
export function toneOf({
  sentiment,
  questions,
  isTied,
}: {
  readonly sentiment: number;
  readonly questions: number;
  readonly isTied: boolean;
}): Tone {
  if (sentiment <= -CLEAR) return "concerned";
  if (questions >= OPEN) return "curious";
  if (sentiment >= STRONG) return "excited";
  return isTied ? "reflective" : "neutral";
}
