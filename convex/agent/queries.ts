/** Queries of the state, and of the log, artifacts, notes and events as lists. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import { EVENT_KINDS } from "../../mind/enums";
import { mood, routine, artifactType } from "../lib/validators";
import * as Agent from "./state";
import * as Artifacts from "./artifacts";
import * as History from "./history";
import * as Inbox from "./inbox";
import * as Notes from "./notes";
import * as Logs from "./logs";

/** The same as the live query `state.get`, for callers whose token was checked. */
export const state = internalQuery({
  args: {},
  returns: Agent.publicState,
  handler: (ctx) => Agent.state(ctx),
});

/** A page of the log, newest first. */
export const logs = internalQuery({
  args: {
    limit: v.number(),
    offset: v.number(),
    mood: v.optional(mood),
    routine: v.optional(routine),
    since: v.optional(v.number()),
    until: v.optional(v.number()),
  },
  returns: v.object({ logs: v.array(Logs.publicLog), total: v.number(), hasMore: v.boolean() }),
  handler: (ctx, args) => Logs.list(ctx, args),
});

/** A page of artifacts, newest first. */
export const artifacts = internalQuery({
  args: {
    limit: v.number(),
    offset: v.number(),
    type: v.optional(artifactType),
    since: v.optional(v.number()),
    until: v.optional(v.number()),
  },
  returns: v.object({
    artifacts: v.array(Artifacts.publicArtifact),
    total: v.number(),
    hasMore: v.boolean(),
  }),
  handler: (ctx, args) => Artifacts.list(ctx, args),
});

/** A page of notes, newest first. */
export const notes = internalQuery({
  args: {
    limit: v.number(),
    offset: v.number(),
    scope: v.optional(v.string()),
    from: v.optional(v.string()),
    status: v.optional(literals("pending", "answered")),
    since: v.optional(v.number()),
  },
  returns: v.object({ notes: v.array(Notes.publicNote), total: v.number(), hasMore: v.boolean() }),
  handler: (ctx, args) => Notes.list(ctx, args),
});

/** A page of events, newest first. */
export const events = internalQuery({
  args: {
    limit: v.number(),
    offset: v.number(),
    scope: v.optional(v.string()),
    kind: v.optional(literals(...EVENT_KINDS)),
    since: v.optional(v.number()),
    until: v.optional(v.number()),
  },
  returns: v.object({ events: v.array(Inbox.publicEvent), total: v.number(), hasMore: v.boolean() }),
  handler: (ctx, args) => Inbox.list(ctx, args),
});

/** Mood, health and volatility over a span of time. */
export const history = internalQuery({
  args: { since: v.number(), until: v.number(), parts: v.number() },
  returns: History.history,
  handler: (ctx, args) => History.between(ctx, args),
});

/** A note by its id; null if there is none. */
export const note = internalQuery({
  args: { id: v.id("events") },
  returns: v.union(v.null(), Notes.publicNote),
  handler: (ctx, { id }) => Notes.byId(ctx, id),
});

/** What mood, health and volatility are computed from. */
export const explanation = internalQuery({
  args: {},
  returns: Agent.publicExplanation,
  handler: (ctx) => Agent.explanation(ctx),
});
