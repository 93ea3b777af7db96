/** After kill -9 everything that was acknowledged exists exactly once, and the service resumes at once. */
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { api } from "../convex/_generated/api";
import { readTable, watchDatabase } from "./support/database";
import { subscribe } from "./support/live";
import { modelServer } from "./support/model";
import type { Fault, ModelServer } from "./support/model-server";
import { seeded } from "./support/random";
import { startService, type Service } from "./support/service";
import { until } from "./support/until";

let model: ModelServer;

beforeAll(async () => {
  model = await modelServer();
});

const fed = z.object({ success: z.literal(true), feedId: z.string() });
const ticked = z.object({ success: z.literal(true), detail: z.string() });
const healthAnswer = z.object({ tickCount: z.number(), checks: z.object({ lock: z.string() }) });
const logsAnswer = z.object({
  logs: z.array(z.object({ _id: z.string(), detail: z.string() })),
  total: z.number(),
  hasMore: z.boolean(),
});

/** What the service acknowledged, over all restarts. */
interface Ledger {
  readonly feedIds: string[];
  readonly details: string[];
}

describe("a service that is killed repeatedly", () => {
  const ROUNDS = 4;
  const SEED = 20_260;
  const ledger: Ledger = { feedIds: [], details: [] };
  let service: Service;

  /** Feeds one event, and records it only if the service acknowledged it. */
  const feed = async (content: string): Promise<void> => {
    const answer = await service
      .post("/feed", { type: "news", content }, { token: service.tokens.write })
      .catch(() => null);
    if (answer !== null) ledger.feedIds.push(answer.as(fed).feedId);
  };

  /** Runs one tick with a known detail. */
  const tick = async (detail: string): Promise<void> => {
    await model.set(tickAnswer({ detail }));
    const answer = await service.post("/tick", undefined, { token: service.tokens.tick }).catch(() => null);
    if (answer !== null) ledger.details.push(answer.as(ticked).detail);
  };

  beforeAll(async () => {
    const random = seeded(SEED);
    service = await startService({ env: { LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl } });
    for (let round = 1; round <= ROUNDS; round++) {
      if (random() < 0.5) await killWhileTheModelThinks(round, Math.floor(random() * 4));
      else await killAmidTraffic(round, 1 + Math.floor(random() * 12));
      await service.restart();
      // Without waiting for a lease to expire.
      await tick(`after kill ${round}`);
    }
    await consumeAll();
    // Each round is a start, so each gets the timeout of a test.
  }, 360_000);

  /** Kills the service while a tick waits for the model and after some events. */
  async function killWhileTheModelThinks(round: number, events: number): Promise<void> {
    await model.forgetCalls();
    await model.hold();
    const hanging = tick(`held ${round}`);
    await model.seen(1);
    for (let at = 0; at < events; at++) await feed(`round ${round}: event ${at} while it thinks`);
    await service.kill();
    await model.release();
    await hanging;
  }

  /** Kills the service right after the n-th response among concurrent ticks and events. */
  async function killAmidTraffic(round: number, answers: number): Promise<void> {
    let alive = true;
    const before = ledger.feedIds.length + ledger.details.length;
    const traffic = async (act: (at: number) => Promise<void>): Promise<void> => {
      for (let at = 0; alive; at++) {
        await act(at);
        if (ledger.feedIds.length + ledger.details.length - before < answers || !alive) continue;
        alive = false;
        await service.kill();
      }
    };
    await Promise.all([
      traffic((at) => feed(`round ${round}: event ${at} on one line`)),
      traffic((at) => feed(`round ${round}: event ${at} on another line`)),
      traffic((at) => tick(`round ${round}: tick ${at}`)),
    ]);
  }

  /** Ticks until no event is pending. */
  async function consumeAll(): Promise<void> {
    const database = watchDatabase(service.dataDir);
    try {
      for (let at = 0; ; at++) {
        await tick(`last ${at}`);
        if (database.read("events", eventRow).every((event) => event.consumedBy !== null)) return;
      }
    } finally {
      database.close();
    }
  }

  test("was killed during work", () => {
    expect(ledger.feedIds.length).toBeGreaterThan(ROUNDS);
    expect(ledger.details.length).toBeGreaterThan(ROUNDS);
  });

  test("ticks at once after every kill, since no lock outlives its process", () => {
    const wanted = Array.from({ length: ROUNDS }, (_, at) => `after kill ${at + 1}`);
    expect(ledger.details.filter((detail) => detail.startsWith("after kill"))).toEqual(wanted);
  });

  test("logs every acknowledged tick once", async () => {
    const logged = (await allLogs(service)).map((log) => log.detail);
    for (const detail of ledger.details) {
      expect(
        logged.filter((other) => other === detail),
        detail,
      ).toHaveLength(1);
    }
  });

  test("logs no tick twice, and counts them all", async () => {
    const logs = await allLogs(service);
    expect(new Set(logs.map((log) => log.detail)).size).toBe(logs.length);
    const health = (await service.get("/health")).as(healthAnswer);
    expect(health.tickCount).toBe(logs.length);
    expect(health.checks.lock).toBe("ok");
  });

  test("verifies its data after a kill by itself, and finds no difference", async () => {
    const verified = () =>
      [...service.output().matchAll(/"found":(\d+).*"message":"verified"/g)].map(([, found]) => found);
    await service.kill();
    await service.restart();
    await until("the verification", () => verified().length > 0);
    expect(verified()).toEqual(["0"]);
    expect((await service.post("/verify", {}, { token: service.tokens.tick })).json).toMatchObject({
      ...{ found: 0, differences: [], uncompared: [] },
    });
  });

  test("updates a live subscription, which resumes by itself after a kill", async () => {
    const live = subscribe(service.url, api.state.get, {});
    try {
      const tickSaying = async (summary: string): Promise<void> => {
        await model.set(tickAnswer({ summary, detail: summary }));
        (await service.post("/tick", undefined, { token: service.tokens.tick })).as(ticked);
        await until(`"${summary}" at the subscriber`, () => live.results.at(-1)?.summary === summary);
      };
      await until("the first result", () => live.results.length > 0);
      await tickSaying("Before the fall.");
      await service.kill();
      await service.restart();
      await tickSaying("After the fall.");
      expect(live.results.at(-1)).toMatchObject({ summary: "After the fall." });
    } finally {
      await live.close();
    }
  });

  describe("on the disk", () => {
    let events: z.infer<typeof eventRow>[];
    let ticks: z.infer<typeof tickRow>[];

    beforeAll(async () => {
      await service.stop();
      events = readTable(service.dataDir, "events", eventRow);
      ticks = readTable(service.dataDir, "ticks", tickRow);
    });

    test("has every acknowledged event", () => {
      const kept = new Set(events.map((event) => event._id));
      expect(ledger.feedIds.filter((id) => !kept.has(id))).toEqual([]);
      expect(new Set(ledger.feedIds).size).toBe(ledger.feedIds.length);
    });

    test("has each event consumed by a tick that succeeded", () => {
      const succeeded = new Set(ticks.filter((row) => row.outcome === "succeeded").map((row) => row._id));
      const unfinished = events.filter(
        (event) => event.consumedBy === null || !succeeded.has(event.consumedBy),
      );
      expect(unfinished).toEqual([]);
    });

    test("has no event consumed twice", () => {
      const read = ticks
        .filter((row) => row.outcome === "succeeded")
        .reduce((sum, row) => sum + (row.shown?.events.length ?? 0), 0);
      expect(read).toBe(events.length);
    });

    test("has no running tick, and marks the lost ones", () => {
      const outcomes = ticks.map((row) => row.outcome);
      expect(outcomes).not.toContain("running");
      // About half of the rounds interrupt a tick during its model call.
      expect(outcomes.filter((outcome) => outcome === "lost").length).toBeGreaterThan(ROUNDS / 4);
    });
  });
});

/** Model answers with these words. They cite no event, since the stub does not know how many there are. */
function tickAnswer(words: { detail: string; summary?: string }): Fault[] {
  return [{ kind: "fills", value: { ...words, basedOn: [] } }];
}

const eventRow = z.object({ _id: z.string(), consumedBy: z.string().nullable() });
const tickRow = z.object({
  _id: z.string(),
  outcome: z.string(),
  shown: z.object({ events: z.array(z.string()) }).optional(),
});

type LogsAnswer = z.infer<typeof logsAnswer>;

async function allLogs(service: Service): Promise<LogsAnswer["logs"]> {
  const logs: LogsAnswer["logs"] = [];
  for (;;) {
    const page: LogsAnswer = (await service.get(`/logs?limit=100&offset=${logs.length}`)).as(logsAnswer);
    logs.push(...page.logs);
    if (!page.hasMore) return logs;
  }
}
