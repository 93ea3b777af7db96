/** Queries of the state, and of the log, artifacts, notes and events as lists. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import { figures } from "../lib/validators";
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
  args: Logs.logFilter,
  returns: v.object({ logs: v.array(Logs.publicLog), ...figures }),
  handler: (ctx, args) => Logs.list(ctx, args),
});

/** A page of artifacts, newest first. */
export const artifacts = internalQuery({
  args: Artifacts.artifactFilter,
  returns: v.object({ artifacts: v.array(Artifacts.publicArtifact), ...figures }),
  handler: (ctx, args) => Artifacts.list(ctx, args),
});

/** A page of notes, newest first. */
export const notes = internalQuery({
  args: Notes.noteFilter,
  returns: v.object({ notes: v.array(Notes.publicNote), ...figures }),
  handler: (ctx, args) => Notes.list(ctx, args),
});

/** A page of events, newest first. */
export const events = internalQuery({
  args: Inbox.eventFilter,
  returns: v.object({ events: v.array(Inbox.publicEvent), ...figures }),
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
