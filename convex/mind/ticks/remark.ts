/** The reflexes' wit: remarks on what is odd about a situation, made only where something is. */
import { CLEAR, EVEN, STRONG, nounOf } from "../events/eventWords";
import { givenClause } from "../events/given";
import { isFresh, isQuietEnough } from "../events/jokes";
import type { Situation, SituationEvent } from "../../../mind/tick/situation";
import { isGrave } from "../importance/grave";
import { dateMentions } from "../language/dateMentions";
import { pastFormsIn } from "../language/milestones";
import { isQuestion } from "../language/questions";
import { SENTENCE_BREAK } from "../../../mind/text/sentences";
import { tellingStem } from "../language/weakWords";
import { counted, duration, numberWord, quoted, sentenceCase } from "../../../mind/text/phrasing";
import { tellsOfChange } from "../memory/updates";
import { wordsOf } from "../similarity/similarity";
import { quietStretch } from "./quiet";
import { quietRemarks } from "./quietRemarks";
import { sharedTopic } from "./sharedTopic";
import type { TickAffect } from "./tickWords";

const HOUR_MS = 3_600_000;
/** An absence worth a word: a night's sleep. */
const LONG_ABSENCE_MS = 6 * HOUR_MS;
/** As many events as make a crowd. */
const CROWD = 8;

/** A true and not quite serious observation; undefined where there is none, or where the joke was made of late. */
export function remarkOn(situation: Situation, after: TickAffect): string | undefined {
  const { events, remarks, now } = situation;
  const quiet = events.length === 0;
  if (quiet && isQuietEnough(remarks, now)) return undefined;
  const observers = isNoTimeForJokes(situation) ? [denial] : [...(quiet ? QUIET : EVENTFUL), ...ALWAYS];
  for (const observe of observers)
    for (const remark of observe(situation, after))
      if (isFresh(remark, remarks, { now, quiet })) return remark;
  return undefined;
}

/** Whether something grave has come in, or was what stood before the quiet: beside it a joke about anything is one about it. */
function isNoTimeForJokes(situation: Situation): boolean {
  const { events } = situation;
  if (events.length === 0) return isGrave(quietStretch(situation).before?.summary ?? "");
  return events.some(({ content, sentiment }) => sentiment <= -STRONG || isGrave(content));
}

/** What could be said of one oddity, in one wording or several; nothing where it is not there. */
type Observer = (situation: Situation, after: TickAffect) => readonly string[];

/** Feeds that disagree about one thing. */
const contradiction: Observer = ({ events }) => {
  const feeds = events.filter((event) => event.source.kind === "feed");
  const glad = feeds.filter((event) => event.sentiment >= CLEAR);
  const sad = feeds.filter((event) => event.sentiment <= -CLEAR);
  if (glad.length === 0 || sad.length === 0) return [];
  for (const event of glad) {
    const topic = sad
      // "The build fails", "the build is green again": that is one story.
      .filter((other) => !tellsOfChange(event.content) && !tellsOfChange(other.content))
      .map((other) => sharedTopic([event, other]))
      .find((found) => found?.events.every(({ content }) => isFirstIn(content, found.word)) === true);
    if (topic) {
      const word = quoted(topic.word, 40);
      return [
        `One feed is pleased about ${word} and another is not; I seem to have been sent both halves of an argument.`,
        `On ${word} my sources would do well to meet, though not in my inbox.`,
      ];
    }
  }
  return [];
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
    ? []
    : [
        `${quoted(denied.content, 60)} is not how I heard it before; which of the two holds, no reflex can tell.`,
        `${quoted(denied.content, 60)} says the contrary of what I was told before, and with the same confidence.`,
      ];
};

/** The like of what was told before, with other numbers, of something that is over: what goes on has other numbers by rights. */
const renumbering: Observer = ({ events }) => {
  const renumbered = events.find(
    ({ echo, content }) =>
      echo === "renumbers" && !tellsOfChange(content) && pastFormsIn(wordsOf(content)) > 0,
  );
  return renumbered === undefined
    ? []
    : [
        `${quoted(renumbered.content, 60)} I have heard before, with other numbers; the words seem easier to agree on.`,
        `${quoted(renumbered.content, 60)}: the same sentence as before, in a new set of figures.`,
      ];
};

/** The same thing told again. */
const repetition: Observer = ({ events }) => {
  // A question that is asked again is no fact, and waits for its answer.
  const again = events.find(({ echo, content }) => echo === "repeats" && !isQuestion(content));
  if (again === undefined) return [];
  const said = quoted(again.content, 60);
  return [
    `${said} has a familiar ring; said twice, it is still one fact.`,
    `${said} comes round again; I was in when it called the first time.`,
  ];
};

/** Impact and wording that do not match. */
const mismatch: Observer = ({ events }) => {
  for (const event of events) {
    if (event.source.kind !== "feed") continue;
    if (event.source.impact === "low" && Math.abs(event.sentiment) >= STRONG) {
      const said = quoted(event.content, 60);
      return event.sentiment < 0
        ? [
            `A ${nounOf(event)} filed as low impact, in the tone of a house on fire: ${said}`,
            `Low impact, says the label; ${said} says otherwise.`,
          ]
        : [
            `A ${nounOf(event)} filed as low impact, in the tone of a wedding speech: ${said}`,
            `Whoever filed ${said} as low impact must be hard to please.`,
          ];
    }
    if (event.source.impact === "high" && Math.abs(event.sentiment) < EVEN && isScheduled(event.content)) {
      return [`Marked high impact and worded like a timetable: ${quoted(event.content, 60)}`];
    }
  }
  return [];
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
  if (loud === undefined) return [];
  const words = sentenceCase(counted(wordsOf(loud.content).length, "word"));
  return [
    `${words} in capitals. I would have read them in small letters too.`,
    `${words} in capitals: somebody's keyboard has raised its voice.`,
  ];
};

const crowd: Observer = ({ events, waiting }) => {
  const total = events.length + waiting;
  return total < CROWD
    ? []
    : [
        `${sentenceCase(numberWord(total))} things at once: either a great deal has happened, or it was all saved up for me.`,
        `${sentenceCase(numberWord(total))} at the door together; I take them one by one, as doors go.`,
      ];
};

const absence: Observer = ({ first, now, lastTickAt, events, given }) => {
  const away = now - lastTickAt;
  if (first || away < LONG_ABSENCE_MS) return [];
  if (events.length === 0 && givenClause(given) !== "") return [];
  return events.length > 0
    ? [`Away for ${duration(away)}, and the world did not wait.`]
    : [`Away for ${duration(away)}, and nobody left so much as a note.`];
};

/** Feeling and health that point different ways. */
const composure: Observer = (_, after) => {
  const health = Math.round(after.health);
  if (after.latents.valence > CLEAR && health < 50) {
    return [`In good spirits at health ${health}: resilience, or a gauge I have stopped reading.`];
  }
  if (after.latents.valence < -CLEAR && health >= 95) {
    return [`Health ${health} and low spirits: nothing wrong with me that was not sent to me.`];
  }
  return [];
};

const EVENTFUL = [contradiction, denial, renumbering, repetition, mismatch, shouting, crowd, absence];
const QUIET = [absence, quietRemarks];
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
