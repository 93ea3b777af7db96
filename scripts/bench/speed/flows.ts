/** Rows of single flows: a start, a tick, an event on its way to a subscriber. */
import * as z from "zod";
import { api } from "../../../convex/_generated/api";
import { readTable } from "../../../test/support/database";
import { subscribe } from "../../../test/support/live";
import { startModelServer } from "../../../test/support/model-server";
import { RunningService } from "../../../test/support/running-service";
import { until } from "../../../test/support/until";
import { inRounds, quantile } from "../figure";
import { copyOf } from "./data";
import { fresh, type Start, type Subject } from "./subject";

const EVENTS = 40;
const TICKS = 10;

/** Milliseconds from the command to the first answer, of an empty folder or one with many memories. */
export function firstAnswer(of: "empty" | "full"): Start {
  return async ({ root }, data) => {
    const dataDir = of === "full" ? { dataDir: copyOf(data.folder) } : {};
    const once = async (): Promise<number> => {
      const startedAt = performance.now();
      const service = await RunningService.start({ root, ...dataDir });
      try {
        await service.get("/state");
        const took = performance.now() - startedAt;
        await service.stop();
        return took;
      } finally {
        await service.dispose();
      }
    };
    // The first start compiles the functions and migrates the rows.
    await once();
    return { round: once, close: () => Promise.resolve() };
  };
}

/** What a tick records of asking the model. */
const measuredTick = z.looseObject({ model: z.looseObject({ ms: z.number() }) });

/** Milliseconds of POST /tick beyond the model's. */
export const tick: Start = async (build): Promise<Subject> => {
  const model = await startModelServer();
  await model.set([{ kind: "fills", value: { basedOn: [] } }]);
  const env = { LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl };
  const { round } = fresh(
    build,
    () => ({ env }),
    async (service) => {
      const latencies = await inRounds(2 * TICKS, async () => {
        const startedAt = performance.now();
        const answer = await service.post("/tick", undefined, { token: service.tokens.tick });
        if (answer.status !== 200) throw new Error(`POST /tick answered ${answer.status}: ${answer.text}`);
        return performance.now() - startedAt;
      });
      await service.stop();
      const asked = readTable(service.dataDir, "ticks", measuredTick);
      const overheads = latencies.map((latency, at) => latency - (asked[at]?.model.ms ?? Number.NaN));
      // The first half warms up.
      return quantile(overheads.slice(TICKS), 0.5);
    },
  );
  return { round, close: () => model.stop() };
};

/** Milliseconds from POST /feed to the changed state in a subscribed Convex client. */
export const feedToSubscriber: Start = async ({ root }): Promise<Subject> => {
  const service = await RunningService.start({ root });
  const live = subscribe(service.url, api.state.get, {});
  await until("the first result", () => live.results.length > 0);
  let fed = 0;
  const once = async (): Promise<number> => {
    const startedAt = performance.now();
    const arrived = live.next();
    fed += 1;
    // Alternating sentiment, so that each event changes the state.
    const content = fed % 2 === 0 ? `Wonderful news, number ${fed}!` : `Terrible news, number ${fed}.`;
    await service.post("/feed", { type: "news", content }, { token: service.tokens.write });
    return (await arrived) - startedAt;
  };
  const round = async (): Promise<number> => quantile(await inRounds(EVENTS, once), 0.5);
  await round();
  const close = async (): Promise<void> => {
    await live.close();
    await service.dispose();
  };
  return { round, close };
};
