/** Embedding over real HTTP: at once where the provider answers, by the job where it did not, never lost. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { startModelServer, type Fault, type ModelServer } from "../test/support/model-server";
import { until } from "../test/support/until";
import { internal } from "./_generated/api";
import { STRANGERS } from "./mind/meaning";
import { post, type App } from "./test.requests";
import { setup } from "./test.setup";

// Real requests to a real process, on machines that are shared.
vi.setConfig({ testTimeout: 60_000 });

let provider: ModelServer;
let models = 0;
let model: string;

beforeAll(async () => {
  provider = await startModelServer();
});
afterAll(() => provider.stop());
beforeEach(async () => {
  await provider.reset();
  // What is known of an endpoint's width lasts as long as the process.
  models += 1;
  model = `model-${models}`;
});

const DOWN: Fault = { on: "embeddings", kind: "status", status: 503 };
const refusing = (containing: string): Fault => ({
  on: "embeddings",
  kind: "status",
  status: 400,
  body: { error: { message: "The input is invalid.", param: "input" } },
  containing,
});

/** The answer is there, and its one vector is all zero. */
const zeroVector = (containing: string): Fault => ({
  on: "embeddings",
  kind: "status",
  status: 200,
  body: { object: "list", model: "any", data: [{ object: "embedding", index: 0, embedding: [0, 0, 0] }] },
  containing,
});

const withKey = () => ({
  EMBEDDING_API_KEY: "any",
  EMBEDDING_BASE_URL: provider.baseUrl,
  EMBEDDING_MODEL: model,
});

async function store(t: App, content: string): Promise<{ embedding: boolean }> {
  const response = await post(t, "/memories/store", { type: "semantic", content });
  expect(response.status).toBe(200);
  return await response.json();
}

/** The models of all texts, in their order; empty for none yet. */
const embeddedBy = (t: App) =>
  t.run(async (ctx) => (await ctx.db.query("texts").take(500)).map((text) => text.embeddedBy));

const waiting = (t: App) => t.run(async (ctx) => await ctx.db.query("toEmbed").take(500));

/** As if the pauses after failures and the grace of requests had passed. */
const passTime = (t: App) =>
  t.run(async (ctx) => {
    const row = await ctx.db.query("embedder").first();
    if (row !== null && row.nextAttemptAt > 0) await ctx.db.patch("embedder", row._id, { nextAttemptAt: 1 });
    for (const text of await ctx.db.query("toEmbed").take(500))
      await ctx.db.patch("toEmbed", text._id, { dueAt: 0 });
  });

const embedder = (t: App) => t.run(async (ctx) => await ctx.db.query("embedder").first());

/** What the cron does, and the run that may come of it. */
async function look(t: App): Promise<void> {
  await t.mutation(internal.embeddings.look, {});
  await until("the run's end", async () => ((await embedder(t))?.busyUntil ?? 0) === 0);
}

async function health(t: App): Promise<string> {
  const response = await t.fetch("/health");
  expect(response.status).toBe(200);
  return (await response.json()).checks.embedding;
}

describe("a memory stored while the provider answers", () => {
  it("has its vector in the answer", async () => {
    const t = setup(withKey());
    expect(await store(t, "Gannets circled.")).toMatchObject({ embedding: true });
    expect(await embeddedBy(t)).toEqual([model]);
    expect(await waiting(t)).toEqual([]);
    expect(await health(t)).toBe("ok");
  });

  it("is answered under its key with what was answered first", async () => {
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

describe("a memory stored while the provider fails", () => {
  it("gets its vector once the provider has recovered", async () => {
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

  it("asks nobody once the failure is known", async () => {
    const t = setup(withKey());
    await provider.set([DOWN]);
    // The wait for another attempt is short at first, and this machine may be slow.
    vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    await store(t, "The first finds out.");
    for (const content of ["One.", "Two.", "Three."]) {
      expect((await store(t, content)).embedding).toBe(false);
      expect(await provider.calls({ containing: content })).toEqual([]);
    }
    // The call that the first one gave up after its wait may come in late.
    expect(await provider.calls({ containing: "The first finds out." })).not.toEqual([]);
  });

  it("is told by the log once for an outage, not for each attempt", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    onTestFinished(() => warned.mockRestore());
    const t = setup(withKey());
    for (const reason of ["it answered 503", "it answered 503", "it hangs"])
      await t.mutation(internal.embeddings.failed, { reason, retryAfterMs: 60_000, byRun: true });
    expect(warned.mock.calls.flat().map(String)).toEqual([
      expect.stringContaining(
        "the embedding provider fails, and what it should embed waits: it answered 503",
      ),
    ]);
  });

  it("is not lost however long the outage lasts", async () => {
    const t = setup(withKey());
    await provider.set([DOWN]);
    for (const content of ["One.", "Two.", "Three."]) await store(t, content);
    for (let outage = 0; outage < 4; outage += 1) {
      await passTime(t);
      await look(t);
    }
    expect(await waiting(t)).toHaveLength(3);
    // An outage is nobody's fault.
    expect((await waiting(t)).map(({ refusals }) => refusals)).toEqual([0, 0, 0]);
    expect((await embedder(t))?.failures).toBeGreaterThan(3);
    await provider.set([]);
    await passTime(t);
    await look(t);
    expect(await embeddedBy(t)).toEqual([model, model, model]);
  });

  it("waits no longer than about two seconds for a provider that hangs", async () => {
    const t = setup(withKey());
    await provider.hold();
    const startedAt = Date.now();
    expect((await store(t, "Nobody answers.")).embedding).toBe(false);
    expect(Date.now() - startedAt).toBeLessThan(8_000);
    expect(await health(t)).toContain("did not answer");
    await provider.release();
  });
});

describe("a text that the provider refuses", () => {
  it("waits by itself, while the others get their vectors", async () => {
    const t = setup(withKey());
    await provider.set([refusing("poison")]);
    for (let i = 0; i < 12; i += 1) await store(t, i === 5 ? "A poison text." : `A good text, number ${i}.`);
    await t.run(async (ctx) => {
      for (const text of await ctx.db.query("texts").take(20)) {
        await ctx.db.patch("texts", text._id, { embeddedBy: "" });
        const known = await ctx.db
          .query("toEmbed")
          .withIndex("by_text", (q) => q.eq("textId", text._id))
          .unique();
        if (known === null) await ctx.db.insert("toEmbed", { textId: text._id, refusals: 0, dueAt: 0 });
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
  it("names a provider whose every vector is unusable, without waiting for the job", async () => {
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

  it("blames no provider for one odd text, and the next text has its vector at once", async () => {
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

  it("says lexical without a key", async () => {
    expect(await health(setup())).toBe("lexical");
  });

  it("says that the key is wrong before anything was stored", async () => {
    await provider.setKey("the right one");
    const t = setup(withKey());
    await look(t);
    expect(await health(t)).toContain("401");
    expect((await (await t.fetch("/health")).json()).status).toBe("degraded");
  });
});

describe("what cosine strangers have in the model", () => {
  // All vectors have four fifths of their length in common.
  const crowded: Fault = {
    on: "embeddings",
    kind: "status",
    status: 200,
    body: {
      object: "list",
      model: "any",
      data: [undefined, ...STRANGERS].map((_, index) => ({
        object: "embedding",
        index,
        embedding: [2, ...Array.from({ length: STRANGERS.length + 1 }, (_, i) => (i === index ? 1 : 0))],
      })),
    },
    containing: "How are you",
  };

  it("is measured before anything is stored, and anew for another model", async () => {
    const t = setup(withKey());
    await provider.set([crowded]);
    await look(t);
    expect((await embedder(t))?.strangers).toBeCloseTo(0.8);
    await provider.set([]);
    vi.stubEnv("EMBEDDING_MODEL", `${model}-next`);
    await look(t);
    expect((await embedder(t))?.strangers).toBeLessThan(0.5);
  });

  it("is measured where an earlier version has proved the model without it", async () => {
    const t = setup(withKey());
    await look(t);
    await t.run(async (ctx) => {
      const row = await ctx.db.query("embedder").first();
      if (row !== null) await ctx.db.patch("embedder", row._id, { strangers: undefined });
    });
    await look(t);
    expect((await embedder(t))?.strangers).toBeTypeOf("number");
    await provider.forgetCalls();
    await look(t);
    expect(await provider.calls({ route: "embeddings" })).toEqual([]);
  });

  it("is none where the provider takes no more than one text a call, which is no failure", async () => {
    const t = setup(withKey());
    await provider.set([refusing(STRANGERS[0] ?? "")]);
    await look(t);
    expect((await embedder(t))?.strangers).toBe(0);
    expect(await health(t)).toBe("ok");
  });
});

describe("texts that another model embedded, or none", () => {
  it("are embedded anew when the model changes, all of them and only once", async () => {
    const t = setup(withKey());
    for (let i = 0; i < 40; i += 1) await store(t, `Memory number ${i}.`);
    await look(t);
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

  it("are embedded when a key comes, though the model had been seen before", async () => {
    const t = setup(withKey());
    await store(t, "With a key.");
    await look(t);
    vi.stubEnv("EMBEDDING_API_KEY", undefined);
    await store(t, "Without a key.");
    vi.stubEnv("EMBEDDING_API_KEY", "any");
    await look(t);
    expect(await embeddedBy(t)).toEqual([model, model]);
  });

  it("keep waiting when an answer of the former model comes late", async () => {
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
  it("is one, however often it is looked for", async () => {
    const t = setup(withKey());
    await provider.set([DOWN]);
    await store(t, "Waits.");
    await provider.set([]);
    await passTime(t);
    await provider.hold();
    await provider.forgetCalls();
    for (let i = 0; i < 5; i += 1) await t.mutation(internal.embeddings.look, {});
    await provider.seen(1);
    await t.mutation(internal.embeddings.look, {});
    expect(await provider.calls()).toHaveLength(1);
    await provider.release();
    await until("the run's end", async () => (await embedder(t))?.busyUntil === 0);
    expect(await embeddedBy(t)).toEqual([model]);
  });

  it("takes over from a run that died", async () => {
    const t = setup(withKey());
    await provider.set([DOWN]);
    await store(t, "Waits.");
    await provider.set([]);
    await passTime(t);
    await t.run(async (ctx) => {
      const row = await ctx.db.query("embedder").first();
      if (row !== null) await ctx.db.patch("embedder", row._id, { busyUntil: Date.now() - 1 });
    });
    await look(t);
    expect(await embeddedBy(t)).toEqual([model]);
  });

  it("does not wait until a clock that was set back has caught up", async () => {
    const t = setup(withKey());
    await provider.set([DOWN]);
    await store(t, "Waits.");
    await provider.set([]);
    const dayAhead = Date.now() + 24 * 60 * 60_000;
    await t.run(async (ctx) => {
      const row = await ctx.db.query("embedder").first();
      if (row !== null)
        await ctx.db.patch("embedder", row._id, { busyUntil: dayAhead, nextAttemptAt: dayAhead });
      for (const text of await ctx.db.query("toEmbed").take(500))
        await ctx.db.patch("toEmbed", text._id, { dueAt: dayAhead });
    });
    await look(t);
    expect(await embeddedBy(t)).toEqual([model]);
  });

  it("takes together what comes due one after the other", async () => {
    const t = setup(withKey());
    await look(t);
    await provider.set([DOWN]);
    const contents = ["One waits.", "Two waits.", "Three waits.", "Four waits.", "Five waits."];
    for (const content of contents) await store(t, content);
    await provider.set([]);
    await passTime(t);
    // One is due, and each of the others would be a little later.
    await t.run(async (ctx) => {
      const rows = await ctx.db.query("toEmbed").take(9);
      for (const [i, row] of rows.slice(1).entries())
        await ctx.db.patch("toEmbed", row._id, { dueAt: Date.now() + 1_000 + 100 * i });
    });
    await provider.forgetCalls();
    await look(t);
    expect(await waiting(t)).toEqual([]);
    expect(await embeddedBy(t)).toEqual(contents.map(() => model));
    expect(await provider.calls({ containing: "waits." })).toHaveLength(2);
  });

  it("writes nothing while nothing waits", async () => {
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
