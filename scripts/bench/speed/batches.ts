/** Rows of long work on many memories: consolidation, erasure, import. Each round has data of its own. */
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import type { RunningService } from "../../../test/support/running-service";
import { MARK, copyOf, memories } from "./data";
import { fresh, type Start } from "./subject";

const consolidated = z.looseObject({ memoriesProcessed: z.number() });

/** Seconds to consolidate all memories, none of which is consolidated yet. */
export const consolidation: Start = (build, data) =>
  Promise.resolve(
    fresh(
      build,
      () => ({ dataDir: copyOf(data.folder) }),
      async (service) => {
        const startedAt = performance.now();
        const options = { token: service.tokens.tick, timeoutMs: 900_000 };
        for (let processed = 1; processed > 0;) {
          const answer = await service.post("/memories/consolidate", undefined, options);
          processed = answer.as(consolidated).memoriesProcessed;
        }
        return (performance.now() - startedAt) / 1_000;
      },
    ),
  );

const erasures = z.looseObject({
  planId: z.string(),
  status: z.string(),
  total: z.number(),
  receipt: z.looseObject({ startedAt: z.number(), endedAt: z.number().optional() }).optional(),
});
type Erasure = z.output<typeof erasures>;

/** Milliseconds to erase one of the marked memories by a plan. */
export const erasure: Start = (build, data) =>
  Promise.resolve(
    fresh(
      build,
      () => ({ dataDir: copyOf(data.folder) }),
      async (service) => {
        const plan = await settled(service, await erase(service, { text: MARK }));
        if (plan.total === 0) throw new Error("the plan names no memory");
        const { receipt } = await settled(service, await erase(service, { planId: plan.planId }));
        if (receipt?.endedAt === undefined) throw new Error("no receipt");
        return (receipt.endedAt - receipt.startedAt) / plan.total;
      },
    ),
  );

async function erase(service: RunningService, body: object): Promise<Erasure> {
  return (await service.post("/erase", body, { token: service.tokens.write })).as(erasures);
}

async function settled(service: RunningService, first: Erasure): Promise<Erasure> {
  let latest = first;
  while (latest.status === "planning" || latest.status === "erasing") {
    await delay(50);
    latest = (await service.get(`/erasures/${first.planId}`)).as(erasures);
  }
  return latest;
}

/** Lines of one request. */
const BATCH = 500;
const FIRST_CREATED = Date.UTC(2026, 0, 1);

/** Seconds to import as many memories as the folder has, told by another program. */
export const importing: Start = (build, { count }) =>
  Promise.resolve(
    fresh(
      build,
      () => ({}),
      async (service) => {
        const next = memories(count, 11);
        const startedAt = performance.now();
        for (let at = 0; at < count; at += BATCH) {
          const lines = Array.from({ length: Math.min(BATCH, count - at) }, (_, i) => told(at + i, next()));
          const answer = await fetch(`${service.url}/import`, {
            method: "POST",
            headers: {
              authorization: `Bearer ${service.tokens.tick}`,
              "content-type": "application/x-ndjson",
            },
            body: `${lines.join("\n")}\n`,
          });
          const text = await answer.text();
          if (!answer.ok) throw new Error(`POST /import answered ${answer.status}: ${text}`);
        }
        return (performance.now() - startedAt) / 1_000;
      },
    ),
  );

function told(seq: number, memory: object): string {
  const line = { kind: "told", source: "bench", export: 0, seq, id: `m${seq}`, ...memory };
  return JSON.stringify({ ...line, createdAt: FIRST_CREATED + seq * 60_000 });
}
