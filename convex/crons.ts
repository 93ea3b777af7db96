/** What runs by the clock. */
import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval("tick", { minutes: 5 }, internal.tick.run.runScheduled, { trigger: "schedule" });
crons.interval("let time pass", { minutes: 1 }, internal.agent.functions.elapse, {});
crons.interval("embed what waits", { seconds: 20 }, internal.embeddings.functions.startRunIfDue, {});
// It looks whether consolidation is due: once a day, or sooner when much has come in.
crons.interval("consolidate", { minutes: 59 }, internal.consolidation.run.runScheduled, {});
crons.interval("clean up rate limits", { minutes: 17 }, internal.lib.rateLimits.cleanUp, {});
crons.interval("clean up idempotency keys", { minutes: 61 }, internal.lib.idempotencyFunctions.cleanUp, {});
crons.interval("clean up vectors of queries", { minutes: 67 }, internal.search.queryVectors.cleanUp, {});

export default crons;
