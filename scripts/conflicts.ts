/**
 * Says which functions meet in what they read and write, and how many stores a second that allows on Convex, where transactions
 * run side by side: `npm run conflicts [-- --memories 3000 --stores 400 --ms 80]`.
 *
 * It records the read and write sets of a mixed load on the embedded host, which runs one transaction after the other, and
 * simulates optimistic concurrency with them.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ObservedTransaction, setTransactionObserver } from "convex-on-sqlite/testing";
import { processLogger } from "convex-on-sqlite/process";
import { startHost } from "convex-on-sqlite";
import { seeded } from "../test/support/random";
import { keylessApp, TOKEN } from "../test/support/realApp";
import { aligned } from "./bench/aligned";
import { fill } from "./bench/memory/seed";
import { simulate } from "./conflicts/occ";
import { Recording } from "./conflicts/recording";
import { Texts } from "./replay/texts";
import { toolOptions, wholeOption } from "./tool";

const SEED = 20_261_128;
const USAGE = "npm run conflicts -- [--memories 3000] [--stores 400] [--ms 80]";
const options = toolOptions(USAGE, {
  memories: { type: "string", default: "3000" },
  stores: { type: "string", default: "400" },
  ms: { type: "string", default: "80" },
});
const memories = wholeOption(USAGE, "memories", options.memories, 0);
const stores = wholeOption(USAGE, "stores", options.stores);
/** How long one attempt lasts: a store on hosted Convex, with its JavaScript and its reads. */
const lastsMs = wholeOption(USAGE, "ms", options.ms);

const STORE = "memories/functions:store";
const FUNCTIONS = 12;
const WRITERS = [1, 4, 16];

const texts = new Texts(SEED);
const host = await startHost({
  ...keylessApp,
  dataDir: join(mkdtempSync(join(tmpdir(), "anima-conflicts-")), "data"),
  hostname: "127.0.0.1",
  port: 0,
  log: processLogger("error"),
  synchronous: "NORMAL",
});
try {
  await fill(host.engine, {
    memories,
    model: null,
    content: (_, number) => texts.memory(number),
    progress: (stored) => void process.stderr.write(`${stored} of ${memories} memories …\n`),
  });
  const recording = new Recording(host.engine.tablets);
  const stored: ObservedTransaction[] = [];
  setTransactionObserver((transaction) => {
    recording.observe(transaction);
    if (transaction.name === STORE) stored.push(transaction);
  });
  await load();
  setTransactionObserver(null);
  report(recording, stored);
} finally {
  setTransactionObserver(null);
  await host.stop(10_000);
}

/** Sends short stores, and every tenth time a search, a feed event, a note and what else people send. */
async function load(): Promise<void> {
  const sent = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${host.url}${path}`, {
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return await response.json();
  };
  for (let i = 0; i < stores; i++) {
    const content = texts.sentence();
    await sent("/memories/store", { type: "semantic", content });
    if (i % 10 !== 0) continue;
    const few = content.split(" ").slice(0, 4).join(" ");
    await sent(`/memories/search?q=${encodeURIComponent(few)}&threshold=0`);
    await sent("/memories/store-dedup", { type: "semantic", content: `${content} Again ${i}.` });
    await sent("/feed", { type: "news", content: `News ${i}: ${content}` });
    await sent("/wake", { note: `Note ${i}: ${content}` });
    await sent("/knowledge", { title: `Item ${i}`, content });
    if (i % 50 === 0) await sent("/tick", {});
  }
}

function report(recording: Recording, stored: readonly ObservedTransaction[]): void {
  const functions = recording.mostFrequent(FUNCTIONS);
  console.log(`The ${functions.length} most frequent mutations, and what one reads that the other writes:`);
  for (const { name: reader } of functions)
    for (const { name: writer } of functions) {
      const places = recording.meetings(reader, writer);
      if (places.length > 0) console.log(`  ${reader} ← ${writer}: ${places.join(", ")}`);
    }
  const rows = WRITERS.map((writers) => {
    const { perSecond, refused, retriesPerCommit } = simulate(stored, {
      writers,
      lastsMs,
      random: seeded(SEED),
    });
    return [
      String(writers),
      perSecond.toFixed(1),
      retriesPerCommit.toFixed(2),
      `${(refused * 100).toFixed(1)} %`,
      "",
    ];
  });
  console.log(
    `\nStores of ${lastsMs} ms side by side, at ${memories} memories, conflicts retried as on Convex:`,
  );
  console.log(aligned([["writers", "stores/s", "retries each", "refused", ""], ...rows]));
}
