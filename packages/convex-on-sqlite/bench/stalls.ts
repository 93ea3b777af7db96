/** Event loop stalls under the host's engine, measured in the process. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { defineSchema, defineTable, mutationGeneric } from "convex/server";
import { v } from "convex/values";
import { openTestEngine, temporaryFolder, testApp } from "../test/testApp";
import { figure, inRounds, type Figure } from "../../../scripts/bench/figure";

const QUEUED = 2_000;
/** Milliseconds between checks of the event loop. A stall is the time beyond this. */
const RESOLUTION_MS = 1;

const schema = defineSchema({ rows: defineTable({ n: v.number() }).index("by_n", ["n"]) });
const modules = {
  app: {
    add: mutationGeneric({
      args: { n: v.number() },
      handler: async (ctx, { n }) => {
        await ctx.db.insert("rows", { n });
      },
    }),
  },
};

/** The longest stall of the event loop while 2,000 mutations, queued at once, run and become durable. */
export async function longestStall(rounds: number): Promise<Figure> {
  const folder = temporaryFolder();
  const host = await openTestEngine(testApp({ "": { modules, schema } }), folder.path, {
    synchronous: "FULL",
  });
  const round = async (): Promise<number> => {
    const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    const calls = Array.from({ length: QUEUED }, (_, n) => host.mutation("app:add", { n }));
    // Creating the calls does not count.
    await nextTurn();
    delays.enable();
    await Promise.all(calls);
    delays.disable();
    return Math.max(0, delays.max / 1e6 - RESOLUTION_MS);
  };
  try {
    await round();
    const name = `longest stall of the event loop, ${QUEUED.toLocaleString("en")} queued mutations`;
    return figure(name, "ms", await inRounds(rounds, round));
  } finally {
    await host.close();
    folder.remove();
  }
}
