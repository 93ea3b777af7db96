/** A mutation and an action, each every second. */
import { cronJobs, makeFunctionReference } from "convex/server";

const crons = cronJobs();

crons.interval(
  "mutation",
  { seconds: 1 },
  makeFunctionReference<"mutation", { cron: string; stage: "done" }>("cronRuns:record"),
  { cron: "mutation", stage: "done" },
);
crons.interval("action", { seconds: 1 }, makeFunctionReference<"action", { cron: string }>("cronRuns:run"), {
  cron: "action",
});

export default crons;
