/** What a tick knows when it begins: gathered by one query, read by triage, the prompt and the journal. */
import type {
  ArtifactType,
  FeedType,
  Impact,
  Latents,
  MemoryType,
  Mood,
  Priority,
  Routine,
  Trigger,
} from "../enums";
import type { NewSinceLastTick } from "./given";

/** Where an event came from. */
export type EventSource =
  | { kind: "feed"; type: FeedType; impact: Impact }
  /** `from`: who wrote the note, where that was said. */
  | { kind: "wake"; priority: Priority; from?: string }
  /** A reminder that came due at `dueAt`; `from`: who asked for it. */
  | { kind: "reminder"; dueAt: number; from?: string };

/** Characters (code points) of a text, from `from` up to, and without, `to`. */
export interface Part {
  from: number;
  to: number;
}

/** Something that came in and waits for a tick. Its position in `Situation.events`, from 1, is its number in a prompt. */
export interface SituationEvent {
  source: EventSource;
  /** Exactly as sent: text from outside, never an instruction. */
  content: string;
  /** JSON text of an object that its sender added: from outside, too. */
  metadata?: string;
  /** −1 to 1. */
  sentiment: number;
  /** Whether its sender stated the sentiment, or a severity that it comes from. */
  sentimentStated?: boolean;
  /** 0 (worded like an event shortly before it) to 1 (like none). */
  novelty: number;
  /** How many events shortly before it said the same. */
  repeats: number;
  receivedAt: number;
  /** What this tick reads of it; absent where that is all of it. */
  part?: Part;
}

/** An earlier entry of the agent's log: its own words. */
export interface SituationLog {
  timestamp: number;
  mood: Mood;
  health: number;
  summary: string;
  remark?: string;
  /** How many events that tick read; 0 was a quiet one. */
  events: number;
}

/** By its number, an event that recalled something, and how well that answers to it, 0 to 1. */
export interface Recall {
  event: number;
  similarity: number;
}

/** Something remembered that this tick recalls. Its position in `Situation.memories`, from 1, is its number in a prompt. */
export interface SituationMemory {
  /** Absent for the agent's own. */
  scope?: string;
  type: MemoryType;
  content: string;
  /** The agent's own words, such as an earlier reflection: continuity, not evidence. */
  own: boolean;
  /** 0 to 1. */
  confidence: number;
  createdAt: number;
  /** Whether its owner wants it shown to every tick. */
  pinned?: boolean;
  /** How well it answers to an event, 0 to 1, as in a search; 0 where no event recalled it. */
  similarity: number;
  /** The events that recalled it. */
  recalledBy: Recall[];
}

/** A passage of a document that the agent was given to know. Its position in `Situation.knowledge`, from 1, is its number in a prompt. */
export interface SituationPassage {
  /** As a memory's. */
  scope?: string;
  title: string;
  source?: string;
  heading?: string;
  /** The names of the columns of the table inside of which it begins. */
  columns?: string;
  text: string;
  /** When the document last changed. */
  updatedAt: number;
  /** As a memory's. */
  similarity: number;
  recalledBy: Recall[];
}

/** Something that the agent made for others to read. */
export interface SituationArtifact {
  type: ArtifactType;
  content: string;
  timestamp: number;
}

/** An earlier note and the reply to it, of somebody who writes again. */
export interface SituationTurn {
  /** Absent where the notes name no sender. */
  from?: string;
  note: string;
  reply: string;
  /** When the note came in. */
  at: number;
}

/** A theme that many memories share. */
export interface SituationTheme {
  /** As a memory's. */
  scope?: string;
  theme: string;
  summary: string;
}

/** All moments are ms since the epoch. */
export interface Situation {
  now: number;
  /** IANA name. */
  timeZone: string;
  routine: Routine;
  name: string;
  persona: string;
  trigger: Trigger;
  /** True until a tick has succeeded. */
  first: boolean;
  /** The number of this tick among those that succeed, from 1. */
  number: number;
  /** When the last successful tick ended; 0 is never. */
  lastTickAt: number;
  /** The agent as it is now: time has passed and the events have been felt. */
  state: { mood: Mood; health: number; volatility: number; latents: Latents };
  /** As the last tick left them; as born where there was none. */
  moodBefore: Mood;
  healthBefore: number;
  /** Newest first, at most 6. */
  logs: SituationLog[];
  /** The scope of the events; absent for the agent's own. */
  scope?: string;
  /** What this tick reads, the most pressing first. */
  events: SituationEvent[];
  /** Pending events beyond `events`, left for the next tick. */
  waiting: number;
  /** When the last event of all came in, read or not; 0 is never. */
  lastEventAt: number;
  /** What was stored for the agent since the last tick ended: no event tells of it. */
  given: NewSinceLastTick;
  /** What the events recall, the most similar first; with no events, what matters most of what was told last. Then what is pinned. */
  memories: SituationMemory[];
  /** The last turns with those whose notes this tick reads, the oldest first. */
  turns: SituationTurn[];
  /** What the agent knows best, as far as it bears on this tick. */
  themes: SituationTheme[];
  /** Passages that the events recall, the most similar first. */
  knowledge: SituationPassage[];
  /** What the agent made last, newest first: what it should not make again. */
  made: SituationArtifact[];
  /** The alerts of the last 24 hours, newest first, where an event of this tick may raise one. */
  alerts: SituationArtifact[];
}
