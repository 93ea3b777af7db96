/** Embedding over real HTTP: at once while the provider answers, otherwise later by the job. */
import { describe, expect, it, onTestFinished, vi, type MockInstance } from "vitest";
import { until } from "../../test/support/until";
import { internal } from "../_generated/api";
import * as EmbeddingQueue from "./queue";
import * as Vectors from "./vectors";
import * as Embeddings from "../llm/embeddings";
import {
  DOWN,
  embeddedBy,
  embedder,
  failingWith,
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
  zeroVector,
} from "../../test/functions/embedding";
import { post } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";

withProvider();

describe("a memory stored while the provider answers", () => {
  it("has its vector when the request is answered", async () => {
    const t = setup(withKey());
    expect(await store(t, "Gannets circled.")).toMatchObject({ embedding: true });
    expect(await embeddedBy(t)).toEqual([model]);
    expect(await waiting(t)).toEqual([]);
    expect(await health(t)).toBe("ok");
  });

  it("gets the first answer again under its idempotency key", async () => {
    const t = setup(withKey());
    const send = async () =>
      (
        await post(t, "/memories/store", { type: "semantic", content: "Once." }, { "Idempotency-Key": "k" })
      ).json();
    const first = await send();
    expect(first.embedding).toBe(true);
    expect(await send()).toEqual(first);
    expect(await embeddedBy(t)).toHaveLength(1);
  });
});

describe("a request whose further writes fail", () => {
  const items = [
    ["/memories/store", { type: "semantic", content: "Gannets circled." }],
    ["/knowledge", { title: "Gannets", content: "Gannets circle." }],
  ] as const;
  /** The first call fails as on a full disk. */
  const failing = (spied: MockInstance) => {
    spied.mockRejectedValueOnce(new Error("the disk is full"));
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    onTestFinished(() => {
      for (const spy of [spied, warned]) spy.mockRestore();
    });
    return warned;
  };

  it.each(items)("is answered though the vector can't be saved: %s", async (path, body) => {
    const t = setup(withKey());
    const warned = failing(vi.spyOn(Vectors, "put"));
    const response = await post(t, path, body);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ success: true, embedding: false });
    expect(warned.mock.calls.flat().join()).toContain("the disk is full");
    expect(await waiting(t)).toHaveLength(1);
  });

  it.each(items)("is answered though the provider's failure can't be recorded: %s", async (path, body) => {
    const t = setup(withKey());
    await provider.set([DOWN]);
    const warned = failing(vi.spyOn(EmbeddingQueue, "moveToBack"));
    const response = await post(t, path, body);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ success: true, embedding: false });
    expect(warned.mock.calls.flat().join()).toContain("the disk is full");
  });
});

describe("a memory stored while the provider fails", () => {
  it("gets its vector after the provider's recovery", async () => {
    const t = setup(withKey());
    await provider.set([DOWN]);
    expect(await store(t, "Gannets circled.")).toMatchObject({ embedding: false });
    expect(await health(t)).toContain("503");
    await provider.set([]);
    await passTime(t);
    await look(t);
    expect(await embeddedBy(t)).toEqual([model]);
    expect(await waiting(t)).toEqual([]);
    expect(await health(t)).toBe("ok");
  });

  it("does not call the provider once its failure is known", async () => {
    const t = setup(withKey());
    await provider.set([DOWN]);
    // The first pause is short, and this machine may be slow.
    vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    await store(t, "The first finds out.");
    for (const content of ["One.", "Two.", "Three."]) {
      expect((await store(t, content)).embedding).toBe(false);
      expect(await provider.calls({ containing: content })).toEqual([]);
    }
    // The first call may arrive after its request has given up.
    expect(await provider.calls({ containing: "The first finds out." })).not.toEqual([]);
  });

  it("is logged once per outage, not once per attempt", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    onTestFinished(() => warned.mockRestore());
    const t = setup(withKey());
    for (const reason of ["it answered 503", "it answered 503", "it hangs"])
      await t.mutation(internal.embeddings.functions.recordFailure, {
        reason,
        said: "",
        retryAfterMs: 60_000,
        byRun: true,
        documentIds: [],
      });
    expect(warned.mock.calls.flat().map(String)).toEqual([
      expect.stringContaining(
        "the embedding provider fails, and what it should embed waits: it answered 503",
      ),
    ]);
  });

  it("stays queued however long the outage lasts", async () => {
    const t = setup(withKey());
    await provider.set([DOWN]);
    for (const content of ["One.", "Two.", "Three."]) await store(t, content);
    for (let outage = 0; outage < 4; outage += 1) {
      await passTime(t);
      await look(t);
    }
    expect(await waiting(t)).toHaveLength(3);
    // An outage is not a refusal.
    expect((await waiting(t)).map(({ refusals }) => refusals)).toEqual([0, 0, 0]);
    expect((await embedder(t))?.failures).toBeGreaterThan(3);
    await provider.set([]);
    await passTime(t);
    await look(t);
    expect(await embeddedBy(t)).toEqual([model, model, model]);
  });

  it("waits about two seconds for a provider that hangs", async () => {
    const t = setup(withKey());
    await provider.hold();
    const startedAt = Date.now();
    expect((await store(t, "Nobody answers.")).embedding).toBe(false);
    expect(Date.now() - startedAt).toBeLessThan(8_000);
    // A plain text, which has more time, shows whether the provider is only slow.
    await provider.seen(1, { containing: "How are you" });
    expect(await health(t)).toBe("ok");
    await provider.release();
  });

  it("records an outage where the provider does not answer in the time of the job", async () => {
    const t = setup(withKey());
    const embedding = vi.spyOn(Embeddings, "createEmbeddings").mockResolvedValue({
      kind: "failed",
      reason: "the provider did not answer within 10 s",
      said: "",
      cause: "timeout",
      transient: false,
      status: null,
      blamesInput: false,
      retryAfterMs: null,
      ms: 10_000,
      spent: { calls: 1, input: 0, output: 0 },
    });
    onTestFinished(() => embedding.mockRestore());
    await t.action(internal.embeddings.embed.checkProvider, {});
    expect(await health(t)).toContain("did not answer");
  });
});

describe("a question to a slow provider", () => {
  it("is answered by words, and by its vector when it is asked again", async () => {
    const t = setup(withKey());
    await store(t, "Gannets circled.");
    await provider.hold();
    const ask = async () => await t.fetch("/memories/search?q=which+birds+were+there&threshold=0");
    expect((await ask()).status).toBe(200);
    expect(await health(t)).toBe("ok");
    await provider.seen(2, { containing: "which birds" });
    await provider.release();
    await until(
      "the vector to be cached",
      async () => (await t.run((ctx) => ctx.db.query("queryVectors").take(1))).length > 0,
    );
    await provider.forgetCalls();
    expect((await ask()).status).toBe(200);
    expect(await provider.calls()).toEqual([]);
  });
});

describe("a text that the provider refuses", () => {
  it("stays queued alone, while the others get their vectors", async () => {
    const t = setup(withKey());
    await provider.set([refusing("poison")]);
    for (let i = 0; i < 12; i += 1) await store(t, i === 5 ? "A poison text." : `A good text, number ${i}.`);
    await t.run(async (ctx) => {
      for (const text of await ctx.db.query("searchDocuments").take(20)) {
        await ctx.db.patch("searchDocuments", text._id, { embeddedBy: "" });
        const known = await ctx.db
          .query("embeddingQueue")
          .withIndex("by_document", (q) => q.eq("documentId", text._id))
          .unique();
        if (known === null)
          await ctx.db.insert("embeddingQueue", { documentId: text._id, refusals: 0, dueAt: 0 });
      }
    });
    await passTime(t);
    await look(t);
    expect((await embeddedBy(t)).filter((by) => by === model)).toHaveLength(11);
    const [row] = await waiting(t);
    expect(row?.refusals).toBe(1);
    expect(row?.dueAt).toBeGreaterThan(Date.now() + 60_000);
    expect(await health(t)).toBe("ok");
  });

  it("is not blamed where the provider refuses everything", async () => {
    const t = setup(withKey());
    await provider.set([refusing("")]);
    await store(t, "An innocent text.");
    await passTime(t);
    await look(t);
    expect((await waiting(t)).map(({ refusals }) => refusals)).toEqual([0]);
    expect(await health(t)).toContain("400");
  });
});

describe("GET /health", () => {
  it("reports a provider whose vectors are all unusable, before the job runs", async () => {
    const t = setup(withKey());
    await provider.set([zeroVector("")]);
    expect((await store(t, "An innocent text.")).embedding).toBe(false);
    await until("the failure to be noted", async () => ((await embedder(t))?.failures ?? 0) > 0);
    expect(await health(t)).toBe("the provider sent a vector without direction");
    expect((await (await t.fetch("/health")).json()).status).toBe("degraded");
    await provider.set([]);
    await passTime(t);
    await look(t);
    expect(await health(t)).toBe("ok");
    expect(await embeddedBy(t)).toEqual([model]);
  });

  it("reports no failure for one odd text, and the next text gets its vector at once", async () => {
    const t = setup(withKey());
    await provider.set([zeroVector("odd")]);
    expect((await store(t, "An odd text.")).embedding).toBe(false);
    await until(
      "the provider to be examined",
      async () => (await provider.calls({ containing: "How are you" })).length > 0,
    );
    expect(await health(t)).toBe("ok");
    expect((await store(t, "A plain text.")).embedding).toBe(true);
  });

  it("reports no failure for a question that the provider fails on", async () => {
    const t = setup(withKey());
    await provider.set([failingWith("odd")]);
    expect((await t.fetch("/memories/search?q=an+odd+question")).status).toBe(200);
    expect((await store(t, "An odd text.")).embedding).toBe(false);
    expect(await health(t)).toBe("ok");
    expect((await store(t, "A plain text.")).embedding).toBe(true);
  });

  it("says lexical without a key", async () => {
    expect(await health(setup())).toBe("lexical");
  });

  it("reports a wrong key before anything is stored", async () => {
    await provider.setKey("the right one");
    const t = setup(withKey());
    await look(t);
    expect(await health(t)).toContain("401");
    expect((await (await t.fetch("/health")).json()).status).toBe("degraded");
  });
});
