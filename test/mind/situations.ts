/** Situations for tests: a quiet Saturday evening, and events. */
import type {
  Situation,
  SituationEvent,
  SituationLog,
  SituationMemory,
  SituationPassage,
} from "../../mind/tick/situation";
import type { FeedType, Impact, Latents, Mood, Priority } from "../../mind/enums";

export const MINUTE = 60_000;
/** Saturday, 21 November 2026, 20:05 in Berlin. */
export const NOW = Date.UTC(2026, 10, 21, 19, 5);

export const AFTER: { mood: Mood; health: number; volatility: number; latents: Latents } = {
  mood: "curious",
  health: 88,
  volatility: 0.31,
  latents: { valence: 0.1, arousal: 0.4, curiosity: 0.6 },
};

export function situation(changes: Partial<Situation> = {}): Situation {
  return {
    now: NOW,
    timeZone: "Europe/Berlin",
    routine: "evening",
    name: "Anima",
    persona: "Plain words, dry humour.",
    trigger: "schedule",
    first: false,
    number: 57,
    lastTickAt: NOW - 5 * MINUTE,
    state: AFTER,
    moodBefore: "curious",
    healthBefore: 88,
    logs: [],
    events: [],
    waiting: 0,
    lastEvent: { source: { kind: "feed", type: "news", impact: "medium" }, receivedAt: NOW - 60 * MINUTE },
    given: { memories: 0, documents: 0 },
    memories: [],
    turns: [],
    themes: [],
    knowledge: [],
    made: [],
    alerts: [],
    ...changes,
  };
}

export function feed(
  content: string,
  about: {
    type?: FeedType;
    impact?: Impact;
    sentiment?: number;
    novelty?: number;
    repeats?: number;
    minutesAgo?: number;
  } = {},
): SituationEvent {
  return {
    source: { kind: "feed", type: about.type ?? "news", impact: about.impact ?? "medium" },
    content,
    sentiment: about.sentiment ?? 0,
    novelty: about.novelty ?? 1,
    repeats: about.repeats ?? 0,
    receivedAt: NOW - (about.minutesAgo ?? 3) * MINUTE,
  };
}

export function note(content: string, priority: Priority = "normal", minutesAgo = 3): SituationEvent {
  return {
    source: { kind: "wake", priority },
    content,
    sentiment: 0,
    novelty: 1,
    repeats: 0,
    receivedAt: NOW - minutesAgo * MINUTE,
  };
}

export function passage(title: string, text: string, similarity = 0.7): SituationPassage {
  return { title, text, updatedAt: NOW - 60 * MINUTE, similarity, recalledBy: [{ event: 1, similarity }] };
}

export function log(summary: string, minutesAgo: number, events = 0): SituationLog {
  return { timestamp: NOW - minutesAgo * MINUTE, mood: "curious", health: 88, summary, events };
}

export function memory(
  content: string,
  about: Partial<Omit<SituationMemory, "content" | "createdAt">> & { minutesAgo?: number } = {},
): SituationMemory {
  const { minutesAgo = 60, ...rest } = about;
  const createdAt = NOW - minutesAgo * MINUTE;
  return {
    type: "episodic",
    content,
    own: false,
    confidence: 0.8,
    createdAt,
    similarity: 0.8,
    recalledBy: [{ event: 1, similarity: 0.8 }],
    ...rest,
  };
}
