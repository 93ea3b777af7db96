/** The tick that a model is tried with: a small one of the real kind, whose note only a memory answers. */
import { tickPrompt } from "../mind/prompts/tick";
import { shownIn, tickAnswerSchema, type RawAnswer } from "../mind/tick/answer";
import { answerProblems } from "../mind/tick/answerCheck";
import type { Situation } from "../mind/tick/situation";
import type { Ask } from "../convex/llm/chat";

const MINUTE_MS = 60_000;

/** A figure, which a model can't guess and no language inflects. */
const ANSWER = "417";

/** What a tick asks of the model, with the same instructions, schema and rules. */
export function sampleTick(now: number): Ask<RawAnswer> {
  const situation = situationAt(now);
  return {
    name: "tick",
    ...tickPrompt(situation),
    schema: tickAnswerSchema(shownIn(situation)),
    problems: (answer, attempt) => answerProblems(answer, situation, { repaired: attempt > 1 }),
  };
}

/** Whether the note was answered with what the memory holds. */
export function recalls({ replies }: Pick<RawAnswer, "replies">): boolean {
  return replies.some(({ text }) => text.includes(ANSWER));
}

function situationAt(now: number): Situation {
  const at = now - 2 * MINUTE_MS;
  const received = { sentiment: 0, novelty: 1, repeats: 0, receivedAt: at };
  const recalledBy = [{ event: 1, similarity: 0.7 }];
  return {
    now,
    timeZone: "UTC",
    routine: "day",
    name: "Anima",
    persona: "Plain words, dry humour.",
    trigger: "manual",
    first: false,
    number: 12,
    lastTickAt: now - 5 * MINUTE_MS,
    state: {
      mood: "neutral",
      health: 90,
      volatility: 0.2,
      latents: { valence: 0, arousal: 0.25, curiosity: 0.3 },
    },
    moodBefore: "neutral",
    healthBefore: 90,
    logs: [
      {
        timestamp: now - 5 * MINUTE_MS,
        mood: "neutral",
        health: 90,
        summary: "Nothing new came in, and I waited.",
        events: 0,
      },
    ],
    events: [
      {
        ...received,
        source: { kind: "wake", priority: "normal", from: "Ines" },
        content: "Where is the spare key of the boathouse?",
      },
      {
        ...received,
        source: { kind: "feed", type: "news", impact: "low" },
        content: "The ferry to the island runs every hour from Monday on.",
      },
    ],
    waiting: 0,
    lastEvent: null,
    given: { memories: 0, documents: 0 },
    memories: [
      {
        type: "semantic",
        content: `Mara keeps the spare key of the boathouse in locker ${ANSWER}.`,
        own: false,
        confidence: 0.8,
        createdAt: now - 60 * MINUTE_MS,
        similarity: 0.7,
        recalledBy,
      },
    ],
    turns: [],
    themes: [],
    knowledge: [],
    made: [],
    alerts: [],
  };
}
