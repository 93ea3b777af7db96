/**
 * `npm run bench:erase -- [--memories 100000] [--data DIR]`: erases half of the memories, chosen at random, by one plan. Measures the
 * plan, the erasure, the purge, and what a store and a page cost before and after; checks that totals and pages are exact. A
 * given directory is kept, and seeded only if it is empty.
 */
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { DATABASE_FILE } from "convex-on-sqlite";
import { RunningService } from "../../test/support/running-service";
import { seeded } from "../../test/support/random";
import { toolOptions, wholeOption } from "../tool";
import { figure, table, type Figure } from "./figure";
import { keep } from "./kept";
import { seed } from "./memory/seed";

const USAGE = "npm run bench:erase -- [--memories 100000] [--data DIR]";
const values = toolOptions(USAGE, {
  memories: { type: "string", default: "100000" },
  data: { type: "string" },
});
const memories = wholeOption(USAGE, "memories", values.memories, 100);

/** In no other text. */
const MARK = "zorblat";
const SEED = 36;
const STORES = Math.min(300, memories);
const PAGES = Math.min(50, memories);

const page = z.object({ memories: z.array(z.object({ content: z.string() })), total: z.number() });
const erasure = z.looseObject({
  planId: z.string(),
  status: z.string(),
  total: z.number(),
  receipt: z
    .looseObject({
      startedAt: z.number(),
      endedAt: z.number().optional(),
      probes: z.array(z.object({ foundIn: z.array(z.string()) })),
      storage: z.object({ purgedAt: z.number().optional() }),
    })
    .optional(),
});
type Erasure = z.output<typeof erasure>;

const random = seeded(SEED);
const isMarked = Array.from({ length: memories }, () => random() < 0.5);
const marked = isMarked.filter(Boolean).length;
const folder = values.data ?? mkdtempSync(join(tmpdir(), "anima-bench-"));
try {
  const figures = await measured(folder);
  const { machine, path } = keep("bench-erase.json", figures);
  console.log(
    `${machine}\n${memories.toLocaleString("en")} memories, ${marked.toLocaleString("en")} erased\n`,
  );
  console.log(table(figures));
  console.log(`\nJSON: ${path}`);
} finally {
  if (values.data === undefined) rmSync(folder, { recursive: true, force: true });
}

async function measured(dataDir: string): Promise<Figure[]> {
  const env = { AUTONOMY: "off" };
  if (!existsSync(join(dataDir, DATABASE_FILE)))
    await seed({
      ...{ dataDir, memories, model: null, env },
      content: (content, i) => (isMarked[i] === true ? `${content} (${MARK})` : content),
      progress: (done) => process.stderr.write(`seeded ${done.toLocaleString("en")}\n`),
    });
  const service = await RunningService.start({ dataDir, env });
  const size = () => statSync(join(dataDir, DATABASE_FILE)).size / 1024 ** 2;
  try {
    const before = [...(await timed(service, "before")), figure("database file, before", "MiB", [size()])];
    const startedAt = performance.now();
    const plan = await settled(service, await post(service, "/erase", { text: MARK }, erasure));
    const planned = performance.now() - startedAt;
    if (plan.total !== marked) throw new Error(`the plan names ${plan.total} memories, not ${marked}`);
    process.stderr.write(`planned in ${Math.round(planned)} ms\n`);
    const watch = watchStalls(service);
    const first = await post(service, "/erase", { planId: plan.planId }, erasure);
    const { receipt } = await settled(service, first);
    const duringErasure = watch.longest();
    process.stderr.write("erased\n");
    const purgedAt = await purged(service, plan.planId);
    const duringPurge = await watch.stop();
    await checkPages(service);
    if (receipt?.endedAt === undefined) throw new Error("no receipt");
    if (receipt.probes.some(({ foundIn }) => foundIn.length > 0)) throw new Error("an excerpt was found");
    return [
      ...before,
      figure("plan", "ms", [planned]),
      figure("erasure", "ms", [receipt.endedAt - receipt.startedAt]),
      figure("erasure, each", "ms", [(receipt.endedAt - receipt.startedAt) / marked]),
      figure("longest read meanwhile", "ms", [duringErasure]),
      figure("end to purged", "ms", [purgedAt - receipt.endedAt]),
      figure("longest read meanwhile, purge", "ms", [duringPurge]),
      ...(await timed(service, "after")),
      figure("database file, after", "MiB", [size()]),
    ];
  } finally {
    await service.dispose();
  }
}

/** Stores, and pages in the middle of the list. */
async function timed(service: RunningService, when: string): Promise<Figure[]> {
  const stores: number[] = [];
  for (let i = 0; i < STORES; i++) {
    const memory = { type: "semantic", content: `Benchmark ${when} ${i}: the heron stood on the pier.` };
    const startedAt = performance.now();
    await post(service, "/memories/store", memory, z.looseObject({}));
    stores.push(performance.now() - startedAt);
  }
  const pages: number[] = [];
  for (let i = 0; i < PAGES; i++) {
    const startedAt = performance.now();
    await service.get(`/memories?limit=20&offset=${Math.floor((memories * i) / (3 * PAGES))}`);
    pages.push(performance.now() - startedAt);
  }
  return [figure(`store, ${when}`, "ms", stores), figure(`page of the list, ${when}`, "ms", pages)];
}

async function post<T>(
  service: RunningService,
  path: string,
  body: object,
  schema: z.ZodType<T>,
): Promise<T> {
  return (await service.post(path, body, { token: service.tokens.write })).as(schema);
}

async function settled(service: RunningService, first: Erasure): Promise<Erasure> {
  let latest = first;
  while (latest.status === "planning" || latest.status === "erasing") {
    await delay(100);
    latest = (await service.get(`/erasures/${first.planId}`)).as(erasure);
  }
  return latest;
}

async function purged(service: RunningService, planId: string): Promise<number> {
  for (;;) {
    const { receipt } = (await service.get(`/erasures/${planId}`)).as(erasure);
    const purgedAt = receipt?.storage.purgedAt;
    if (purgedAt !== undefined) return purgedAt;
    await delay(100);
  }
}

/** Reads the list again and again, and notes the longest time that took. */
function watchStalls(service: RunningService): { longest: () => number; stop: () => Promise<number> } {
  let [longest, stopped] = [0, false];
  const reading = (async () => {
    while (!stopped) {
      const startedAt = performance.now();
      await service.get("/memories?limit=1");
      longest = Math.max(longest, performance.now() - startedAt);
      await delay(20);
    }
  })();
  const taken = (): number => {
    const most = longest;
    longest = 0;
    return most;
  };
  return {
    longest: taken,
    stop: async () => {
      stopped = true;
      await reading;
      return taken();
    },
  };
}

/** @throws {Error} where the total, or a page at any offset, is not what is left */
async function checkPages(service: RunningService): Promise<void> {
  const LIMIT = 100;
  const left = memories - marked + STORES;
  let seen = 0;
  for (let offset = 0; ; offset += LIMIT) {
    const { memories, total } = (await service.get(`/memories?limit=${LIMIT}&offset=${offset}`)).as(page);
    if (total !== left) throw new Error(`the total is ${total}, not ${left}`);
    if (memories.some(({ content }) => content.includes(MARK))) throw new Error("an erased memory is listed");
    seen += memories.length;
    if (memories.length < LIMIT) break;
  }
  if (seen !== left) throw new Error(`the pages have ${seen} memories, not ${left}`);
}
