/** A thought without a model: what the seeds share, and both sides quoted. It concludes nothing. */
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

/** More quotations than this make a list. */
const MOST_QUOTED = 4;
/** Share of its confidence that a thought has whose seeds have nothing in common. */
const UNTIED = 0.25;
/** Mean sentiment from which the seeds sound clearly one way: a mean over several texts moves less than one sentence. */
const CLEAR = 0.25;
const STRONG = 0.5;
/** From one question in three the matter is open. */
const OPEN = 1 / 3;

/**
 * The thought that `seeds` (one at least) give. `sentiments`: that of each, −1 to 1. Confidence is the mean importance of the seeds
 * that share the leading topic, times ¼ + ¾ of their share of all.
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
    .slice(0, MOST_QUOTED)
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

/** The topics that all of the texts at these places share. */
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

/** The tone of seeds of this mean `sentiment` (−1 to 1) of which the share `questions` (0 to 1) asks; `isTied` if they have something in common. */
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
