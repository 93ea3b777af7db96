/** More live queries, each but the last the mirror of a GET. Lists are its first page, as an array, newest first; `limit`: 1 to 100. */
import { v } from "convex/values";
import { liveQuery } from "./api/liveQuery";
import * as Artifacts from "./agent/artifacts";
import * as Inbox from "./agent/inbox";
import * as Logs from "./agent/logs";
import * as Agent from "./agent/state";
import { currentSettings } from "./lib/currentSettings";
import { pageSize } from "./lib/pageSize";
import * as Memories from "./memories/memories";
import * as Receipts from "./tick/receipts";

const args = { limit: v.optional(v.number()) };

/** GET /logs. */
export const logs = liveQuery({
  args,
  returns: v.array(Logs.publicLog),
  handler: async (ctx, { limit }) => (await Logs.list(ctx, { limit: pageSize(limit), offset: 0 })).logs,
});

/** GET /ticks. */
export const ticks = liveQuery({
  args,
  returns: v.array(Receipts.publicTick),
  handler: async (ctx, { limit }) => (await Receipts.list(ctx, { limit: pageSize(limit), offset: 0 })).ticks,
});

/** GET /artifacts. */
export const artifacts = liveQuery({
  args,
  returns: v.array(Artifacts.publicArtifact),
  handler: async (ctx, { limit }) =>
    (await Artifacts.list(ctx, { limit: pageSize(limit), offset: 0 })).artifacts,
});

/** GET /events?kind=feed. */
export const events = liveQuery({
  args,
  returns: v.array(Inbox.publicEvent),
  handler: async (ctx, { limit }) =>
    (await Inbox.list(ctx, { kind: "feed", limit: pageSize(limit), offset: 0 })).events,
});

/** GET /memories?scope=*; `metadata` is JSON text. */
export const memories = liveQuery({
  args,
  returns: v.array(Memories.publicMemory),
  handler: async (ctx, { limit }) =>
    (await Memories.list(ctx, { limit: pageSize(limit), offset: 0 })).memories,
});

/** GET /state/explain. */
export const explanation = liveQuery({
  args: {},
  returns: Agent.publicExplanation,
  handler: (ctx) => Agent.explanation(ctx),
});

/** What the console shows of the settings. */
export const about = liveQuery({
  args: {},
  returns: v.object({ agentName: v.string(), timeZone: v.string(), autonomy: v.boolean() }),
  handler: () => {
    const { agentName, timeZone, autonomy } = currentSettings();
    return { agentName, timeZone, autonomy };
  },
});
