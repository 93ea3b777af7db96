import { Migrations } from "@convex-dev/migrations";
import { components, internal } from "./_generated/api";
import { mutation, query } from "./_generated/server";
import schema from "./schema";

const migrations = new Migrations(components.migrations, { schema });

export const setLevel = migrations.define({
  table: "scores",
  batchSize: 2,
  migrateOne: (_ctx, { points }) => ({
    level: points > 10 ? "high" : "low",
  }),
});

export const start = mutation({
  args: {},
  handler: (ctx): Promise<unknown> => migrations.runOne(ctx, internal.migrations.setLevel),
});

export const result = query({
  args: {},
  handler: async (ctx) => {
    const [status] = await migrations.getStatus(ctx, {
      migrations: [internal.migrations.setLevel],
    });
    const scores = await ctx.db.query("scores").collect();
    return {
      state: status?.state,
      processed: status?.processed,
      levels: scores.map(({ level }) => level ?? null),
    };
  },
});
