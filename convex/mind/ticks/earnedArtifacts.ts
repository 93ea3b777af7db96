/** What the reflexes make for others to read: what a note asked for, as far as it is on record, and what an event has earned. */
import { normalForm } from "../../../mind/duplicates/normalForm";
import { STRONG, byGravity, namedEvent } from "../events/eventWords";
import { asksToKeep, toKeepIn } from "../events/keeping";
import { ordersIn, tellsOrAsks, toldByEvent } from "../events/orders";
import type { Situation, SituationEvent } from "../../../mind/tick/situation";
import { answerTo, type Answer } from "../knowledge/onRecord";
import { clipped, fullStop, quoted } from "../../../mind/text/phrasing";
import { inTurns } from "../../../mind/lists/interleave";
import { onceEach } from "../../../mind/lists/uniqueBy";
import { dayAndClock } from "../../../mind/time/calendarDay";
import { alertFor } from "./alerts";
import { LeftOut } from "./leftOut";
import { askedOf, ownAnswer } from "./selfAnswers";
import { tallyOf } from "./tally";
import type { TickWords } from "./tickWords";

/** As many as one tick may make. */
export const MOST_MADE = 4;
const MAX_LENGTH = 1000;
/** A post fits where posts go. */
const TWEET_LENGTH = 280;
/** Something made, and what it rests on. */
export type Artifact = TickWords["artifacts"][number] & {
  /** The number of the passage of knowledge that it quotes, if it does. */
  readonly passage?: number;
  /** The question that it answers, if it answers one. */
  readonly answers?: string;
};

/**
 * What was asked for first (`asked`), then alerts, questions, tweets and notes; each event makes at most one of a kind, but an
 * answer to each of its questions, and what came in twice makes it once.
 */
export function earnedArtifacts(situation: Situation, asked: readonly Artifact[]): Artifact[] {
  const events = onceEach(
    byGravity(situation.events),
    ({ source, content }) => `${source.kind} ${normalForm(content)}`,
  );
  const left = new LeftOut(situation);
  const made = [
    ...asked,
    ...events.flatMap((event): Artifact[] => {
      const content = alertFor(event, situation);
      return content === null ? [] : [{ type: "alert", content }];
    }),
    ...questionsOf(events, situation).map((asked) => answerFor(asked, situation, left)),
    ...events.filter(({ content }) => left.forbidding(content, "") === null).flatMap(tweetFor),
    ...events.flatMap((event) => keptNote(event, situation)),
    ...tallyOf({ ...situation, events: situation.events.filter(tellsOrAsks) }).map((content): Artifact => ({
      type: "note",
      content,
    })),
  ];
  return made.slice(0, MOST_MADE).map((one) => ({ ...one, content: clipped(one.content, MAX_LENGTH) }));
}

/** A question that a note asks. */
interface Asked {
  readonly question: string;
  /** What the note asked just before, which it may be about: "How much is the rent? When is it due?" */
  readonly before: string | null;
  readonly event: SituationEvent;
}

/** What notes ask, each question once; of all notes the first, then the others, so that none takes the places of all. */
function questionsOf(events: readonly SituationEvent[], { name }: Situation): Asked[] {
  const asked = events.map((event) => {
    const questions = event.source.kind === "wake" ? askedOf(event.content, name) : [];
    return questions.map((question, i): Asked => ({ question, before: questions[i - 1] ?? null, event }));
  });
  return onceEach(inTurns(asked), ({ question }) => normalForm(question)).filter(
    ({ question }) => !asksToKeep(question) && !isCarriedOut(question),
  );
}

/** The questions of this tick's notes that none of these artifacts answers. */
export function unanswered(situation: Situation, artifacts: readonly Artifact[]): string[] {
  return questionsOf(byGravity(situation.events), situation)
    .map(({ question }) => question)
    .filter((question) => !artifacts.some(({ answers }) => answers === question));
}

function answerFor({ question, before, event }: Asked, situation: Situation, left: LeftOut): Artifact {
  const asked = fullStop(
    `Asked of me on ${dayAndClock(event.receivedAt, situation.timeZone)}: ${quoted(question, 400)}`,
  );
  const own = ownAnswer(question, situation);
  if (own !== null) return { type: "question", content: `${asked} ${own}`, answers: question };
  const answer = answerOf(question, before, situation, left);
  const isLeft = isEmpty(answer) && !isEmpty(answerTo(question, situation));
  const passage = answer.known?.passage;
  return {
    type: "question",
    content: `${asked} ${isLeft ? LEFT_ALONE : answered(answer, situation)}`,
    answers: question,
    ...(passage === undefined ? {} : { passage }),
  };
}

const LEFT_ALONE = "What I have on record of it tells of what I was asked to leave alone.";

/** What is on record of a question without what is to be left alone, if that isn't what it asks after. */
function answerOf(question: string, before: string | null, situation: Situation, left: LeftOut): Answer {
  const isAfter = left.mentionedBy(question) !== null;
  const told = (text: string) => isAfter || left.mentionedBy(text) === null;
  const shown = {
    ...situation,
    events: situation.events.filter((event) => told(toldByEvent(event))),
    memories: situation.memories.filter(({ content }) => told(content)),
    logs: situation.logs.filter(({ summary }) => told(summary)),
  };
  const find = (text: string): Answer => {
    const answer = answerTo(text, shown);
    return answer.known !== null && !told(answer.known.text) ? { ...answer, known: null } : answer;
  };
  const alone = find(question);
  return isEmpty(alone) && before !== null ? find(`${before} ${question}`) : alone;
}

function isEmpty({ known, told }: Answer): boolean {
  return known === null && told === null;
}

/** What a document says of it first, for it was given to be known; then what was told. What speaks of another thing says so. */
function answered({ known, told, since, insteadOf }: Answer, { knowledge }: Situation): string {
  const passage = known?.passage === undefined ? undefined : knowledge[known.passage - 1];
  const other = (missing: string) => `Of ${quoted(missing, 80)} I have nothing of the kind on record;`;
  const given = (title: string) => `in what I was given to know, ${quoted(title, 80)}`;
  const said = [
    ...(known === null || passage === undefined
      ? []
      : known.insteadOf === null
        ? [`What I was given to know says, in ${quoted(passage.title, 80)}: ${quoted(known.text, 200)}`]
        : [
            `${other(known.insteadOf)} the nearest thing, ${given(passage.title)}: ${quoted(known.text, 200)}`,
          ]),
    ...(told === null
      ? []
      : insteadOf === null
        ? [`The nearest thing I have on record: ${quoted(told.text, 200)}`]
        : [`${other(insteadOf)} the nearest thing: ${quoted(told.text, 200)}`]),
    ...(since === null
      ? []
      : [`And told ${since.at === told?.at ? "with it" : "since"}: ${quoted(since.text, 200)}`]),
  ];
  return said.length === 0 ? "Nothing I have on record bears on it yet." : said.map(fullStop).join(" ");
}

/** Whether a question asks for something to be made or left alone: "Could you tweet about the choir?" */
function isCarriedOut(question: string): boolean {
  return ordersIn(question).some(({ kind }) => kind !== "other");
}

function tweetFor(event: SituationEvent): Artifact[] {
  if (event.source.kind !== "feed" || event.source.impact === "low" || event.sentiment < STRONG) return [];
  const opening = `Good to read, in ${namedEvent(event)}: `;
  return [{ type: "tweet", content: opening + quoted(event.content, TWEET_LENGTH - opening.length - 4) }];
}

function keptNote(event: SituationEvent, { timeZone }: Situation): Artifact[] {
  const kept = event.source.kind === "wake" ? toKeepIn(event.content) : null;
  if (kept === null) return [];
  return [
    {
      type: "note",
      content: `To keep, from ${namedEvent(event)} of ${dayAndClock(event.receivedAt, timeZone)}: ${quoted(kept, 700)}`,
    },
  ];
}
