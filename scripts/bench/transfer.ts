/**
 * `npm run bench:transfer`: exports many memories from one service and imports them into another, over HTTP, and prints lines a
 * second and the memory of both processes. `-- --memories 10000`.
 */
import { importAll, exportAll, connect } from "../../client";
import { RunningService } from "../../test/support/running-service";
import { toolOptions, wholeOption } from "../tool";
import { residentMiB } from "./footprint";

const USAGE = "npm run bench:transfer -- [--memories 10000]";
const values = toolOptions(USAGE, { memories: { type: "string", default: "10000" } });
const memories = wholeOption(USAGE, "memories", values.memories);

/** Lines of one request of the first import. */
const BATCH = 1_000;
const WORDS =
  "ferry island bread garden winter harbour chess boiler paint storm letter bridge market doctor violin river engine lantern".split(
    " ",
  );

const env = { LOG_LEVEL: "warn" };
const [from, to] = [await RunningService.start({ env }), await RunningService.start({ env })];
try {
  const [source, target] = [from, to].map((service) => connect(service.url, { tokens: service.tokens }));
  if (source === undefined || target === undefined) throw new Error("a service is missing");
  await measured("store by import (told)", from, memories, async (note) => {
    for (let i = 0; i < memories; i += BATCH) {
      await importAll(
        source,
        {},
        Array.from({ length: Math.min(BATCH, memories - i) }, (_, j) => told(i + j)).join("\n"),
      );
      note(i + BATCH);
    }
  });
  const pages: string[] = [];
  let lines = 0;
  await measured("export", from, memories, async (note) => {
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: string = await exportAll(source, cursor === "" ? {} : { cursor });
      pages.push(page);
      lines += page.split("\n").length - 1;
      cursor = /"cursor":"([^"]+)"\}\n$/.exec(page)?.[1] ?? null;
      note(lines);
    }
  });
  await measured("import", to, lines, async (note) => {
    let done = 0;
    for (const page of pages) {
      await importAll(target, {}, page);
      note((done += page.split("\n").length - 1));
    }
  });
  console.log(
    `${lines} lines, ${(Buffer.byteLength(pages.join("")) / 1024 ** 2).toFixed(1)} MiB, ${pages.length} pages`,
  );
} finally {
  await Promise.all([from.dispose(), to.dispose()]);
}

/** Memories of some hundred characters, none a duplicate. */
function told(i: number): string {
  const word = (k: number): string => WORDS[(i * 7 + k * 13 + Math.floor(i / (k + 3))) % WORDS.length] ?? "";
  const content = `On day ${i} the ${word(1)} and the ${word(2)} were seen near the ${word(3)}, and the ${word(4)} of person ${i % 97} was ${word(5)} again, which ${word(6)} explains to nobody who waits for the ${word(7)}.`;
  return JSON.stringify({
    ...{ kind: "told", source: "bench", export: 0, seq: i, id: `m${i}`, type: "episodic", content },
    createdAt: Date.UTC(2026, 0, 1) + i * 60_000,
  });
}

/** Runs and prints one part, with the memory of the process at each quarter. */
async function measured(
  name: string,
  service: RunningService,
  count: number,
  work: (note: (done: number) => void) => Promise<void>,
): Promise<void> {
  const memory = [residentMiB(service.pid ?? 0)];
  const startedAt = performance.now();
  await work((done) => {
    if (done >= (count * memory.length) / 4) memory.push(residentMiB(service.pid ?? 0));
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const each = memory.map((mib) => mib.toFixed(0)).join(", ");
  console.log(
    `${name}: ${(count / seconds).toFixed(0)} lines a second, ${seconds.toFixed(1)} s; resident MiB ${each}`,
  );
}
