/** The state, and the log and the artifacts as lists. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import { mood, routine, artifactType } from "../lib/validators";
import * as Agent from "./state";
import * as Artifacts from "./artifacts";
import * as Notes from "./notes";
import * as Logs from "./logs";

/** As the live query of the same name, for callers whose token was checked. */
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
    from: v.optional(v.string()),
    status: v.optional(literals("pending", "answered")),
    since: v.optional(v.number()),
  },
  returns: v.object({ notes: v.array(Notes.publicNote), total: v.number(), hasMore: v.boolean() }),
  handler: (ctx, args) => Notes.list(ctx, args),
});

/** A note by its id. */
export const note = internalQuery({
  args: { id: v.id("events") },
  returns: v.union(v.null(), Notes.publicNote),
  handler: (ctx, { id }) => Notes.byId(ctx, id),
});

const axis = v.object({ value: v.number(), baseline: v.number(), mood: v.number(), moment: v.number() });

/** Why mood and health are as they are. */
export const explanation = internalQuery({
  args: {},
  returns: v.object({
    health: v.object({
      value: v.number(),
      full: v.number(),
      events: v.number(),
      tickSuccess: v.number(),
      providerSuccess: v.number(),
      punctuality: v.number(),
      consolidation: v.number(),
      limits: v.number(),
    }),
    feeling: v.object({ valence: axis, arousal: axis, curiosity: axis }),
    mood: v.object({
      value: mood,
      nearest: v.array(v.object({ mood, distance: v.number() })),
      margin: v.number(),
    }),
    volatility: v.object({ value: v.number(), typicalMove: v.number() }),
    updatedAt: v.number(),
  }),
  handler: (ctx) => Agent.explanation(ctx),
});
