/** Rows that send many requests: reads, stores, searches. */
import { quantile } from "../figure";
import { residentMiB } from "../footprint";
import { run, type Ask } from "./client";
import { copyOf, memories } from "./data";
import { warm, type Start } from "./subject";

const STATE = { connections: 16, durationMs: 2_000 };
/** Memories of which no round stores one twice. */
const TEXTS = 100_000;
const QUESTIONS = [
  "Who repaired the leaking stove after the storm?",
  "What did Greta decide about the piano?",
  "Where was the telescope sold last winter?",
  "Why was Farid worried about the contract?",
];

/** GET /state a second, with a limit a minute; 0 counts none. */
export function state(limit: number): Start {
  const ask: Ask = { method: "GET", path: "/state" };
  const env = { RATE_LIMIT_READ: String(limit) };
  return (build) => warm(build, { env }, async (service) => (await run(service, () => ask, STATE)).rate);
}

/** Stores a second. */
export function store(connections: number, requests: number): Start {
  return (build) => {
    const next = memories(TEXTS, connections);
    const ask = (): Ask => ({ method: "POST", path: "/memories/store", body: next() });
    return warm(build, {}, async (service) => (await run(service, ask, { connections, requests })).rate);
  };
}

function questions(): () => Ask {
  let at = 0;
  return () => {
    const question = encodeURIComponent(QUESTIONS[at++ % QUESTIONS.length] ?? "");
    return { method: "GET", path: `/memories/search?q=${question}&threshold=0.1` };
  };
}

/** The median of a search, in milliseconds. */
export const searchMedian: Start = (build, data) => {
  const ask = questions();
  return warm(build, { dataDir: copyOf(data.folder) }, async (service) => {
    const { latencies } = await run(service, ask, { connections: 1, requests: 60 });
    return quantile(latencies, 0.5);
  });
};

/** Searches a second of so many clients. */
export function searchRate(connections: number): Start {
  return (build, data) => {
    const ask = questions();
    return warm(build, { dataDir: copyOf(data.folder) }, async (service) => {
      return (await run(service, ask, { connections, durationMs: 3_000 })).rate;
    });
  };
}

/** Resident memory after stores and searches, in MiB. */
export const memoryAfterLoad: Start = (build, data) => {
  const [ask, next] = [questions(), memories(TEXTS, 3)];
  return warm(build, { dataDir: copyOf(data.folder) }, async (service) => {
    await run(service, ask, { connections: 4, requests: 200 });
    const stores = (): Ask => ({ method: "POST", path: "/memories/store", body: next() });
    await run(service, stores, { connections: 4, requests: 200 });
    return residentMiB(service.pid ?? 0);
  });
};
