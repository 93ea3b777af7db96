/** The enumerations of the contract. */

export const MOODS = [
  "neutral",
  "expressive",
  "curious",
  "excited",
  "reflective",
  "concerned",
  "contemplative",
] as const;
export const ROUTINES = ["morning", "day", "evening", "overnight"] as const;
export const ARTIFACT_TYPES = ["tweet", "note", "question", "alert"] as const;
export const TONES = ["curious", "excited", "concerned", "neutral", "reflective"] as const;
export const IMPACTS = ["low", "medium", "high"] as const;
export const FEED_TYPES = ["news", "market", "social", "custom"] as const;
export const PRIORITIES = ["low", "normal", "high"] as const;
/** Why a tick ran: the cron, the service's start, POST /tick, POST /wake, or events of another scope that waited when a tick ended. */
export const TRIGGERS = ["schedule", "start", "manual", "wake", "backlog"] as const;
/** What waits for a tick: feed events, wake notes, and reminders that came due. */
export const EVENT_KINDS = ["feed", "wake", "reminder"] as const;
/** Who set a reminder: the caller of POST /wake, or for a note the model or, without one, the journal. */
export const REMINDER_SETTERS = ["caller", "model", "reflex"] as const;
/** `lost`: the tick's lease expired, or the service stopped, before the tick ended. */
export const TICK_OUTCOMES = ["running", "succeeded", "failed", "lost"] as const;

export const MEMORY_TYPES = ["episodic", "semantic", "emotional", "procedural", "reflection"] as const;
export const SENTIMENT_LABELS = ["positive", "negative", "neutral"] as const;
export const REFLECTION_TYPES = ["emotional", "knowledge", "behavioral", "growth"] as const;
export const REFLECTION_DEPTHS = ["shallow", "deep"] as const;
export const LINK_TYPES = ["caused_by", "related_to", "elaborates", "contradicts"] as const;
/** How far back a search looks. */
export const RECENCIES = ["1h", "24h", "7d", "30d"] as const;
/** The kinds of document that a text search finds. */
export const SPACES = ["memory", "thought", "knowledge"] as const;
/** The source of a memory's content: somebody outside, or the agent itself. */
export const AUTHORS = ["world", "self"] as const;
/** What the agent derives from memories, thoughts and events; `event`: a reminder that came due. */
export const DERIVED_KINDS = ["reflection", "thought", "memory", "event"] as const;
/** What POST /erase erases. */
export const ERASABLE_KINDS = [
  "memory",
  "knowledge",
  "thought",
  "note",
  "event",
  "artifact",
  "log",
  "reminder",
] as const;
export type ErasableKind = (typeof ERASABLE_KINDS)[number];
/** What a plan erases: these, and replies to notes that stay. */
export const PLANNED_KINDS = [...ERASABLE_KINDS, "reply"] as const;
export type PlannedKind = (typeof PLANNED_KINDS)[number];
/** What a tick writes in words of its own. */
export const WORDS_KINDS = ["log", "artifact", "reply", "reminder"] as const;
/** What depends on a row: what was derived from it, and the words of the ticks that were shown it. */
export const DEPENDENT_KINDS = [...DERIVED_KINDS, ...WORDS_KINDS] as const;
export type DependentKind = (typeof DEPENDENT_KINDS)[number];
/** What ends a version of a memory. */
export const VERSION_CHANGES = ["edited", "restored", "merged", "contradicted", "undone"] as const;
/** What a change set did: merged a duplicate, linked memories, learned in a tick, or grouped memories into themes. */
export const CHANGE_KINDS = ["merge", "links", "facts", "consolidation"] as const;
/** The writer of a text: the language model, or the journal when no model answers. */
export const WRITERS = ["model", "reflex"] as const;

/** What a provider is called for; `repair` is a second try after an unusable answer, whatever the first was for. */
export const PURPOSES = [
  "tick",
  "thought",
  "reflection",
  "theme",
  "link",
  "probe",
  "repair",
  "embedding",
] as const;

export type Mood = (typeof MOODS)[number];
export type Routine = (typeof ROUTINES)[number];
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];
export type Tone = (typeof TONES)[number];
export type Impact = (typeof IMPACTS)[number];
export type FeedType = (typeof FEED_TYPES)[number];
export type Priority = (typeof PRIORITIES)[number];
export type Trigger = (typeof TRIGGERS)[number];
export type TickOutcome = (typeof TICK_OUTCOMES)[number];
export type MemoryType = (typeof MEMORY_TYPES)[number];
export type SentimentLabel = (typeof SENTIMENT_LABELS)[number];
export type ReflectionType = (typeof REFLECTION_TYPES)[number];
export type ReflectionDepth = (typeof REFLECTION_DEPTHS)[number];
export type LinkType = (typeof LINK_TYPES)[number];
export type Recency = (typeof RECENCIES)[number];
export type Space = (typeof SPACES)[number];
export type Author = (typeof AUTHORS)[number];
export type VersionChange = (typeof VERSION_CHANGES)[number];
export type Writer = (typeof WRITERS)[number];
export type Purpose = (typeof PURPOSES)[number];

/** What webhooks and the event stream tell of. */
export const PUSH_TYPES = [
  "tick.completed",
  "tick.failed",
  "alert.raised",
  "note.replied",
  "thought.created",
  "thought.brilliant",
  "health.degraded",
  "health.recovered",
] as const;

/** The agent's latent state: valence −1 to 1, arousal and curiosity 0 to 1. */
export const AXES = ["valence", "arousal", "curiosity"] as const;
export type Latents = Record<(typeof AXES)[number], number>;

/** What a tick can learn; reflections are made apart. */
export const LEARNED_TYPES = [
  "episodic",
  "semantic",
  "emotional",
  "procedural",
] as const satisfies MemoryType[];

/** A value for each of these words. */
export function byWord<Word extends string, T>(words: readonly Word[], valueFor: (word: Word) => T) {
  return Object.fromEntries(words.map((word) => [word, valueFor(word)])) as Record<Word, T>;
}
