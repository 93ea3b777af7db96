/** What a comparison measures. */
import { consolidation, erasure, importing } from "./batches";
import { feedToSubscriber, firstAnswer, tick } from "./flows";
import { memoryAfterLoad, searchMedian, searchRate, state, store } from "./requests";
import type { Start } from "./subject";

export interface Row {
  readonly title: string;
  /** More is better of rates, less of everything else. */
  readonly unit: "a second" | "ms" | "s" | "MiB";
  /** Where a round takes minutes. */
  readonly rounds?: number;
  /** Whether it needs a folder with many memories. */
  readonly needsMemories?: boolean;
  readonly start: Start;
}

/** Never reached, so that every request is counted and none refused. */
const HIGH_LIMIT = 1_000_000;
const needsMemories = true;

export const ROWS: Readonly<Record<string, Row>> = {
  state: { title: "GET /state, 16 connections, counted", unit: "a second", start: state(HIGH_LIMIT) },
  uncounted: { title: "GET /state, 16 connections, limits off", unit: "a second", start: state(0) },
  store: { title: "store, 1 client", unit: "a second", start: store(1, 200) },
  store8: { title: "store, 8 clients", unit: "a second", start: store(8, 400) },
  search: { title: "search, median", unit: "ms", needsMemories, start: searchMedian },
  search8: { title: "search, 8 clients", unit: "a second", needsMemories, start: searchRate(8) },
  consolidation: { title: "first consolidation", unit: "s", rounds: 1, needsMemories, start: consolidation },
  erasure: { title: "erasure, each of many", unit: "ms", rounds: 3, needsMemories, start: erasure },
  import: { title: "import", unit: "s", rounds: 1, needsMemories, start: importing },
  tick: { title: "POST /tick beyond the model", unit: "ms", start: tick },
  feed: { title: "POST /feed to a subscriber", unit: "ms", start: feedToSubscriber },
  start: { title: "start to the first answer, empty", unit: "ms", start: firstAnswer("empty") },
  startFull: {
    title: "start to the first answer, full",
    unit: "ms",
    needsMemories,
    start: firstAnswer("full"),
  },
  memory: { title: "memory after load", unit: "MiB", rounds: 3, needsMemories, start: memoryAfterLoad },
};
