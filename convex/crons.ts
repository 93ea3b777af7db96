/**
 * Scheduled work. A row that waits schedules its own run, so the crons of embedding and webhooks only start again what was
 * lost: a scheduled action runs at most once.
 */
import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval("tick", { minutes: 5 }, internal.tick.run.runScheduled, { trigger: "schedule" });
crons.interval("upkeep", { minutes: 5 }, internal.service.functions.upkeep, {});
crons.interval("embed pending texts", { minutes: 5 }, internal.embeddings.functions.startRunIfDue, {});
crons.interval("deliver to webhooks", { minutes: 5 }, internal.webhooks.functions.startRunIfDue, {});
// Checks whether consolidation is due: once a day, or sooner after many new memories.
crons.interval("consolidate", { minutes: 59 }, internal.consolidation.run.runScheduled, {});
// Nothing that is kept for long is kept much longer, and few counts of past minutes gather.
crons.interval("sweep", { minutes: 17 }, internal.registry.sweeper.sweep, {});

export default crons;
