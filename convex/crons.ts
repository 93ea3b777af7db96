/** What runs by the clock. */
import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval("tick", { minutes: 5 }, internal.ticking.alone, { trigger: "schedule" });
crons.interval("clean up rate limits", { minutes: 17 }, internal.rateLimits.cleanUp, {});
crons.interval("clean up idempotency keys", { minutes: 61 }, internal.idempotency.cleanUp, {});

export default crons;
