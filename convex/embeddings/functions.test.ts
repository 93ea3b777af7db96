/** The embedding job over real HTTP: one run at a time, and its measurements of the model. */
import { describe, expect, it, vi } from "vitest";
import type { Fault } from "../../test/support/model-server";
import { until } from "../../test/support/until";
import * as Lease from "../leases/lease";
import { internal } from "../_generated/api";
import { UNRELATED_TEXTS } from "../../mind/ranking/meaning";
import {
  DOWN,
  embeddedBy,
  embedder,
  isIdle,
  health,
  look,
  model,
  passTime,
  provider,
  refusing,
  store,
  waiting,
  withKey,
  withProvider,
} from "../../test/functions/embedding";
import { tell } from "../../test/functions/search";
import { large, setup } from "../../test/functions/setup";

withProvider();

describe("the baseline cosine of a model", () => {
  // All vectors have four fifths of their length in common.
  const similar: Fault = {
    on: "embeddings",
    kind: "status",
    status: 200,
    body: {
      object: "list",
      model: "any",
      data: [undefined, ...UNRELATED_TEXTS].map((_, index) => ({
        object: "embedding",
        index,
        embedding: [
          2,
          ...Array.from({ length: UNRELATED_TEXTS.length + 1 }, (_, i) => (i === index ? 1 : 0)),
        ],
      })),
    },
    containing: "How are you",
  };

  it("is measured before anything is stored, and again for another model", async () => {
    const t = setup(withKey());
    await provider.set([similar]);
    await look(t);
    expect((await embedder(t))?.baselineCosine).toBeCloseTo(0.8);
    await provider.set([]);
    vi.stubEnv("EMBEDDING_MODEL", `${model}-next`);
    await look(t);
    expect((await embedder(t))?.baselineCosine).toBeLessThan(0.5);
  });

  it("is measured where an earlier version has left it out", async () => {
    const t = setup(withKey());
    await look(t);
    await t.run(async (ctx) => {
      const row = await ctx.db.query("embeddingProvider").first();
      if (row !== null) await ctx.db.patch("embeddingProvider", row._id, { baselineCosine: undefined });
    });
    await look(t);
    expect((await embedder(t))?.baselineCosine).toBeTypeOf("number");
    await provider.forgetCalls();
    await look(t);
    expect(await provider.calls({ route: "embeddings" })).toEqual([]);
  });

  it("is 0 where the provider takes one text per call, which is no failure", async () => {
    const t = setup(withKey());
    await provider.set([refusing(UNRELATED_TEXTS[0] ?? "")]);
    await look(t);
    expect((await embedder(t))?.baselineCosine).toBe(0);
    expect(await health(t)).toBe("ok");
  });
});

describe("texts without a vector of the configured model", () => {
  large("are all embedded once when the model changes", async () => {
    const t = setup(withKey());
    await tell(
      t,
      Array.from({ length: 40 }, (_, i) => ({ content: `Memory number ${i}.`, at: Date.now() + i })),
    );
    await passTime(t);
    await look(t);
    expect(new Set(await embeddedBy(t))).toEqual(new Set([model]));
    await provider.forgetCalls();
    vi.stubEnv("EMBEDDING_MODEL", `${model}-next`);
    await look(t);
    expect(new Set(await embeddedBy(t))).toEqual(new Set([`${model}-next`]));
    const sent = (await provider.calls({ route: "embeddings" })).flatMap(
      ({ text }) => JSON.parse(text).input as string[],
    );
    expect(sent.filter((text) => text.startsWith("Memory"))).toHaveLength(40);
    const vectors = await t.run(async (ctx) => await ctx.db.query("vectors").take(100));
    expect(vectors).toHaveLength(40);
    expect(new Set(vectors.map((vector) => vector.bySpace))).toEqual(new Set([`${model}-next|memory`]));
  });

  it("are embedded after a time without a key, though the model is the same", async () => {
    const t = setup(withKey());
    await store(t, "With a key.");
    await look(t);
    vi.stubEnv("EMBEDDING_API_KEY", undefined);
    await store(t, "Without a key.");
    vi.stubEnv("EMBEDDING_API_KEY", "any");
    await look(t);
    expect(await embeddedBy(t)).toEqual([model, model]);
  });

  it("stay queued when an answer of the former model comes late", async () => {
    const t = setup(withKey());
    await provider.hold();
    const stored = store(t, "It changes while I wait.");
    await provider.seen(1, { route: "embeddings" });
    vi.stubEnv("EMBEDDING_MODEL", `${model}-next`);
    await provider.release();
    expect((await stored).embedding).toBe(false);
    expect(await waiting(t)).toHaveLength(1);
    await passTime(t);
    await look(t);
    expect(await embeddedBy(t)).toEqual([`${model}-next`]);
  });
});

describe("the job", () => {
  it("has one run at a time", async () => {
    const t = setup(withKey());
    await provider.set([DOWN]);
    await store(t, "Waits.");
    await provider.set([]);
    await passTime(t);
    await provider.hold();
    await provider.forgetCalls();
    for (let i = 0; i < 5; i += 1) await t.mutation(internal.embeddings.functions.startRunIfDue, {});
    await provider.seen(1);
    await t.mutation(internal.embeddings.functions.startRunIfDue, {});
    expect(await provider.calls()).toHaveLength(1);
    await provider.release();
    await until("the run's end", async () => await isIdle(t));
    expect(await embeddedBy(t)).toEqual([model]);
  });

  it("takes over from a crashed run", async () => {
    const t = setup(withKey());
    await provider.set([DOWN]);
    await store(t, "Waits.");
    await provider.set([]);
    await passTime(t);
    await t.run(async (ctx) => {
      await Lease.acquire(ctx, "embeddings", Date.now() - Lease.LEASE_MS.embeddings);
    });
    await look(t);
    expect(await embeddedBy(t)).toEqual([model]);
  });

  it("does not wait for a clock that was set back", async () => {
    const t = setup(withKey());
    await provider.set([DOWN]);
    await store(t, "Waits.");
    await provider.set([]);
    const dayAhead = Date.now() + 24 * 60 * 60_000;
    await t.run(async (ctx) => {
      const row = await ctx.db.query("embeddingProvider").first();
      if (row !== null) await ctx.db.patch("embeddingProvider", row._id, { nextAttemptAt: dayAhead });
      await Lease.acquire(ctx, "embeddings", dayAhead);
      for (const text of await ctx.db.query("embeddingQueue").take(500))
        await ctx.db.patch("embeddingQueue", text._id, { dueAt: dayAhead });
    });
    await look(t);
    expect(await embeddedBy(t)).toEqual([model]);
  });

  it("batches texts that fall due one after the other", async () => {
    const t = setup(withKey());
    await look(t);
    await provider.set([DOWN]);
    const contents = ["One waits.", "Two waits.", "Three waits.", "Four waits.", "Five waits."];
    for (const content of contents) await store(t, content);
    await provider.set([]);
    await passTime(t);
    // One is due, and each of the others would be a little later.
    await t.run(async (ctx) => {
      const rows = await ctx.db.query("embeddingQueue").take(9);
      for (const [i, row] of rows.slice(1).entries())
        await ctx.db.patch("embeddingQueue", row._id, { dueAt: Date.now() + 1_000 + 100 * i });
    });
    await provider.forgetCalls();
    await look(t);
    expect(await waiting(t)).toEqual([]);
    expect(await embeddedBy(t)).toEqual(contents.map(() => model));
    expect(await provider.calls({ containing: "waits." })).toHaveLength(2);
  });

  it("writes nothing while the queue is empty", async () => {
    const t = setup(withKey());
    await look(t);
    const before = await embedder(t);
    // By its own model: what an earlier test left under way may still ask.
    const calls = (await provider.calls({ containing: model })).length;
    await look(t);
    expect(await embedder(t)).toEqual(before);
    expect(await provider.calls({ containing: model })).toHaveLength(calls);
  });
});
