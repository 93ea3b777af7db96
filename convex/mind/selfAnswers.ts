/** Answers to what somebody asks the agent about itself, or of the hour: from its state, its log and its clock, not from memory. */
import { calendarDay, dayAndClock } from "./calendarDay";
import { withoutFrame } from "./frames";
import { isQuestion } from "./questions";
import { feelingOf } from "./quiet";
import { localTime } from "./routine";
import type { Situation } from "./situation";
import { counted, duration, fullStop, listed, quoted } from "./wording";

const QUOTE_LENGTH = 200;
/** As many things of a day as an answer tells. */
const MOST_TOLD = 3;

type Told = (situation: Situation) => string | null;

const ANSWERS: readonly { readonly asked: RegExp; readonly told: Told }[] = [
  {
    asked:
      /\bhow (?:are|r) (?:you|u)(?: (?:doing|feeling|today|now|this \w+|then))*\s*\?|\bhow do you feel\b|\bhow(?:'s| is) it going\b|\bhow(?:'s| is) your (?:mood|health)\b|\bare you (?:ok|okay|well|all right|alright|fine)\b|\bwhat(?:'s| is) your mood\b/u,
    told: howItIs,
  },
  { asked: /\bwhat(?:'s| is) the time\b|\bwhat time is it\b|\bhow late is it\b/u, told: theTime },
  {
    asked:
      /\bwhat(?:'s| is)? ?(?:the )?(?:day|date|weekday)(?: is| of)? ?(?:it|today|the week)\b|\bwhich day is (?:it|today)\b/u,
    told: theTime,
  },
  {
    asked: /\bwho are you\b|\bwhat(?:'s| is) your name\b|\bwhat are you called\b|\bwhat should i call you\b/u,
    told: ({ name }) => `I am ${name}.`,
  },
  {
    asked:
      /\bhow long have you been (?:running|awake|around|alive|here|up|online)\b|\bhow old are you\b|\bwhen (?:were you (?:born|started)|did you start)\b/u,
    told: ({ bornAt, now, timeZone }) =>
      `I was started on ${dayAndClock(bornAt, timeZone)}, ${duration(now - bornAt)} before this.`,
  },
  {
    asked:
      /\bwhat (?:did you do (?:last|today|so far)|have you (?:been doing|done)|are you doing|were you doing|have you been up to|are you up to)\b/u,
    told: lastDone,
  },
  {
    asked:
      /\bwhat(?:'s| is) (?:new|happening|going on)\s*\?|\bwhat(?:'s| has)? happened (?:today|so far)\b|\b(?:what did i|did i) miss\b|\bany news\b/u,
    told: today,
  },
];

/** What the agent itself knows of the answer; null where `question` asks for something else. */
export function ownAnswer(question: string, situation: Situation): string | null {
  const asked = question.toLowerCase().replace(/[’ʼ]/gu, "'");
  for (const one of ANSWERS) {
    const told = one.asked.test(asked) ? one.told(situation) : null;
    if (told !== null) return told;
  }
  return null;
}

function howItIs({ state: { mood, health, latents } }: Situation): string {
  return `I am ${mood}: ${feelingOf(latents, mood)}, at health ${Math.round(health)}.`;
}

function theTime({ now, timeZone }: Situation): string {
  const { weekday, clock } = localTime(now, timeZone);
  return `It is ${clock} on ${weekday}, ${calendarDay(now, timeZone)}, where I live (${timeZone}).`;
}

function lastDone({ logs, timeZone }: Situation): string | null {
  const [last] = logs;
  return last === undefined
    ? null
    : fullStop(
        `What I noted last, on ${dayAndClock(last.timestamp, timeZone)}: ${quoted(last.summary, QUOTE_LENGTH)}`,
      );
}

/** What came in on the day of the question, as far as the tick has it before it. */
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
    `Of ${day} I recall ${counted(told.length, "thing")}: ${listed(told.map(({ content }) => quoted(content, QUOTE_LENGTH)))}`,
  );
}
