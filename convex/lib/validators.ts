/** Convex validators of enums and shared objects, for tables, arguments and results. */
import { literals } from "convex-helpers/validators";
import { v, type ObjectType } from "convex/values";
import * as Words from "../../mind/enums";

export const mood = literals(...Words.MOODS);
export const routine = literals(...Words.ROUTINES);
export const artifactType = literals(...Words.ARTIFACT_TYPES);
export const tone = literals(...Words.TONES);
export const impact = literals(...Words.IMPACTS);
export const feedType = literals(...Words.FEED_TYPES);
export const priority = literals(...Words.PRIORITIES);
export const trigger = literals(...Words.TRIGGERS);
export const tickOutcome = literals(...Words.TICK_OUTCOMES);
export const memoryType = literals(...Words.MEMORY_TYPES);
export const sentimentLabel = literals(...Words.SENTIMENT_LABELS);
export const reflectionType = literals(...Words.REFLECTION_TYPES);
export const reflectionDepth = literals(...Words.REFLECTION_DEPTHS);
export const linkType = literals(...Words.LINK_TYPES);
export const space = literals(...Words.SPACES);
export const author = literals(...Words.AUTHORS);
export const writer = literals(...Words.WRITERS);
export const purpose = literals(...Words.PURPOSES);
export const pushType = literals(...Words.PUSH_TYPES);
/** What the agent derives from memories and events: a fact learned in a tick is a `memory`. */
export const derivedKind = literals(...Words.DERIVED_KINDS);
export const versionChange = literals(...Words.VERSION_CHANGES);
export const changeKind = literals(...Words.CHANGE_KINDS);
/** Jobs that run one at a time (leases/lease). */
export const job = literals("tick", "consolidation", "links", "thoughts", "embeddings", "webhooks", "export");

/** Which page of a list. */
export const page = { limit: v.number(), offset: v.number() };
export type PageArgs = ObjectType<typeof page>;

/** Which page, of rows after `since` and before `until`, both exclusive, in ms since the epoch. */
export const range = { ...page, since: v.optional(v.number()), until: v.optional(v.number()) };
export type RangeArgs = ObjectType<typeof range>;

/** How many rows there are in all, and whether more follow those of the page. */
export const figures = { total: v.number(), hasMore: v.boolean() };

/** `score` −1 to 1. */
export const sentiment = v.object({ score: v.number(), label: sentimentLabel });
export const latents = v.object({ valence: v.number(), arousal: v.number(), curiosity: v.number() });

/** `ReflectedOn` of mind/thoughts/thoughtReflection. */
export const reflectedOn = v.object({
  thoughtsAnalyzed: v.number(),
  timespan: v.string(),
  dominantThemes: v.array(v.string()),
});

export const eventSource = v.union(
  v.object({ kind: v.literal("feed"), type: feedType, impact }),
  v.object({ kind: v.literal("wake"), priority, from: v.optional(v.string()) }),
  v.object({ kind: v.literal("reminder"), dueAt: v.number(), from: v.optional(v.string()) }),
);

/** `Remembered` of mind/tick/learning. */
export const remembered = v.object({
  type: literals(...Words.LEARNED_TYPES),
  content: v.string(),
  importance: v.union(v.null(), v.number()),
  confidence: v.number(),
  metadata: v.string(),
  eventIds: v.array(v.string()),
  corrects: v.array(v.number()),
});

/** `Clamp` of mind/affect/clamps. */
export const clamp = v.object({
  field: v.string(),
  asked: v.union(v.number(), v.string()),
  applied: v.union(v.number(), v.string()),
  rule: v.string(),
});

/** `Ungrounded` of mind/grounding. */
export const ungrounded = v.object({
  where: v.string(),
  kind: literals("name", "number", "quotation"),
  token: v.string(),
});

const situationArtifact = v.object({ type: artifactType, content: v.string(), timestamp: v.number() });

const situationPassage = v.object({
  title: v.string(),
  source: v.optional(v.string()),
  heading: v.optional(v.string()),
  columns: v.optional(v.string()),
  text: v.string(),
  updatedAt: v.number(),
  similarity: v.number(),
  recalledBy: v.array(v.object({ event: v.number(), similarity: v.number() })),
});

const situationLog = v.object({
  timestamp: v.number(),
  mood,
  health: v.number(),
  summary: v.string(),
  remark: v.optional(v.string()),
  events: v.number(),
});

/** `Situation` of mind/tick/situation. */
export const situation = v.object({
  now: v.number(),
  timeZone: v.string(),
  routine,
  name: v.string(),
  persona: v.string(),
  trigger,
  first: v.boolean(),
  number: v.number(),
  lastTickAt: v.number(),
  state: v.object({ mood, health: v.number(), volatility: v.number(), latents }),
  moodBefore: mood,
  healthBefore: v.number(),
  logs: v.array(situationLog),
  scope: v.optional(v.string()),
  events: v.array(
    v.object({
      source: eventSource,
      content: v.string(),
      metadata: v.optional(v.string()),
      sentiment: v.number(),
      sentimentStated: v.optional(v.boolean()),
      novelty: v.number(),
      repeats: v.number(),
      receivedAt: v.number(),
      part: v.optional(v.object({ from: v.number(), to: v.number() })),
    }),
  ),
  waiting: v.number(),
  lastEvent: v.union(v.null(), v.object({ source: eventSource, receivedAt: v.number() })),
  quietSince: v.optional(v.number()),
  given: v.object({ memories: v.number(), documents: v.number() }),
  memories: v.array(
    v.object({
      type: memoryType,
      content: v.string(),
      own: v.boolean(),
      confidence: v.number(),
      createdAt: v.number(),
      note: v.optional(v.object({ id: v.string(), from: v.optional(v.string()) })),
      pinned: v.optional(v.boolean()),
      corrected: v.optional(v.boolean()),
      similarity: v.number(),
      recalledBy: v.array(v.object({ event: v.number(), similarity: v.number() })),
    }),
  ),
  turns: v.array(
    v.object({ from: v.optional(v.string()), note: v.string(), reply: v.string(), at: v.number() }),
  ),
  themes: v.array(v.object({ theme: v.string(), summary: v.string() })),
  knowledge: v.array(situationPassage),
  made: v.array(situationArtifact),
  alerts: v.array(situationArtifact),
});
