/** What came in, as the log of a tick tells it: the gravest events in their own words, and what they have in common. */
import { CLEAR, nounOf, STALE, talliedKinds, talliedTones } from "../events/eventWords";
import { tellsOrAsks } from "../events/orders";
import { courseTold, seriesAmong } from "../events/readings";
import type { Situation, SituationEvent } from "../../../mind/tick/situation";
import { isQuestion } from "../language/questions";
import { ago, counted, numberWord, quoted, sentenceCase, times } from "../../../mind/text/phrasing";
import { tellsOfChange } from "../memory/updates";
import type { Echo } from "../../../mind/enums";
import { sharedTopic } from "./sharedTopic";
import { sentAs, thingsIn, type Thing } from "./things";

/** How many things the detail quotes; the lighter ones are counted. */
const TOLD = 8;
/** Two figures are told one by one, and of more than a few series the detail would be a table. */
const LEAST_READINGS = 3;
const MOST_SERIES = 3;

/** The events: notes first, then feeds by kind, the gravest in each first; then what they have in common. */
export function eventsTold({ now, events, waiting }: Situation): string {
  // What somebody says to the agent is told before what is said in the world; each the gravest first.
  const isNote = ({ event }: Thing): number => (event.source.kind === "wake" ? 1 : 0);
  const gravest = [...thingsIn(events)].sort((a, b) => isNote(b) - isNote(a));
  const groups = new Map<string, Thing[]>();
  for (const thing of gravest.slice(0, TOLD)) {
    const noun = nounOf(thing.event);
    groups.set(noun, [...(groups.get(noun) ?? []), thing]);
  }
  const paragraphs = [...groups]
    .sort(([a], [b]) => Number(b === "note") - Number(a === "note"))
    .map(([noun, things]) => {
      const count = things.reduce((sum, thing) => sum + thing.events.length, 0);
      const label = count === 1 ? `A ${noun}` : sentenceCase(counted(count, noun));
      const most = things.length === 1 ? 360 : 220;
      return `${label}: ${things.map((thing) => toldThing(thing, now, most)).join("; ")}.`;
    });
  const lighter = gravest.slice(TOLD).flatMap((thing) => thing.events);
  if (lighter.length > 0) paragraphs.push(`Of less weight: ${talliedKinds(lighter)}.`);
  if (waiting > 0)
    paragraphs.push(
      `${sentenceCase(numberWord(waiting))} more ${waiting === 1 ? "waits" : "wait"} for the next tick.`,
    );
  const together = commonGround(events.filter(tellsOrAsks));
  if (together !== "") paragraphs.push(together);
  return paragraphs.join("\n");
}

/** An event quoted with what matters about it: “…” (high impact, strongly negative, three minutes ago). */
function toldThing({ event, events }: Thing, now: number, most: number): string {
  const facts = sentAs(event);
  const echo = echoTold(event);
  if (echo !== null) facts.push(echo);
  const last = ago(Math.max(...events.map(({ receivedAt }) => receivedAt)), now);
  facts.push(...(events.length === 1 ? [last] : [times(events.length), `the last ${last}`]));
  return `${quoted(event.content, most)} (${facts.join(", ")})`;
}

const ECHOES_TOLD: { readonly [echo in Echo]: string } = {
  recurs: "again, as on an earlier day",
  repeats: "much like something heard before",
  denies: "against something heard before",
  renumbers: "like something heard before, with other numbers",
  differs: "worded like something heard before, which said something else",
};

/** What an event is beside what was heard before; of like words nothing follows about what they say. */
function echoTold({ echo, novelty, content }: SituationEvent): string | null {
  if (echo !== undefined && echo !== "repeats" && echo !== "recurs" && tellsOfChange(content))
    return "news of something heard before";
  // A question is worded like its answer, and says nothing else.
  if (echo === "differs" && isQuestion(content)) return null;
  if (echo !== undefined) return ECHOES_TOLD[echo];
  return novelty < STALE ? "worded like something heard before" : null;
}

/** What several events share, and how they lean; nothing for one. */
function commonGround(events: readonly SituationEvent[]): string {
  const feeds = events.filter((event) => event.source.kind === "feed");
  const sentences: string[] = [];
  const series = seriesAmong(events, LEAST_READINGS).slice(0, MOST_SERIES);
  for (const one of series)
    sentences.push(
      `${sentenceCase(numberWord(one.readings.length))} readings of ${quoted(one.title, 80)} go ${courseTold(one)}.`,
    );
  const read = new Set(series.flatMap(({ readings }) => readings));
  const topic = sharedTopic(events);
  if (topic !== null && !topic.events.every((event) => read.has(event))) {
    const many =
      topic.events.length === events.length
        ? events.length === 2
          ? "both"
          : "all"
        : numberWord(topic.events.length);
    sentences.push(`${sentenceCase(many)} of them speak of ${quoted(topic.word, 40)}.`);
  }
  if (feeds.some(({ sentiment }) => Math.abs(sentiment) >= CLEAR) && feeds.length > 1)
    sentences.push(`As news goes: ${talliedTones(feeds)}.`);
  return sentences.join(" ");
}
