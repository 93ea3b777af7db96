/** Consolidating some new memories into many that are consolidated, and how long anything else then waits. */
import * as z from "zod";
import type { Host } from "../../../host/host";
import type { Engine } from "../../../host/engine/engine";
import type { ConvexJson } from "../../../host/types";
import { chunked } from "../../../convex/runMemory";
import { seeded } from "../../../test/support/random";
import { call } from "../call";
import { quantile } from "../figure";
import { madeUp } from "./texts";

export interface ConsolidationFigures {
  /** Of the call, in ms. */
  readonly duration: number;
  /** What this process computed meanwhile, in ms: it says more than the duration where others use the machine. */
  readonly cpu: number;
  readonly processed: number;
  readonly created: number;
  readonly updated: number;
  /** What GET /state took meanwhile, in ms. */
  readonly probes: number;
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
}

const SEED = 7_041;
/** Members of a theme, and how strongly they hang together, of memories that are only said to be consolidated. */
const THEME_SIZE = 30;
const STRENGTH = 0.3;
const NEIGHBOURS = 12;
const AT_ONCE = 120;
const THEMES_AT_ONCE = 4;
const PROBE_EVERY_MS = 20;
const WORDS = { theme: "Pretence", summary: "Made up.", writer: "reflex", wording: "provisional" };

const begun = z.object({ run: z.number(), from: z.number(), total: z.number() });
const texts = z.array(z.object({ place: z.number(), memoryId: z.string(), terms: z.string() }));
type Text = z.infer<typeof texts>[number];
const done = z.object({
  memoriesProcessed: z.number(),
  coreMemoriesCreated: z.number(),
  coreMemoriesUpdated: z.number(),
  duration: z.number(),
});

/**
 * Says of all memories that they are consolidated, in themes of those that share a word which few have: what
 * consolidating a hundred thousand one after the other would leave takes most of an hour to make.
 */
export async function pretendConsolidated(engine: Engine): Promise<void> {
  const { run, from, total } = begun.parse(await call(engine, "mutation", "consolidation:begin", {}));
  const all: Text[] = [];
  for (let at = from; at < total; at += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, total - at) }, (_, i) => at + i);
    all.push(...texts.parse(await call(engine, "query", "consolidation:texts", { model: "", places })));
  }
  const themes = chunked(byRareTerm(all), THEME_SIZE);
  for (const some of chunked(themes, THEMES_AT_ONCE)) {
    await call(engine, "mutation", "consolidation:write", { run, rows: some.flatMap(rowsOf) });
    await apply(engine, run, {
      from,
      to: from,
      changes: some.filter(({ length }) => length >= 3).map(founded),
    });
  }
  await apply(engine, run, { from, to: total, changes: [] });
  await call(engine, "mutation", "consolidation:end", { run, caughtUp: true });
}

/** Those that share their rarest terms stand side by side. */
function byRareTerm(all: readonly Text[]): Text[] {
  const holders = new Map<string, number>();
  for (const { terms } of all)
    for (const term of new Set(terms.split(" "))) holders.set(term, (holders.get(term) ?? 0) + 1);
  const rarest = ({ terms }: Text) =>
    [...new Set(terms.split(" "))]
      .map((term) => ({ term, held: holders.get(term) ?? 0 }))
      .filter(({ held }) => held >= THEME_SIZE)
      .sort((a, b) => a.held - b.held || (a.term < b.term ? -1 : 1))
      .slice(0, 3)
      .map(({ term }) => term)
      .join(" ");
  return all
    .map((text) => ({ text, key: rarest(text) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.text.place - b.text.place))
    .map(({ text }) => text);
}

function rowsOf(theme: readonly Text[]) {
  return theme.map(({ place, memoryId }, i) => ({
    memoryId,
    place,
    nearest: Array.from({ length: Math.min(NEIGHBOURS, theme.length - 1) }, (_, j) => ({
      place: theme[(i + j + 1) % theme.length]?.place ?? 0,
      strength: STRENGTH,
    })),
    comparedBy: "",
    evidence: true,
    confidence: 0.8,
  }));
}

function founded(theme: readonly Text[]) {
  const members = theme.map(({ place, memoryId }) => ({ place, memoryId })).sort((a, b) => a.place - b.place);
  return { kind: "founded", members, confidence: 0.5, words: WORDS };
}

async function apply(
  engine: Engine,
  run: number,
  step: { from: number; to: number; changes: ConvexJson[] },
): Promise<void> {
  await call(engine, "mutation", "coreMemories:apply", { run, reinforcedAt: 1_000, ...step });
}

/** Stores `count` new memories and consolidates them over HTTP, while GET /state is asked again and again. */
export async function consolidateNew(
  host: Host,
  count: number,
  token: string,
): Promise<ConsolidationFigures> {
  for (const memory of madeUp(count, SEED + Math.floor(seeded(SEED)() * 1000)))
    await call(host.engine, "mutation", "memories:store", { ...memory, confidence: 0.8 });
  const waits: number[] = [];
  let over = false;
  const probing = (async () => {
    while (!over) {
      const startedAt = performance.now();
      await (await fetch(`${host.url}/state`)).text();
      waits.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
    }
  })();
  const before = process.cpuUsage();
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${host.url}/memories/consolidate`, { method: "POST", headers });
  if (!response.ok) throw new Error(`POST /memories/consolidate answered ${await response.text()}`);
  const answer = done.parse(await response.json());
  const { user, system } = process.cpuUsage(before);
  over = true;
  await probing;
  return {
    duration: answer.duration,
    cpu: Math.round((user + system) / 1000),
    processed: answer.memoriesProcessed,
    created: answer.coreMemoriesCreated,
    updated: answer.coreMemoriesUpdated,
    probes: waits.length,
    median: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    longest: quantile(waits, 1),
  };
}
