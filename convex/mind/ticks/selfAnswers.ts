/** Answers to what somebody asks the agent about itself, or of the hour: from its state, its log and its clock, not from memory. */
import { withPlainApostrophes } from "../language/apostrophes";
import { questionIn } from "../events/eventWords";
import { toldByEvent, toldByMemory } from "../events/orders";
import { questionsIn, saysOfWhat } from "../events/questionsIn";
import type { Situation } from "../../../mind/tick/situation";
import { duration, fullStop, listed, quoted } from "../../../mind/text/phrasing";
import { sentimentOf } from "../sentiment/sentiment";
import { calendarDay, dayAndClock } from "../../../mind/time/calendarDay";
import { MOODS } from "../../../mind/enums";
import { hourAskedFor } from "./hourAsked";
import { causeOf } from "./moodTold";
import { feelingOf } from "./quiet";

const QUOTE_LENGTH = 200;
/** As many things of a day as an answer tells. */
export const MOST_TOLD = 3;

type Told = (situation: Situation) => string | null;

/** What may follow a question that asks for nothing more: "What is new today?" */
const CLOSING =
  "(?:,? (?:now|right now|just now|at the moment|today|tonight|this (?:morning|afternoon|evening|week)|these days|so far|lately|recently|then|again|exactly|please|there|for me|briefly|in (?:(?:a|one|two|three|a few) )?(?:short )?(?:sentences?|words?|lines?|brief|short)))*";

/** Reads a question that is asked in one of these ways to its end: "Who are you meeting?" is about somebody else. */
function asking(...ways: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}'])(?:${ways.join("|")})${CLOSING}[^\\p{L}\\p{N}]*$`, "u");
}

const IS = "(?:'s| is)";

/** Asks how the agent is. */
const HOW_IT_IS = [
  "how (?:are|r) (?:you|u)(?: (?:doing|feeling))?",
  "how do you feel",
  `how${IS} it going`,
  `how${IS} your (?:mood|health)`,
  "are you (?:ok|okay|well|all right|alright|fine)",
  `what${IS} your mood(?: like)?`,
];
/** Asks how it came to be so. */
const WHY = "why(?: is (?:that|this|it)(?: so)?| so| do you feel (?:so|that way|like that|this way))?";

const SUMMARY = `(?:summari[sz]e|sum up|recap)(?: for (?:me|us))? (?:what(?:'s| has)? happened|(?:the |today's )?(?:news|day|events)|today|what${IS} new)`;
/** Asks what came in of late. */
const NEWS = asking(
  `what(?:${IS})? (?:new|happening|going on)`,
  "what(?:'s| has)? happened",
  "(?:what did i|did i) miss(?: anything| something| much)?",
  "any news",
  SUMMARY,
);
/** Asks for what is amiss of late. */
const WORRIES = asking(
  "(?:is there |was there |do you have |have you )?any(?:thing)? (?:that )?(?:i|we) (?:should|need to|have to|must|ought to) (?:worry|be worried|be concerned|be careful|watch out|look out)(?: (?:about|of|for|over))?",
  "(?:is there |are there |was there |were there |have there been )?any(?:thing)? (?:bad|wrong|amiss|troubling|worrying|concerning|problems?|trouble|troubles|worries|concerns|bad news)(?: to (?:report|tell|know(?: of| about)?))?",
  `what(?:${IS})? (?:wrong|amiss|the (?:problem|problems|trouble|matter|bad news)|worrying)`,
  "what (?:should|must|do) (?:i|we) (?:need to |have to )?(?:worry|be worried|be concerned) (?:about|over)",
  "what went wrong",
);
/** Asks so with no mark: a whole text, for who tells of somebody's summary asks for none. */
const REQUEST = new RegExp(`^(?:please,? |hi,? |hello,? |hey,? )*${SUMMARY}${CLOSING}[^\\p{L}\\p{N}]*$`, "u");

const ANSWERS: readonly { readonly asked: RegExp; readonly told: Told }[] = [
  {
    asked: asking(...HOW_IT_IS),
    told: howItIs,
  },
  {
    asked: asking(
      `(?:${HOW_IT_IS.join("|")})${CLOSING},?(?: and)? ${WHY}`,
      `why (?:are you feeling|do you feel) (?:so|that way|like that|this way|the way you (?:do|feel))`,
      `why (?:are you|do you feel|are you feeling) (?:so |this |that )?(?:${MOODS.join("|")})`,
    ),
    told: howAndWhy,
  },
  {
    asked: asking("who are you", `what${IS} your name`, "what are you called", "what should i call you"),
    told: ({ name }) => `I am ${name}.`,
  },
  {
    asked: asking(
      "what are you",
      "are you (?:an? )?(?:real |living )?(?:human|person|robot|bot|chatbot|machine|computer|program|ai|somebody|real|alive)(?: being| person)?",
    ),
    told: ({ name }) => `I am ${name}, a program and no person.`,
  },
  {
    asked: asking(
      "how long have you been (?:running|awake|around|alive|here|up|online)",
      "how old are you",
      "when (?:were you (?:born|started)|did you start)",
    ),
    told: ({ bornAt, now, timeZone }) =>
      `I was started on ${dayAndClock(bornAt, timeZone)}, ${duration(now - bornAt)} before this.`,
  },
  {
    asked: asking(
      "what (?:did you (?:just )?do(?: last)?|have you (?:been doing|done)|(?:are|were) you doing|(?:have you been|are you) up to)",
    ),
    told: lastDone,
  },
  { asked: NEWS, told: today },
  { asked: WORRIES, told: worries },
];

/**
 * What `text` asks of the agent of this name, in its order: questions, or to be told the news, which asks without a mark. Of several
 * questions those count that say of what, or that the agent itself can answer.
 */
export function askedOf(text: string, name: string): string[] {
  const asked = questionsIn(text);
  if (asked.length === 0) return isRequest(text, name) ? [text.trim()] : [];
  const telling = asked.filter(
    (one) => saysOfWhat(one) || asksOfItself(one, name) || newsAskedFor(one, name) !== null,
  );
  return telling.length > 0 ? telling : asked.slice(0, 1);
}

/** Whether `text` wants the agent of this name to tell the news. */
export function isRequest(text: string, name: string): boolean {
  return REQUEST.test(withoutName(text.trim(), name).toLowerCase());
}

/** What the agent itself knows of the answer; null where `question` asks for something else. */
export function ownAnswer(question: string, situation: Situation): string | null {
  const asked = withoutName(question, situation.name);
  const one = answerIn(asked);
  return one === undefined ? hourAskedFor(asked, situation) : one.told(situation);
}

/** Whether `question`, put to the agent of this name, asks what came in of late, or what of it is bad; null where neither. */
export function newsAskedFor(question: string, name: string): "any" | "bad" | null {
  const asked = answerIn(withoutName(question, name))?.asked;
  if (asked === NEWS) return "any";
  return asked === WORRIES ? "bad" : null;
}

/** Whether it asks for what no memory tells: how the agent is, who it is, what its clock shows. */
export function asksOfItself(question: string, name: string): boolean {
  const asked = withoutName(question, name);
  const one = answerIn(asked);
  return one === undefined
    ? hourAskedFor(asked, { now: 0, timeZone: "UTC" }) !== null
    : one.asked !== NEWS && one.asked !== WORRIES;
}

function answerIn(question: string): (typeof ANSWERS)[number] | undefined {
  const plain = question.toLowerCase();
  return ANSWERS.find(({ asked }) => asked.test(plain));
}

/** A question without the name of whom it is put to: "How are you, Anima?" */
function withoutName(question: string, name: string): string {
  const [before = "", ...after] = question.split(`, ${name}`);
  return withPlainApostrophes(before + after.join(""));
}

function howItIs({ state: { mood, health, latents } }: Situation): string {
  return `I am ${mood}: ${feelingOf(latents, mood)}, at health ${Math.round(health)}.`;
}

/** How it is, and what turned it so: what came in just now, or what was noted when the mood last turned. */
function howAndWhy(situation: Situation): string {
  const { state, moodBefore, logs, timeZone } = situation;
  const is = howItIs(situation);
  if (state.mood !== moodBefore) {
    // Who asks how it is doesn't bring the mood about.
    const events = situation.events.filter(({ content }) => questionIn(content) === null);
    const cause = causeOf({ events, moodBefore }, state);
    return cause === undefined
      ? `${is} Nothing but time turned it from ${moodBefore}.`
      : fullStop(`${is} What had the most to do with it: ${quoted(cause.content, QUOTE_LENGTH)}`);
  }
  const since = logs.findIndex(({ mood }) => mood !== state.mood);
  const turn = logs[since - 1];
  if (turn === undefined) return `${is} I have been so for as long as I can look back at once.`;
  return fullStop(
    `${is} So it has been since ${dayAndClock(turn.timestamp, timeZone)}, when I noted: ${quoted(turn.summary, QUOTE_LENGTH)}`,
  );
}

function lastDone({ logs, timeZone }: Situation): string | null {
  const [last] = logs;
  return last === undefined
    ? null
    : fullStop(
        `What I noted last, on ${dayAndClock(last.timestamp, timeZone)}: ${quoted(last.summary, QUOTE_LENGTH)}`,
      );
}

/** What others told, of what the tick has before it, the newest first. */
function toldOfLate({ events, memories, name }: Situation): { content: string; at: number }[] {
  return [
    ...events.map((event) => ({ content: toldByEvent(event), at: event.receivedAt })),
    ...memories
      .filter(({ own }) => !own)
      .map(({ content, createdAt }) => ({ content: toldByMemory(content), at: createdAt })),
  ]
    .filter(({ content }) => content !== "" && !isRequest(content, name))
    .sort((a, b) => b.at - a.at);
}

/** Of what was told of late, what sounds bad. */
function worries(situation: Situation): string {
  const bad = toldOfLate(situation).filter(({ content }) => soundsBad(content));
  if (bad.length === 0) return "Nothing that I was told of late sounds bad.";
  const told = bad.slice(0, MOST_TOLD).map(({ content }) => quoted(content, QUOTE_LENGTH));
  return fullStop(`What sounds bad of what I was told of late: ${listed(told)}`);
}

/** Whether a text is felt as bad. */
export function soundsBad(text: string): boolean {
  return sentimentOf(text).label === "negative";
}

/** What came in on the day of the question. */
function today(situation: Situation): string {
  const { now, timeZone } = situation;
  const day = calendarDay(now, timeZone);
  const told = toldOfLate(situation)
    .filter(({ at }) => calendarDay(at, timeZone) === day)
    .slice(0, MOST_TOLD);
  if (told.length === 0) return `Of ${day} I recall nothing but what I was asked.`;
  return fullStop(
    `What I was told last on ${day}: ${listed(told.map(({ content }) => quoted(content, QUOTE_LENGTH)))}`,
  );
}
