/** What the tests of embedding share: a provider in a process of its own, and the job, run when a test says so. */
import { beforeAll, beforeEach, expect } from "vitest";
import { modelServer, newModel } from "../support/model";
import type { Fault, ModelServer } from "../support/model-server";
import { until } from "../support/until";
import { internal } from "../../convex/_generated/api";
import * as Lease from "../../convex/lib/lease";
import { post, type App } from "./requests";

export const DOWN: Fault = { on: "embeddings", kind: "status", status: 503 };

/** Any text that contains this is refused. */
export const refusing = (containing: string): Fault => ({
  on: "embeddings",
  kind: "status",
  status: 400,
  body: { error: { message: "The input is invalid.", param: "input" } },
  containing,
});

/** With any text that contains this it looks as if the provider failed. */
export const failingWith = (containing: string): Fault => ({
  on: "embeddings",
  kind: "status",
  status: 500,
  body: { error: "failed to encode response: json: unsupported value: NaN" },
  containing,
});

/** The answer is there, and its one vector is all zero. */
export const zeroVector = (containing: string): Fault => ({
  on: "embeddings",
  kind: "status",
  status: 200,
  body: { object: "list", model: "any", data: [{ object: "embedding", index: 0, embedding: [0, 0, 0] }] },
  containing,
});

/** A process of its own. */
export let provider: ModelServer;
/** Another for each test. */
export let model: string;

/** Has the provider run before the tests of a file, and forgets before each what it was told. */
export function withProvider(): void {
  beforeAll(async () => {
    provider = await modelServer();
  });
  beforeEach(async () => {
    await provider.reset();
    model = newModel();
  });
}

export const withKey = () => ({
  EMBEDDING_API_KEY: "any",
  EMBEDDING_BASE_URL: provider.baseUrl,
  EMBEDDING_MODEL: model,
});

export async function store(t: App, content: string): Promise<{ embedding: boolean }> {
  const response = await post(t, "/memories/store", { type: "semantic", content });
  expect(response.status).toBe(200);
  return await response.json();
}

/** The models of all texts, in their order; empty for none yet. */
export const embeddedBy = (t: App) =>
  t.run(async (ctx) => (await ctx.db.query("searchDocuments").take(500)).map((text) => text.embeddedBy));

export const waiting = (t: App) => t.run(async (ctx) => await ctx.db.query("embeddingQueue").take(500));

/** As if the pauses after failures and the grace of requests had passed. */
export const passTime = (t: App) =>
  t.run(async (ctx) => {
    const row = await ctx.db.query("embeddingProvider").first();
    if (row !== null && row.nextAttemptAt > 0)
      await ctx.db.patch("embeddingProvider", row._id, { nextAttemptAt: 1 });
    for (const text of await ctx.db.query("embeddingQueue").take(500))
      await ctx.db.patch("embeddingQueue", text._id, { dueAt: 0 });
  });

/** Whether no run of the job is under way. */
export const isIdle = (t: App) => t.run(async (ctx) => (await Lease.read(ctx, "embeddings")).expiresAt === 0);

export const embedder = (t: App) => t.run(async (ctx) => await ctx.db.query("embeddingProvider").first());

/** What the cron does, and the run that may come of it. */
export async function look(t: App): Promise<void> {
  await t.mutation(internal.embeddings.functions.startRunIfDue, {});
  await until("the run's end", () => isIdle(t));
}

export async function health(t: App): Promise<string> {
  const response = await t.fetch("/health");
  expect(response.status).toBe(200);
  return (await response.json()).checks.embedding;
}
