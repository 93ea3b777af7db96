/** What a tick knows when it begins: gathered by one query, read by triage, the reflexes and the prompt. */
import type {
  ArtifactType,
  Echo,
  FeedType,
  Impact,
  Latents,
  MemoryType,
  Mood,
  Priority,
  Routine,
  Trigger,
} from "../enums";
import type { Given } from "../../convex/mind/events/given";
import type { Made } from "../../convex/mind/events/jokes";

/** Where an event came from. */
export type EventSource =
  { kind: "feed"; type: FeedType; impact: Impact } | { kind: "wake"; priority: Priority };

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
  /** 0 (heard before) to 1 (new). */
  novelty: number;
  /** What it is beside what was heard just before; absent where it is nothing of the kind. */
  echo?: Echo;
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

/** How long nothing has come in. */
export interface Quiet {
  /** The ticks that have ended without events since `before`, or since the first. */
  ticks: number;
  /** When `before` was written, or the first entry. */
  since: number;
  /** The entry of the last tick that had events; null if none had. */
  before: SituationLog | null;
}

/** Something remembered that this tick recalls. Its position in `Situation.memories`, from 1, is its number in a prompt. */
export interface SituationMemory {
  type: MemoryType;
  content: string;
  /** The agent's own words, such as an earlier reflection: continuity, not evidence. */
  own: boolean;
  /** 0 to 1. */
  confidence: number;
  createdAt: number;
  /** True where a quiet tick thought of it of late. */
  mused?: boolean;
  /** True where the last tick learned it, from what it then told of. */
  learned?: boolean;
}

/** A passage of a document that the agent was given to know. Its position in `Situation.knowledge`, from 1, is its number in a prompt. */
export interface SituationPassage {
  title: string;
  source?: string;
  heading?: string;
  /** The names of the columns of the table inside of which it begins. */
  columns?: string;
  text: string;
  /** When the document last changed. */
  updatedAt: number;
}

/** Something that the agent made for others to read. */
export interface SituationArtifact {
  type: ArtifactType;
  content: string;
  timestamp: number;
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
  /** When it was started for the first time. */
  bornAt: number;
  /** True until a tick has succeeded. */
  first: boolean;
  /** When the last successful tick ended; 0 is never. */
  lastTickAt: number;
  /** The agent as it is now: time has passed and the events have been felt. */
  state: { mood: Mood; health: number; volatility: number; summary: string; latents: Latents };
  /** As the last tick left them; as born where there was none. */
  moodBefore: Mood;
  healthBefore: number;
  /** Newest first, at most 8. */
  logs: readonly SituationLog[];
  /** What the reflexes made remarks on in the last weeks; empty where a model is asked. */
  remarks: readonly Made[];
  /** However far it reaches back; null where something has come in, and at the first tick. */
  quiet: Quiet | null;
  /** What this tick reads, the most pressing first. */
  events: readonly SituationEvent[];
  /** Pending events beyond `events`, left for the next tick. */
  waiting: number;
  /** What was stored for the agent since the last tick ended: no event tells of it. */
  given: Given;
  /** What the events call to mind, what bears on them most first; with no events what matters most of late. */
  memories: readonly SituationMemory[];
  /** What the agent knows best, as far as it bears on this tick. */
  themes: readonly SituationTheme[];
  /** What the events are about in what the agent was given to know, what bears on them most first; each of another document. */
  knowledge: readonly SituationPassage[];
  /** What the agent made last, newest first: what it should not make again. Where the reflexes write, alerts and notes alone, as far as they ask. */
  made: readonly SituationArtifact[];
}
