/** A note that counts how several events about one thing lean; made again only where the picture has changed. */
import { normalForm } from "../../../mind/duplicates/normalForm";
import { byGravity, CLEAR, namedEvent, talliedKinds } from "../events/eventWords";
import { courseTold, seriesAmong, type Series } from "../events/readings";
import type { Situation, SituationEvent } from "../../../mind/tick/situation";
import { listed, countIn, numberWord, quoted, sentenceCase } from "../../../mind/text/phrasing";
import { onceEach } from "../../../mind/lists/uniqueBy";
import { sharedTopic } from "./sharedTopic";

/** As few as this are told one by one. */
export const LEAST_TALLIED = 3;
/** What was counted within these hours is counted again only where most have come to lean the other way. */
const COUNTED_MS = 6 * 3_600_000;
const TOPIC_LENGTH = 40;
const LEANINGS = ["positive", "negative", "taking no clear side"] as const;

/** How many lean either way. */
interface Leaning {
  readonly positive: number;
  readonly negative: number;
  readonly all: number;
}

/** The note on what most events of a tick are about; none where they share nothing, or where it was counted of late. */
export function tallyOf({ events, made, now }: Situation): string[] {
  const topic = sharedTopic(events);
  const [gravest] = byGravity(topic?.events ?? []);
  if (topic === null || gravest === undefined || topic.events.length < LEAST_TALLIED) return [];
  const late = made.filter(({ type, timestamp }) => type === "note" && now - timestamp < COUNTED_MS);
  const kinds = talliedKinds(topic.events);
  if (onceEach(topic.events, ({ content }) => normalForm(content)).length === 1) {
    const same = `say the same: ${quoted(gravest.content, 600)}`;
    return late.some(({ content }) => content.endsWith(same)) ? [] : [`${sentenceCase(kinds)} ${same}`];
  }
  const [series] = seriesAmong(topic.events, topic.events.length);
  if (series !== undefined) return seriesNote(series, kinds, late);
  const opening = `${quoted(topic.word, TOPIC_LENGTH)} comes up in `;
  const before = late.find(({ content }) => content.toLowerCase().startsWith(opening.toLowerCase()));
  const sentiments = topic.events.map(({ sentiment }) => sentiment);
  const leaning = {
    positive: sentiments.filter((sentiment) => sentiment >= CLEAR).length,
    negative: sentiments.filter((sentiment) => sentiment <= -CLEAR).length,
    all: sentiments.length,
  };
  if (before !== undefined && !hasTurned(told(before.content), leaning)) return [];
  const weightiest = `The weightiest, ${namedEvent(gravest)}: ${quoted(gravest.content, 300)}`;
  return [`${opening}${kinds}: ${listed(counts(leaning))}. ${weightiest}`];
}

/** What readings of one thing come to; again only where they go another way than when they were noted. */
function seriesNote(
  series: Series<SituationEvent>,
  kinds: string,
  late: readonly { readonly content: string }[],
): string[] {
  const opening = `${quoted(series.title, 80)} ${series.course} `;
  if (late.some(({ content }) => content.startsWith(opening))) return [];
  return [`${opening}in ${kinds}: ${courseTold(series)}.`];
}

function counts({ positive, negative, all }: Leaning): string[] {
  return [positive, negative, all - positive - negative].flatMap((count, i) =>
    count === 0 ? [] : [`${count === all ? "all" : numberWord(count)} ${LEANINGS[i]}`],
  );
}

/** The counts that an earlier note tells. */
function told(note: string): Leaning {
  const [positive = 0, negative = 0, neither = 0] = LEANINGS.map((leaning) => {
    const word = new RegExp(`(\\S+) ${leaning}`, "u").exec(note)?.[1];
    return word === "all" ? 1 : word === undefined ? 0 : (countIn(word) ?? 0);
  });
  return { positive, negative, all: positive + negative + neither };
}

/** Whether most leaned one way and most lean the other now. */
function hasTurned(before: Leaning, after: Leaning): boolean {
  const [then, now] = [before, after].map(majority);
  return then !== 0 && now !== 0 && then !== now;
}

function majority({ positive, negative, all }: Leaning): -1 | 0 | 1 {
  if (2 * positive > all) return 1;
  return 2 * negative > all ? -1 : 0;
}
