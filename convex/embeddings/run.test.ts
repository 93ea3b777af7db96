/** Runs of the embedding job: its batches while the provider answers, is slow, refuses or fails. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { internal } from "../_generated/api";
import * as ProviderHealth from "./providerHealth";
import * as Embeddings from "../llm/embeddings";
import { embeddedBy, embedder, isIdle, passTime, waiting } from "../../test/functions/embedding";
import type { App } from "../../test/functions/requests";
import { tell } from "../../test/functions/search";
import { large, setup } from "../../test/functions/setup";

type Failed = Extract<Embeddings.Embedding, { kind: "failed" }>;

const NOON = Date.UTC(2026, 5, 1, 12);
const ONE_CALL = { calls: 1, input: 0, output: 0 };
const KEY = { EMBEDDING_API_KEY: "any", EMBEDDING_MODEL: "plain" };

const failed = (cause: Failed["cause"], changes: Partial<Failed> = {}): Failed => ({
  kind: "failed",
  reason: `it is ${cause}`,
  said: "",
  cause,
  transient: true,
  status: null,
  blamesInput: false,
  retryAfterMs: null,
  ms: 1,
  spent: ONE_CALL,
  ...changes,
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  return () => vi.useRealTimers();
});

/** Replaces the provider: it embeds the texts of a call unless `refuses` says otherwise, and records the calls. */
function provider(refuses: (texts: readonly string[]) => Failed | null = () => null): string[][] {
  const asked: string[][] = [];
  const unit = Array.from({ length: Embeddings.WIDTH }, (_, i) => (i === 0 ? 1 : 0));
  const embedding = vi.spyOn(Embeddings, "createEmbeddings").mockImplementation((endpoint, texts) => {
    asked.push([...texts]);
    const refused = refuses(texts);
    if (refused !== null) return Promise.resolve(refused);
    return Promise.resolve({
      kind: "embedded",
      vectors: texts.map(() => unit),
      model: endpoint.model,
      ms: 1,
      spent: ONE_CALL,
    });
  });
  onTestFinished(() => embedding.mockRestore());
  return asked;
}

/** An app whose provider is known, with so many queued memories. */
async function waitingFor(count: number): Promise<App> {
  const t = setup(KEY);
  await t.run((ctx) => ProviderHealth.update(ctx, { model: "plain", baselineCosine: 0, probeDue: false }));
  await tell(
    t,
    Array.from({ length: count }, (_, i) => ({ content: `Number${i}.`, at: NOON + i })),
  );
  await passTime(t);
  return t;
}

const run = (t: App) => t.action(internal.embeddings.batches.run, {});
const sizes = (asked: readonly (readonly string[])[]) => asked.map((texts) => texts.length);

describe("a run", () => {
  large("begins with one text and grows its batches up to 32", async () => {
    const asked = provider();
    const t = await waitingFor(60);
    asked.length = 0;
    await run(t);
    expect(sizes(asked)).toEqual([1, 4, 16, 32, 7]);
    expect(new Set(await embeddedBy(t))).toEqual(new Set(["plain"]));
    expect(await embedder(t)).toMatchObject({ failures: 0 });
  });

  large("continues with a quarter of a batch that took too long", async () => {
    const asked = provider((texts) => (texts.length > 5 ? failed("timeout") : null));
    const t = await waitingFor(30);
    asked.length = 0;
    await run(t);
    expect(sizes(asked)).toEqual([1, 4, 16, 4, 16, 4, 16, 4, 13, 3, 10, 2, 8, 2, 6, 1, 4, 1]);
    expect(await waiting(t)).toEqual([]);
    expect((await embedder(t))?.failures).toBe(0);
  });

  it("ends where a single text takes too long", async () => {
    const asked = provider(() => failed("timeout"));
    const t = await waitingFor(3);
    asked.length = 0;
    await run(t);
    // The text, and plain ones.
    expect(sizes(asked)).toEqual([1, 9]);
    expect(await waiting(t)).toHaveLength(3);
    expect(await embedder(t)).toMatchObject({ failures: 1, reason: "it is timeout" });
  });

  it.each(["unreachable", "malformed", "timeout"] as const)(
    "finds the text on which the provider fails (%s), and embeds the others",
    async (cause) => {
      const asked = provider((texts) => (texts.includes("Number0.") ? failed(cause) : null));
      const t = await waitingFor(12);
      asked.length = 0;
      await run(t);
      expect((await embeddedBy(t)).flatMap((by, i) => (by === "plain" ? [] : [i]))).toEqual([0]);
      expect(await waiting(t)).toMatchObject([{ refusals: 1 }]);
      expect(await embedder(t)).toMatchObject({ failures: 0 });
    },
  );

  it("halves the batch to find such a text, with one probe", async () => {
    const asked = provider((texts) => (texts.includes("Number9.") ? failed("unreachable") : null));
    const t = await waitingFor(12);
    asked.length = 0;
    await run(t);
    expect((await embeddedBy(t)).flatMap((by, i) => (by === "plain" ? [] : [i]))).toEqual([9]);
    expect(asked.filter((texts) => texts.includes("How are you?"))).toHaveLength(2);
  });

  it("refuses no text while the provider fails on all, and begins with another the next time", async () => {
    const asked = provider(() => failed("unreachable"));
    const t = await waitingFor(3);
    for (const first of ["Number0.", "Number1.", "Number2.", "Number0."]) {
      asked.length = 0;
      // Fires no timer, so that no scheduled run comes between.
      vi.setSystemTime(Date.now() + 60_000);
      await run(t);
      expect(asked[0]).toEqual([first]);
    }
    expect((await waiting(t)).map(({ refusals }) => refusals)).toEqual([0, 0, 0]);
  });

  it("halves the batch to find a refused text, which alone stays queued", async () => {
    const blamed = failed("refused", { blamesInput: true });
    const asked = provider((texts) => (texts.includes("Number9.") ? blamed : null));
    const t = await waitingFor(12);
    asked.length = 0;
    await run(t);
    expect(asked.filter((texts) => texts.includes("Number9.")).map((texts) => texts.length)).toEqual([
      7, 3, 2, 1,
    ]);
    expect((await embeddedBy(t)).flatMap((by, i) => (by === "plain" ? [] : [i]))).toEqual([9]);
    expect(await waiting(t)).toMatchObject([{ refusals: 1 }]);
    expect((await embedder(t))?.failures).toBe(0);
  });

  it("hands over to a new action after its last batch", async () => {
    const asked = provider((texts) => (texts.length > 1 ? failed("timeout") : null));
    const t = await waitingFor(16);
    asked.length = 0;
    await run(t);
    expect(asked).toHaveLength(20);
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    expect(new Set(await embeddedBy(t))).toEqual(new Set(["plain"]));
    expect(await isIdle(t)).toBe(true);
  });
});
