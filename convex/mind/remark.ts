/** The reflexes' wit: remarks on what is odd about a situation, made only where something is. */
import { dateMentions } from "./dateMentions";
import { CLEAR, EVEN, STRONG, nounOf } from "./eventWords";
import { givenClause } from "./given";
import { isGrave } from "./grave";
import { pastFormsIn } from "./milestones";
import { quietStretch } from "./quiet";
import type { TickAffect } from "./tickWords";
import { SENTENCE_BREAK } from "./sentenceEnds";
import { sharedTopic } from "./sharedTopic";
import { wordsOf } from "./similarity";
import type { Situation, SituationEvent } from "./situation";
import { tellsOfChange } from "./updates";
import { tellingStem } from "./weakWords";
import { counted, duration, numberWord, ordinal, quoted, sentenceCase, shapeOf } from "./wording";

const HOUR_MS = 3_600_000;
/** An absence worth a word: a night's sleep. */
const LONG_ABSENCE_MS = 6 * HOUR_MS;
/** As many events as make a crowd. */
const CROWD = 8;

/** A true and not quite serious observation; undefined where there is none, or where it was made in a recent entry. */
export function remarkOn(situation: Situation, after: TickAffect): string | undefined {
  const made = new Set([...remarksIn(situation.logs), ...situation.remarks].map(shapeOf));
  const observers = isNoTimeForJokes(situation)
    ? [denial]
    : situation.events.length > 0
      ? [...EVENTFUL, ...ALWAYS]
      : [...QUIET, ...ALWAYS];
  for (const observe of observers) {
    const remark = observe(situation, after);
    if (remark !== null && !made.has(shapeOf(remark))) return remark;
  }
  return undefined;
}

function remarksIn(logs: Situation["logs"]): string[] {
  return logs.flatMap(({ remark }) => remark ?? []);
}

/** Whether something grave has come in, or was what stood before the quiet: beside it a joke about anything is one about it. */
function isNoTimeForJokes(situation: Situation): boolean {
  const { events } = situation;
  if (events.length === 0) return isGrave(quietStretch(situation).before?.summary ?? "");
  return events.some(({ content, sentiment }) => sentiment <= -STRONG || isGrave(content));
}

type Observer = (situation: Situation, after: TickAffect) => string | null;

/** Feeds that disagree about one thing. */
const contradiction: Observer = ({ events }) => {
  const feeds = events.filter((event) => event.source.kind === "feed");
  const glad = feeds.filter((event) => event.sentiment >= CLEAR);
  const sad = feeds.filter((event) => event.sentiment <= -CLEAR);
  if (glad.length === 0 || sad.length === 0) return null;
  for (const event of glad) {
    const topic = sad
      // "The build fails", "the build is green again": that is one story.
      .filter((other) => !tellsOfChange(event.content) && !tellsOfChange(other.content))
      .map((other) => sharedTopic([event, other]))
      .find((found) => found?.events.every(({ content }) => isFirstIn(content, found.word)) === true);
    if (topic) {
      return `One feed is pleased about ${quoted(topic.word, 40)} and another is not; I seem to have been sent both halves of an argument.`;
    }
  }
  return null;
};

/** Whether a text is about `word` before anything else: "the demo for Ines went badly" is about a demo. */
function isFirstIn(text: string, word: string): boolean {
  const first = wordsOf(text)
    .map((one) => tellingStem(one.replace(/'s$/u, "")))
    .find((stem) => stem !== null);
  return first === tellingStem(word.toLowerCase());
}

/** The contrary of what was told before; that things have changed contradicts nothing. */
const denial: Observer = ({ events }) => {
  const denied = events.find(({ echo, content }) => echo === "denies" && !tellsOfChange(content));
  return denied === undefined
    ? null
    : `${quoted(denied.content, 60)} is not how I heard it before; which of the two holds, no reflex can tell.`;
};

/** The like of what was told before, with other numbers, of something that is over: what goes on has other numbers by rights. */
const renumbering: Observer = ({ events }) => {
  const renumbered = events.find(
    ({ echo, content }) =>
      echo === "renumbers" && !tellsOfChange(content) && pastFormsIn(wordsOf(content)) > 0,
  );
  return renumbered === undefined
    ? null
    : `${quoted(renumbered.content, 60)} I have heard before, with other numbers; the words seem easier to agree on.`;
};

/** The same thing told again. */
const repetition: Observer = ({ events }) => {
  const again = events.find(({ echo }) => echo === "repeats");
  if (again === undefined) return null;
  return `${quoted(again.content, 60)} has a familiar ring; said twice, it is still one fact.`;
};

/** Impact and wording that do not match. */
const mismatch: Observer = ({ events }) => {
  for (const event of events) {
    if (event.source.kind !== "feed") continue;
    if (event.source.impact === "low" && Math.abs(event.sentiment) >= STRONG) {
      return `A ${nounOf(event)} filed as low impact, in the tone of ${event.sentiment < 0 ? "a house on fire" : "a wedding speech"}: ${quoted(event.content, 60)}`;
    }
    if (event.source.impact === "high" && Math.abs(event.sentiment) < EVEN && isScheduled(event.content)) {
      return `Marked high impact and worded like a timetable: ${quoted(event.content, 60)}`;
    }
  }
  return null;
};

/** Whether a text reads as a timetable does: something and when, in one plain sentence. */
function isScheduled(text: string): boolean {
  return (
    (dateMentions(text).length > 0 || /\b\d{1,2}:\d{2}\b|\bat \d{1,2}\b/u.test(text)) &&
    wordsOf(text).length >= 5 &&
    text.trim().split(SENTENCE_BREAK).length === 1
  );
}

/** Capital letters throughout. */
const shouting: Observer = ({ events }) => {
  const loud = events.find(isShouted);
  if (loud === undefined) return null;
  return `${sentenceCase(counted(wordsOf(loud.content).length, "word"))} in capitals. I would have read them in small letters too.`;
};

const crowd: Observer = ({ events, waiting }) => {
  const total = events.length + waiting;
  return total < CROWD
    ? null
    : `${sentenceCase(numberWord(total))} things at once: either a great deal has happened, or it was all saved up for me.`;
};

const absence: Observer = ({ first, now, lastTickAt, events, given }) => {
  const away = now - lastTickAt;
  if (first || away < LONG_ABSENCE_MS) return null;
  if (events.length === 0 && givenClause(given) !== "") return null;
  return events.length > 0
    ? `Away for ${duration(away)}, and the world did not wait.`
    : `Away for ${duration(away)}, and nobody left so much as a note.`;
};

/** A stretch of quiet at its third and sixth tick only: a joke about nothing wears off. */
const nothingAgain: Observer = (situation) => {
  const stretch = quietStretch(situation);
  if (
    situation.first ||
    givenClause(situation.given) !== "" ||
    (stretch.ticks !== 3 && stretch.ticks !== 6) ||
    stretch.before === null
  )
    return null;
  return stretch.ticks === 3
    ? `The third look in a row at an empty inbox; it looks back.`
    : `Empty for the ${ordinal(stretch.ticks)} time in ${duration(stretch.ms)}. I begin to know this silence by its first name.`;
};

/** Feeling and health that point different ways. */
const composure: Observer = (_, after) => {
  const health = Math.round(after.health);
  if (after.latents.valence > CLEAR && health < 50) {
    return `In good spirits at health ${health}: resilience, or a gauge I have stopped reading.`;
  }
  if (after.latents.valence < -CLEAR && health >= 95) {
    return `Health ${health} and low spirits: nothing wrong with me that was not sent to me.`;
  }
  return null;
};

const EVENTFUL = [contradiction, denial, renumbering, repetition, mismatch, shouting, crowd, absence];
const QUIET = [absence, nothingAgain];
const ALWAYS = [composure];

/** At least three words, all of their cased letters capitals. */
function isShouted(event: SituationEvent): boolean {
  const letters = event.content.match(/\p{L}/gu) ?? [];
  return (
    wordsOf(event.content).length >= 3 &&
    letters.length >= 12 &&
    event.content === event.content.toUpperCase() &&
    event.content !== event.content.toLowerCase()
  );
}
