/** Helpers for tests of consolidation: groups of similar memories, and requests. */
import { expect } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { MutationCtx } from "../../convex/_generated/server";
import { post, type App } from "./requests";
import { TICK_TOKEN } from "./setup";

export const FERRY = [
  "The ferry to the island leaves at nine in the morning.",
  "Ferry tickets for the island cost eight euros.",
  "The island ferry was late because of the fog.",
  "We took the morning ferry over to the island again.",
];
export const BREAD = [
  "Maria bakes sourdough bread with rye flour.",
  "The rye bread from Maria needs a whole day to rise.",
  "Maria gave me her sourdough starter for the bread.",
  "Baking bread with too little rye flour failed again.",
];
export const CHESS = [
  "I lost the chess game against Tomas with the Sicilian opening.",
  "Tomas teaches chess openings on Thursdays.",
  "The chess club of Tomas plays a tournament in autumn.",
];
export const STRAY = ["The boiler was repaired.", "It rained on the parade.", "Blue paint dries slowly."];

interface CoreMemory {
  readonly _id: string;
  readonly theme: string;
  readonly summary: string;
  readonly memories: string[];
  readonly confidence: number;
  readonly lastReinforced: number;
  readonly createdAt: number;
}

export async function store(t: App, texts: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const content of texts)
    ids.push(
      (await t.mutation(internal.memories.functions.store, { type: "semantic", content, confidence: 0.8 }))
        .memoryId,
    );
  return ids;
}

export async function consolidate(t: App, headers: Record<string, string> = {}) {
  const response = await post(
    t,
    "/memories/consolidate",
    {},
    {
      Authorization: `Bearer ${TICK_TOKEN}`,
      ...headers,
    },
  );
  expect(response.status).toBe(200);
  const { duration, ...counts } = await response.json();
  expect(duration).toBeGreaterThanOrEqual(0);
  return counts;
}

export async function core(
  t: App,
  query = "limit=100",
): Promise<{ coreMemories: CoreMemory[]; total: number }> {
  const response = await t.fetch(`/memories/core?${query}`);
  expect(response.status).toBe(200);
  return await response.json();
}

/** A cluster without members, for a core memory. */
export const emptyCluster = (ctx: MutationCtx) =>
  ctx.db.insert("clusters", {
    scope: "",
    members: [],
    termVector: { terms: [], weights: [] },
    model: "",
    embeddingSum: new ArrayBuffer(0),
    embeddedCount: 0,
    confidenceSum: 0,
    statements: 0,
    labelState: "none",
    size: 0,
  });

/** All rows that a second run must not change. */
export const everything = (t: App) =>
  t.run(async (ctx) => ({
    coreMemories: await ctx.db.query("coreMemories").take(500),
    clusters: await ctx.db.query("clusters").take(500),
    clusterMembers: await ctx.db.query("clusterMembers").take(500),
    activation: await ctx.db.query("memoryActivation").take(500),
    memories: await ctx.db.query("memories").take(500),
  }));

export const sorted = (lists: readonly (readonly string[])[]) => lists.map((list) => [...list].sort()).sort();
export const themesOf = async (t: App) =>
  sorted((await core(t)).coreMemories.map(({ memories }) => memories));

export const NOTHING = {
  success: true,
  memoriesProcessed: 0,
  clustersFound: 0,
  coreMemoriesCreated: 0,
  coreMemoriesUpdated: 0,
  memoriesDecayed: 0,
};
