/** For the crash test: a host whose mutation writes a number and schedules itself with the next. Prints each commit. */
import { internalMutationGeneric, makeFunctionReference } from "convex/server";
import { v } from "convex/values";
import { createEngine } from "../../src/engine/engine";
import { internalCall } from "../../src/engine/internalCall";
import { createLogger } from "../../src/log";
import { testApp } from "../testApp";
import { startJobs } from "../../src/jobs/scheduler";

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error("usage: jobLoop <data directory>");

const step = internalMutationGeneric({
  args: { n: v.number() },
  handler: async (ctx, { n }) => {
    await ctx.db.insert("steps", { n });
    await ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("app:step"), { n: n + 1 });
  },
});

const log = createLogger({ json: true, write: (line) => process.stderr.write(line) });
const app = testApp({ "": { modules: { app: { step } }, tables: ["steps"] } });
const engine = await createEngine({ app, dataDir, log });
const isNew = await engine.read((db) => db.row("SELECT id FROM jobs LIMIT 1") === undefined);
engine.onCommit(() => process.stdout.write("commit\n"));
if (isNew) {
  await engine.mutation({ componentPath: "", name: "app:step" }, { n: 0 }, internalCall("start"));
}
await startJobs({ engine, log });
