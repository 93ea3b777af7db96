/** Answers to what somebody asks the agent about itself, or of the hour: from its state, its log and its clock, not from memory. */
import { calendarDay, dayAndClock } from "./calendarDay";
import { withoutFrame } from "./frames";
import { hourAskedFor } from "./hourAsked";
import { isQuestion } from "./questions";
import { feelingOf } from "./quiet";
import type { Situation } from "./situation";
import { duration, fullStop, listed, quoted } from "./wording";

const QUOTE_LENGTH = 200;
/** As many things of a day as an answer tells. */
export const MOST_TOLD = 3;

type Told = (situation: Situation) => string | null;

/** What may follow a question that asks for nothing more: "What is new today?" */
const CLOSING =
  "(?:,? (?:now|right now|just now|at the moment|today|tonight|this (?:morning|afternoon|evening|week)|these days|so far|lately|recently|then|again|exactly|please|there))*";

/** Reads a question that is asked in one of these ways to its end: "Who are you meeting?" is about somebody else. */
function asking(...ways: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}'])(?:${ways.join("|")})${CLOSING}[^\\p{L}\\p{N}]*$`, "u");
}

const IS = "(?:'s| is)";

/** Asks what came in of late. */
const NEWS = asking(
  `what(?:${IS})? (?:new|happening|going on)`,
  "what(?:'s| has)? happened",
  "(?:what did i|did i) miss(?: anything| something| much)?",
  "any news",
);

const ANSWERS: readonly { readonly asked: RegExp; readonly told: Told }[] = [
  {
    asked: asking(
      "how (?:are|r) (?:you|u)(?: (?:doing|feeling))?",
      "how do you feel",
      `how${IS} it going`,
      `how${IS} your (?:mood|health)`,
      "are you (?:ok|okay|well|all right|alright|fine)",
      `what${IS} your mood(?: like)?`,
    ),
    told: howItIs,
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
];

/** What the agent itself knows of the answer; null where `question` asks for something else. */
export function ownAnswer(question: string, situation: Situation): string | null {
  const asked = withoutName(question, situation.name);
  const one = answerIn(asked);
  return one === undefined ? hourAskedFor(asked, situation) : one.told(situation);
}

/** Whether `question`, put to the agent of this name, asks what came in of late. */
export function asksForNews(question: string, name: string): boolean {
  return answerIn(withoutName(question, name))?.asked === NEWS;
}

/** Whether it asks for what no memory tells: how the agent is, who it is, what its clock shows. */
export function asksOfItself(question: string, name: string): boolean {
  const asked = withoutName(question, name);
  const one = answerIn(asked);
  return one === undefined ? hourAskedFor(asked, { now: 0, timeZone: "UTC" }) !== null : one.asked !== NEWS;
}

function answerIn(question: string): (typeof ANSWERS)[number] | undefined {
  const plain = question.toLowerCase();
  return ANSWERS.find(({ asked }) => asked.test(plain));
}

/** A question without the name of whom it is put to: "How are you, Anima?" */
function withoutName(question: string, name: string): string {
  const [before = "", ...after] = question.split(`, ${name}`);
  return (before + after.join("")).replace(/[’ʼ]/gu, "'");
}

function howItIs({ state: { mood, health, latents } }: Situation): string {
  return `I am ${mood}: ${feelingOf(latents, mood)}, at health ${Math.round(health)}.`;
}

function lastDone({ logs, timeZone }: Situation): string | null {
  const [last] = logs;
  return last === undefined
    ? null
    : fullStop(
        `What I noted last, on ${dayAndClock(last.timestamp, timeZone)}: ${quoted(last.summary, QUOTE_LENGTH)}`,
      );
}

/** What came in on the day of the question, the newest of what the tick has before it. */
function today({ events, memories, now, timeZone }: Situation): string {
  const day = calendarDay(now, timeZone);
  const told = [
    ...events.map(({ content, receivedAt }) => ({ content, at: receivedAt })),
    ...memories
      .filter(({ own }) => !own)
      .map(({ content, createdAt }) => ({ content: withoutFrame(content), at: createdAt })),
  ]
    .filter(({ content, at }) => !isQuestion(content) && calendarDay(at, timeZone) === day)
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST_TOLD);
  if (told.length === 0) return `Of ${day} I recall nothing but what I was asked.`;
  return fullStop(
    `What I was told last on ${day}: ${listed(told.map(({ content }) => quoted(content, QUOTE_LENGTH)))}`,
  );
}
