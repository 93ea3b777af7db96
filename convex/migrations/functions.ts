/**
 * The migrations of stored data: for each a table, and what is done to one row (rows.ts). Every batch of rows is a transaction that
 * also notes how far it has come. Their order is in format.ts. Never change one that was released.
 */
import { Migrations, type MigrationFunctionReference } from "@convex-dev/migrations";
import { createFunctionHandle, getFunctionName } from "convex/server";
import { v } from "convex/values";
import { components, internal } from "../_generated/api";
import type { DataModel } from "../_generated/dataModel";
import { internalMutation } from "../_generated/server";
import { MIGRATIONS } from "./format";
import * as Rows from "./rows";

const migrations = new Migrations<DataModel>(components.migrations, { internalMutation });

/** A memory stands in many lists, each of which is some kilobytes to read. */
const IN_MANY_LISTS = 10;

export const agent = migrations.define({ table: "agent", migrateOne: Rows.agent });
export const memoryTotals = migrations.define({ table: "memoryTotals", migrateOne: Rows.memoryTotals });
export const thoughtTotals = migrations.define({ table: "thoughtTotals", migrateOne: Rows.thoughtTotals });
export const searchDocuments = migrations.define({
  table: "searchDocuments",
  migrateOne: Rows.searchDocument,
});
export const vectors = migrations.define({ table: "vectors", migrateOne: Rows.vector });
export const memories = migrations.define({
  table: "memories",
  migrateOne: Rows.memory,
  batchSize: IN_MANY_LISTS,
});
export const merges = migrations.define({ table: "merges", migrateOne: Rows.wording });
export const memoryVersions = migrations.define({ table: "memoryVersions", migrateOne: Rows.wording });
export const reflectionProgress = migrations.define({
  table: "reflectionProgress",
  migrateOne: Rows.reflectionProgress,
});
export const clusters = migrations.define({ table: "clusters", migrateOne: Rows.cluster });
export const coreMemories = migrations.define({ table: "coreMemories", migrateOne: Rows.coreMemory });
export const knowledge = migrations.define({
  table: "knowledge",
  migrateOne: Rows.knowledge,
  batchSize: IN_MANY_LISTS,
});
export const thoughts = migrations.define({ table: "thoughts", migrateOne: Rows.thought });
export const events = migrations.define({ table: "events", migrateOne: Rows.event });
export const logs = migrations.define({ table: "logs", migrateOne: Rows.log });
export const artifacts = migrations.define({ table: "artifacts", migrateOne: Rows.artifact });
export const ticks = migrations.define({ table: "ticks", migrateOne: Rows.tick });
export const memoryTotalsGone = migrations.define({
  table: "memoryTotals",
  migrateOne: Rows.memoryTotalsGone,
});
export const thoughtTotalsGone = migrations.define({
  table: "thoughtTotals",
  migrateOne: Rows.thoughtTotalsGone,
});

export const importWaiting = migrations.define({
  table: "importWaiting",
  migrateOne: Rows.importWaiting,
});
export const importSources = migrations.define({
  table: "importSources",
  migrateOne: Rows.importSource,
});
export const speakers = migrations.define({ table: "searchDocuments", migrateOne: Rows.speaker });
export const recentEntries = migrations.define({ table: "listNodes", migrateOne: Rows.listNode });

const inOrder: readonly MigrationFunctionReference[] = MIGRATIONS.map(
  (name) => internal.migrations.functions[name],
);

/** Runs them all in the background: `npx convex run migrations/functions:run` after a deployment to Convex. */
export const run = migrations.runner([...inOrder]);

/**
 * Runs one batch of the first migration that is not done; null when all are. The host calls it before it takes requests.
 * `from`: the format in which the database was written, by which time each earlier migration was done, or had nothing to do.
 */
export const step = internalMutation({
  args: { from: v.optional(v.number()) },
  returns: v.union(v.null(), v.object({ migration: v.string(), rows: v.number() })),
  handler: async (ctx, { from = 1 }): Promise<{ migration: string; rows: number } | null> => {
    const { migrate, getStatus } = components.migrations.lib;
    const states = await ctx.runQuery(getStatus, { names: inOrder.map(getFunctionName) });
    const done = new Set(states.filter(({ isDone }) => isDone).map(({ name }) => name));
    // A format counts the migrations before it, from 1.
    const next = inOrder.slice(from - 1).find((migration) => !done.has(getFunctionName(migration)));
    if (next === undefined) return null;
    const [name, fnHandle] = [getFunctionName(next), await createFunctionHandle(next)];
    const state = await ctx.runMutation(migrate, { name, fnHandle, dryRun: false, oneBatchOnly: true });
    if (state.error !== undefined) throw new Error(`The migration ${name} failed: ${state.error}`);
    return { migration: name, rows: state.processed };
  },
});
