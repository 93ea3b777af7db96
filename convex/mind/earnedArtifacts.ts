/** What the reflexes make for others to read: only what an event has earned. */
import { alertFor } from "./alerts";
import { normalForm } from "./duplicates";
import { CLEAR, STRONG, byGravity, namedEvent, questionIn, talliedKinds } from "./eventWords";
import { onceEach } from "./onceEach";
import { answerTo, type Answer } from "./onRecord";
import { sharedTopic } from "./sharedTopic";
import type { Situation, SituationEvent } from "./situation";
import type { TickWords } from "./tickWords";
import { ago, clipped, listed, numberWord, quoted, sentenceCase } from "./wording";

/** As many as one tick may make. */
const MOST = 4;
const MAX_LENGTH = 1000;
/** A post fits where posts go. */
const TWEET_LENGTH = 280;
/** Words by which a note asks to be kept. */
const KEEP = /\b(?:remember|remind|don'?t forget|do not forget|note that|keep in mind|deadline|to-?do)\b/i;

type Artifact = TickWords["artifacts"][number] & {
  /** The number of the passage of knowledge that it quotes, if it does. */
  readonly passage?: number;
};

/** Alerts first, then questions, tweets and notes; each event makes at most one, and what came in twice makes it once. */
export function earnedArtifacts(situation: Situation): Artifact[] {
  const events = onceEach(
    byGravity(situation.events),
    ({ source, content }) => `${source.kind} ${normalForm(content)}`,
  );
  const made = [
    ...events.flatMap((event): Artifact[] => {
      const content = alertFor(event, situation);
      return content === null ? [] : [{ type: "alert", content }];
    }),
    ...events.flatMap((event) => questionFor(event, situation)),
    ...events.flatMap(tweetFor),
    ...events.flatMap((event) => keptNote(event, situation.now)),
    ...tally(situation),
  ];
  return made.slice(0, MOST).map((one) => ({ ...one, content: clipped(one.content, MAX_LENGTH) }));
}

function questionFor(event: SituationEvent, situation: Situation): Artifact[] {
  const question = event.source.kind === "wake" ? questionIn(event.content) : null;
  if (question === null) return [];
  const answer = answerTo(question, situation);
  const passage = answer.known?.passage;
  return [
    {
      type: "question",
      content: `Asked of me ${ago(event.receivedAt, situation.now)}: ${quoted(question, 400)} ${answered(answer, situation)}`,
      ...(passage === undefined ? {} : { passage }),
    },
  ];
}

/** What a document says of it first, for it was given to be known; then what was told. */
function answered({ known, told }: Answer, { knowledge }: Situation): string {
  const passage = known?.passage === undefined ? undefined : knowledge[known.passage - 1];
  const said = [
    ...(known === null || passage === undefined
      ? []
      : [`What I was given to know says, in ${quoted(passage.title, 80)}: ${quoted(known.text, 200)}`]),
    ...(told === null ? [] : [`The nearest thing I have on record: ${quoted(told.text, 200)}`]),
  ];
  return said.length === 0 ? "Nothing I have on record bears on it yet." : said.join(" ");
}

function tweetFor(event: SituationEvent): Artifact[] {
  if (event.source.kind !== "feed" || event.source.impact === "low" || event.sentiment < STRONG) return [];
  const opening = `Good to read, in ${namedEvent(event)}: `;
  return [{ type: "tweet", content: opening + quoted(event.content, TWEET_LENGTH - opening.length - 4) }];
}

function keptNote(event: SituationEvent, now: number): Artifact[] {
  if (event.source.kind !== "wake" || questionIn(event.content) !== null || !KEEP.test(event.content))
    return [];
  return [
    {
      type: "note",
      content: `To keep, from ${namedEvent(event)} ${ago(event.receivedAt, now)}: ${quoted(event.content, 700)}`,
    },
  ];
}

/** Three events or more about one thing make a note that counts how they lean. */
function tally(situation: Situation): Artifact[] {
  const topic = sharedTopic(situation.events);
  if (topic === null || topic.events.length < 3) return [];
  const leaning = (name: string, test: (sentiment: number) => boolean) => {
    const count = topic.events.filter((event) => test(event.sentiment)).length;
    if (count === 0) return [];
    return [`${count === topic.events.length ? "all" : numberWord(count)} ${name}`];
  };
  const leanings = [
    ...leaning("positive", (sentiment) => sentiment >= CLEAR),
    ...leaning("negative", (sentiment) => sentiment <= -CLEAR),
    ...leaning("taking no clear side", (sentiment) => Math.abs(sentiment) < CLEAR),
  ];
  const [gravest] = byGravity(topic.events);
  if (gravest === undefined) return [];
  const kinds = talliedKinds(topic.events);
  if (onceEach(topic.events, ({ content }) => normalForm(content)).length === 1)
    return [
      { type: "note", content: `${sentenceCase(kinds)} say the same: ${quoted(gravest.content, 600)}` },
    ];
  const weightiest = `The weightiest, ${namedEvent(gravest)}: ${quoted(gravest.content, 300)}`;
  return [
    {
      type: "note",
      content: `${quoted(topic.word, 40)} comes up in ${kinds}: ${listed(leanings)}. ${weightiest}`,
    },
  ];
}
