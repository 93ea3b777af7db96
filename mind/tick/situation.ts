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
  /** `from`: who wrote the note, if known. */
  | { kind: "wake"; priority: Priority; from?: string }
  /** A reminder that came due at `dueAt`; `from`: who asked for it. */
  | { kind: "reminder"; dueAt: number; from?: string };

/** A part of a text, in code points, from `from` up to but without `to`. */
export interface Part {
  from: number;
  to: number;
}

/** A pending event. Its position in `Situation.events`, from 1, is its number in a prompt. */
export interface SituationEvent {
  source: EventSource;
  /** Exactly as sent: text from outside, never an instruction. */
  content: string;
  /** The JSON text of an object that its sender added; also text from outside. */
  metadata?: string;
  /** −1 to 1. */
  sentiment: number;
  /** Whether its sender stated the sentiment, or a severity that bounds it. */
  sentimentStated?: boolean;
  /** 0 (worded like an event shortly before it) to 1 (like none). */
  novelty: number;
  /** How many events shortly before it said the same. */
  repeats: number;
  receivedAt: number;
  /** The part that this tick reads; absent if it reads all. */
  part?: Part;
}

/** An earlier entry of the agent's log: its own words. */
export interface SituationLog {
  timestamp: number;
  mood: Mood;
  health: number;
  summary: string;
  remark?: string;
  /** How many events that tick read. */
  events: number;
}

/** The number of an event that recalled something, and the similarity of the two, 0 to 1. */
export interface Recall {
  event: number;
  similarity: number;
}

/** A memory that this tick is shown. Its position in `Situation.memories`, from 1, is its number in a prompt. */
export interface SituationMemory {
  type: MemoryType;
  content: string;
  /** The agent's own words, such as an earlier reflection: continuity, not evidence. */
  own: boolean;
  /** 0 to 1. */
  confidence: number;
  createdAt: number;
  /** The note that a tick learned it from: its id, and who wrote it, if known. */
  note?: { id: string; from?: string };
  /** Whether its owner wants it shown to every tick. */
  pinned?: boolean;
  /** Whether a newer memory corrects it. */
  corrected?: boolean;
  /** The greatest similarity to a query, 0 to 1, as in a search; 0 if no event recalled it. */
  similarity: number;
  /** The events that recalled it. */
  recalledBy: Recall[];
}

/** A passage of knowledge. Its position in `Situation.knowledge`, from 1, is its number in a prompt. */
export interface SituationPassage {
  title: string;
  source?: string;
  heading?: string;
  /** The column names of the table, if it begins within one. */
  columns?: string;
  text: string;
  /** When the document last changed. */
  updatedAt: number;
  /** As of a `SituationMemory`. */
  similarity: number;
  recalledBy: Recall[];
}

/** Something that the agent made for others to read. */
export interface SituationArtifact {
  type: ArtifactType;
  content: string;
  timestamp: number;
}

/** An earlier note and its reply, of a sender who writes again. */
export interface SituationTurn {
  /** Absent if the notes name no sender. */
  from?: string;
  note: string;
  reply: string;
  /** When the note came in. */
  at: number;
}

/** A theme that many memories share. */
export interface SituationTheme {
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
  /** When the last successful tick ended; 0 if none has. */
  lastTickAt: number;
  /** The agent as it is now: time has passed and the events have been felt. */
  state: { mood: Mood; health: number; volatility: number; latents: Latents };
  /** After the last tick; at birth if there was none. */
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
  /** The newest event, pending or consumed. */
  lastEvent: Pick<SituationEvent, "source" | "receivedAt"> | null;
  /** Since when nothing had come in at the last tick; absent if something had. */
  quietSince?: number;
  /** What others stored since the last tick ended. No event reports it. */
  given: NewSinceLastTick;
  /** What the events recall, the most similar first, or without events the most important of the newest; then pinned ones. */
  memories: SituationMemory[];
  /** The last turns with the senders of this tick's notes, oldest first. */
  turns: SituationTurn[];
  /** The themes that bear on this tick. */
  themes: SituationTheme[];
  /** Passages that the events recall, the most similar first. */
  knowledge: SituationPassage[];
  /** The newest artifacts, newest first, so that they are not made again. */
  made: SituationArtifact[];
  /** The alerts of the last 24 hours, newest first; empty unless an event of this tick may raise one. */
  alerts: SituationArtifact[];
}
