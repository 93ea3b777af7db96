/** Helpers for tests of embedding: a provider in a process of its own, and runs of the job. */
import { beforeAll, beforeEach, expect } from "vitest";
import { modelServer, newModel } from "../support/model";
import type { Fault, ModelServer } from "../support/model-server";
import { until } from "../support/until";
import { internal } from "../../convex/_generated/api";
import * as Lease from "../../convex/leases/lease";
import { post, type App } from "./requests";

export const DOWN: Fault = { on: "embeddings", kind: "status", status: 503 };

/** The provider refuses texts that contain this. */
export const refusing = (containing: string): Fault => ({
  on: "embeddings",
  kind: "status",
  status: 400,
  body: { error: { message: "The input is invalid.", param: "input" } },
  containing,
});

/** The provider seems to fail on texts that contain this. */
export const failingWith = (containing: string): Fault => ({
  on: "embeddings",
  kind: "status",
  status: 500,
  body: { error: "failed to encode response: json: unsupported value: NaN" },
  containing,
});

/** The provider answers with a zero vector for a text that contains this. */
export const zeroVector = (containing: string): Fault => ({
  on: "embeddings",
  kind: "status",
  status: 200,
  body: { object: "list", model: "any", data: [{ object: "embedding", index: 0, embedding: [0, 0, 0] }] },
  containing,
});

/** In a process of its own. */
export let provider: ModelServer;
/** Another name for each test. */
export let model: string;

/** Starts the provider before the tests of a file, and resets it before each. */
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

/** The models of all texts' vectors, in order; empty without one. */
export const embeddedBy = (t: App) =>
  t.run(async (ctx) => (await ctx.db.query("searchDocuments").take(500)).map((text) => text.embeddedBy));

export const waiting = (t: App) => t.run(async (ctx) => await ctx.db.query("embeddingQueue").take(500));

/** Ends the pause after failures and the grace of requests. */
export const passTime = (t: App) =>
  t.run(async (ctx) => {
    const row = await ctx.db.query("embeddingProvider").first();
    if (row !== null && row.nextAttemptAt > 0)
      await ctx.db.patch("embeddingProvider", row._id, { nextAttemptAt: 1 });
    for (const text of await ctx.db.query("embeddingQueue").take(500))
      await ctx.db.patch("embeddingQueue", text._id, { dueAt: 0 });
  });

/** Whether no run of the job is active. */
export const isIdle = (t: App) => t.run(async (ctx) => (await Lease.read(ctx, "embeddings")).expiresAt === 0);

export const embedder = (t: App) => t.run(async (ctx) => await ctx.db.query("embeddingProvider").first());

/** Does what the cron does, and waits for the run. */
export async function look(t: App): Promise<void> {
  await t.mutation(internal.embeddings.functions.startRunIfDue, {});
  await until("the run's end", () => isIdle(t));
}

export async function health(t: App): Promise<string> {
  const response = await t.fetch("/health");
  expect(response.status).toBe(200);
  return (await response.json()).checks.embedding;
}
