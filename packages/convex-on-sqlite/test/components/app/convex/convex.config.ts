import actionCache from "@convex-dev/action-cache/convex.config.js";
import actionRetrier from "@convex-dev/action-retrier/convex.config.js";
import aggregate from "@convex-dev/aggregate/convex.config.js";
import crons from "@convex-dev/crons/convex.config.js";
import migrations from "@convex-dev/migrations/convex.config.js";
import presence from "@convex-dev/presence/convex.config.js";
import rateLimiter from "@convex-dev/rate-limiter/convex.config.js";
import shardedCounter from "@convex-dev/sharded-counter/convex.config.js";
import workflow from "@convex-dev/workflow/convex.config.js";
import workpool from "@convex-dev/workpool/convex.config.js";
import { defineApp } from "convex/server";

const app = defineApp();
app.use(actionCache);
app.use(actionRetrier);
app.use(aggregate);
app.use(crons);
app.use(migrations);
app.use(presence);
app.use(rateLimiter);
app.use(shardedCounter);
app.use(workflow);
app.use(workpool);

export default app;
