/** Scheduled work. */
import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval("tick", { minutes: 5 }, internal.tick.run.runScheduled, { trigger: "schedule" });
crons.interval("elapse time", { minutes: 1 }, internal.agent.functions.elapse, {});
crons.interval("note the health status", { minutes: 1 }, internal.service.functions.noteHealth, {});
crons.interval("move retention on", { minutes: 1 }, internal.service.functions.stepRetention, {});
crons.interval("embed pending texts", { seconds: 20 }, internal.embeddings.functions.startRunIfDue, {});
// Checks whether consolidation is due: once a day, or sooner after many new memories.
crons.interval("consolidate", { minutes: 59 }, internal.consolidation.run.runScheduled, {});
crons.interval("end abandoned exports", { minutes: 5 }, internal.transfer.exportFunctions.endAbandoned, {});
crons.interval("deliver to webhooks", { seconds: 20 }, internal.webhooks.functions.startRunIfDue, {});
// Nothing that is kept for long is kept much longer, and few counts of past minutes gather.
crons.interval("sweep", { minutes: 17 }, internal.registry.sweeper.sweep, {});

export default crons;
