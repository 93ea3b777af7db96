/** Figures of the running service, measured from outside. */
import * as z from "zod";
import { api } from "../../convex/_generated/api";
import { readTable } from "../../test/support/database";
import { subscribe } from "../../test/support/live";
import { startModelServer } from "../../test/support/model-server";
import { RunningService, type ServiceOptions } from "../../test/support/running-service";
import { until } from "../../test/support/until";
import { figure, inRounds, quantile, type Figure } from "./figure";
import { residentMiB } from "./footprint";
import { requestsPerSecond } from "./load";

const LOAD = { connections: 16, durationMs: 2_000 };
const TICKS_A_ROUND = 10;
const EVENTS_A_ROUND = 40;

/** Starts a service for `body`, and removes it afterwards. */
async function withService<T>(
  options: ServiceOptions,
  body: (service: RunningService) => Promise<T>,
): Promise<T> {
  const service = await RunningService.start(options);
  try {
    return await body(service);
  } finally {
    await service.dispose();
  }
}

/** From the command to the first response, on an empty data directory, with bundles from an earlier start. */
export async function coldStart(rounds: number): Promise<Figure> {
  const start = async (): Promise<number> => {
    const startedAt = performance.now();
    return withService({}, async (service) => {
      await service.get("/state");
      return performance.now() - startedAt;
    });
  };
  await start();
  return figure("cold start to the first response", "ms", await inRounds(rounds, start));
}

/** Idle memory and reads per second of a service. */
export function reading(rounds: number): Promise<Figure[]> {
  return withService({}, async (service) => {
    await service.get("/state");
    const memory = await inRounds(1, async () => residentMiB(service.pid ?? 0));
    const url = `${service.url}/state`;
    await requestsPerSecond(url, LOAD);
    const rates = await inRounds(rounds, () => requestsPerSecond(url, LOAD));
    return [
      figure("resident memory, idle", "MiB", memory),
      figure(`GET /state, ${LOAD.connections} connections`, "req/s", rates),
    ];
  });
}

/** What a tick records of asking the model. */
const measuredTick = z.object({ model: z.object({ ms: z.number() }) });

/** The duration of POST /tick without the model's time, median of each round. */
export async function tickOverhead(rounds: number): Promise<Figure> {
  const model = await startModelServer();
  try {
    await model.set([{ kind: "fills", value: { basedOn: [] } }]);
    const env = { LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl };
    return await withService({ env }, async (service) => {
      const latencies: number[] = [];
      for (let at = 0; at < (rounds + 1) * TICKS_A_ROUND; at++) {
        const startedAt = performance.now();
        const answer = await service.post("/tick", undefined, { token: service.tokens.tick });
        latencies.push(performance.now() - startedAt);
        if (answer.status !== 200) throw new Error(`POST /tick answered ${answer.status}: ${answer.text}`);
      }
      await service.stop();
      const modelMs = readTable(service.dataDir, "ticks", measuredTick).map(({ model }) => model.ms);
      const overheads = latencies.map((latency, at) => latency - (modelMs[at] ?? Number.NaN));
      // The first round warms up.
      const medians = await inRounds(rounds, async (round) =>
        quantile(overheads.slice((round + 1) * TICKS_A_ROUND, (round + 2) * TICKS_A_ROUND), 0.5),
      );
      return figure("POST /tick beyond the model's time, p50", "ms", medians);
    });
  } finally {
    await model.stop();
  }
}

/** From sending POST /feed to the changed state in a subscribed Convex client, median of each round. */
export function feedToSubscriber(rounds: number): Promise<Figure> {
  return withService({}, async (service) => {
    const live = subscribe(service.url, api.state.get, {});
    try {
      await until("the first result", () => live.results.length > 0);
      const once = async (at: number): Promise<number> => {
        const startedAt = performance.now();
        const arrived = live.next();
        // Alternating sentiment, so that each event changes the state.
        const content = at % 2 === 0 ? `Wonderful news, number ${at}!` : `Terrible news, number ${at}.`;
        await service.post("/feed", { type: "news", content }, { token: service.tokens.write });
        return (await arrived) - startedAt;
      };
      const round = async (): Promise<number> => quantile(await inRounds(EVENTS_A_ROUND, once), 0.5);
      await round();
      return figure("POST /feed to a subscriber, p50", "ms", await inRounds(rounds, round));
    } finally {
      await live.close();
    }
  });
}
