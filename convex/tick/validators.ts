/** What the transactions of a tick take and answer. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import * as Agent from "../agent/state";
import {
  artifactType,
  clamp,
  impact,
  latents,
  mood,
  remembered,
  ungrounded,
  writer,
} from "../lib/validators";
import { tickTables } from "./tables";

export const begun = v.union(
  v.object({ kind: v.literal("begun"), tickId: v.id("ticks"), run: v.number() }),
  v.object({ kind: v.literal("busy"), retryAfterMs: v.number() }),
  v.object({ kind: v.literal("skipped") }),
  /** The machine's clock is in doubt. */
  v.object({ kind: v.literal("paused"), reason: v.string() }),
);

/**
 * Why a tick failed. `provider`: the model's provider fails whatever it is asked. `asked`: the model failed over this prompt, and
 * may answer one with fewer events. `unasked`: the circuit breaker was open. `own`: an internal error. `contention`: write
 * conflicts or erasures.
 */
export const fault = literals("provider", "asked", "unasked", "own", "contention");

const artifacts = v.array(v.object({ type: artifactType, content: v.string() }));
/** A reply for each note that the tick read to its end. */
const replies = v.array(v.object({ eventId: v.id("events"), text: v.string(), writer }));
/** The numbers, from 1, of the shown memories and passages that the words draw on. */
const used = { usedMemories: v.array(v.number()), usedPassages: v.array(v.number()) };

/** The model's checked answer: its words, and the affect that it proposes. */
export const deliberation = v.object({
  summary: v.string(),
  detail: v.string(),
  remark: v.optional(v.string()),
  artifacts,
  proposal: v.object({ ...latents.fields, mood, confidence: v.number() }),
  /** The values of the proposal that were out of range. */
  clamps: v.array(clamp),
  basedOn: v.array(v.id("events")),
  /** The numbers of the memories that the model proposes to pin. */
  pins: v.array(v.number()),
  ...used,
  ungrounded: v.optional(v.array(ungrounded)),
});

/** The model and what asking it cost; absent if it was not asked. */
export const model = tickTables.ticks.validator.fields.model;

/** The journal's words. `skipped`: why the model was not asked or its answer not used. */
const journal = v.object({
  lead: v.string(),
  body: v.string(),
  remark: v.optional(v.string()),
  artifacts,
  ...used,
  quietSince: v.optional(v.number()),
  skipped: v.string(),
});

/** Everything that `finish` writes for a tick. */
export const work = v.object({
  tickId: v.id("ticks"),
  /** The events it read. `readTo`: the code points read so far; null if it read to the end. */
  events: v.array(v.object({ eventId: v.id("events"), readTo: v.union(v.null(), v.number()) })),
  /** How many log entries it was shown. */
  logs: v.number(),
  memoryIds: v.array(v.id("memories")),
  knowledgeIds: v.array(v.id("knowledge")),
  /** Words of its own that the model was shown. */
  shownWords: v.optional(
    v.object({
      logEntries: v.array(v.id("logs")),
      artifacts: v.array(v.id("artifacts")),
      turns: v.array(v.id("events")),
      themes: v.number(),
    }),
  ),
  /** The erasure epoch when its inputs were read. */
  epoch: v.number(),
  /** The scope of its events, and of all that it writes. */
  scope: v.string(),
  /** How the notes among the events move the affect. */
  notes: v.array(v.object({ sentiment: v.number(), novelty: v.number(), impact })),
  /** Sentiments that the model corrected. */
  corrections: v.array(v.object({ eventId: v.id("events"), from: v.number(), to: v.number(), impact })),
  learned: v.array(remembered),
  replies,
  /** The reminders that notes asked for. */
  reminders: v.array(v.object({ eventId: v.id("events"), text: v.string(), at: v.number(), setBy: writer })),
  model,
  words: v.union(
    v.object({ author: v.literal("model"), ...deliberation.fields }),
    v.object({ author: v.literal("reflex"), ...journal.fields }),
  ),
});

export const done = Agent.publicState.pick("mood", "health", "volatility", "summary").extend({
  kind: v.literal("done"),
  tickId: v.id("ticks"),
  detail: v.string(),
  remark: v.optional(v.string()),
  artifacts,
});

export const finished = v.union(
  done,
  v.object({ kind: v.literal("lost") }),
  /** Something was erased after the inputs were read: nothing was written, and the tick still holds the lease. */
  v.object({ kind: v.literal("overtaken") }),
);
