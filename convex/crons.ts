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
crons.interval("clean up rate limits", { minutes: 17 }, internal.lib.rateLimits.cleanUp, {});
crons.interval("clean up idempotency keys", { minutes: 61 }, internal.lib.idempotencyFunctions.cleanUp, {});
crons.interval("clean up the audit log", { minutes: 71 }, internal.lib.auditFunctions.cleanUp, {});
crons.interval("clean up change sets", { minutes: 73 }, internal.corrections.undoFunctions.cleanUp, {});
crons.interval("clean up erasures", { minutes: 73 }, internal.erasures.functions.cleanUp, {});
crons.interval("clean up query vectors", { minutes: 67 }, internal.search.queryVectors.cleanUp, {});
crons.interval("end abandoned exports", { minutes: 5 }, internal.transfer.exportFunctions.cleanUp, {});
crons.interval("deliver to webhooks", { seconds: 20 }, internal.webhooks.functions.startRunIfDue, {});
crons.interval("clean up push events", { minutes: 53 }, internal.push.functions.cleanUp, {});
crons.interval("clean up deliveries", { minutes: 59 }, internal.webhooks.functions.cleanUp, {});

export default crons;
