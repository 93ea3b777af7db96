/** All figures at one size, on one data directory. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../../scripts/start/root";
import { figure, inRounds, type Figure } from "../../../scripts/bench/figure";
import { CASES, type Case } from "./cases";
import { SubjectProcess } from "./child";
import { compare, type Compared } from "./comparison";
import { httpActions, toSubscribers } from "./network";
import { TABLES } from "./subject";

const ROUNDS = 5;
const ROUND_MS = 100;
/** Long enough for V8 to optimize. */
const WARM_UP_MS = 400;

export interface SizeOptions {
  /** Number of plain documents, notes and vectors each. */
  readonly documents: number;
  /** Whether to measure convex-test as well. */
  readonly withConvexTest: boolean;
  /** The groups of figures to measure. */
  readonly only: ReadonlySet<Group>;
  /** Called with the current step. */
  readonly progress: (what: string) => void;
}

export const GROUPS = ["start", "calls", "search", "http", "live"] as const;

export type Group = (typeof GROUPS)[number];

/** On the service's disk, which a temporary folder may not be. An aborted run may have left it. */
const folder = join(projectRoot, ".host/bench-data");

export async function atSize(options: SizeOptions): Promise<Compared[]> {
  const { documents, only, progress } = options;
  rmSync(folder, { recursive: true, force: true });
  const all: Compared[] = [];
  const add = (...figures: readonly Figure[]): void => {
    all.push(...figures.map((measured) => compare(documents, measured)));
  };
  try {
    progress("filling the tables");
    await withHost(folder, "NORMAL", async (host) => {
      // A start opens all tables; calls read only those they search.
      const tables = only.has("search") || only.has("start") ? TABLES : (["documents"] as const);
      for (const table of tables)
        add(figure(`filling ${table}, in batches`, "rows/s", [await host.fill(table, documents)]));
    });
    if (only.has("start")) {
      progress("starting");
      add(await start(folder));
    }
    await withHost(folder, "FULL", async (host) => {
      await newest(host);
      if (only.has("start")) add(figure("resident memory, started", "MiB", [host.residentMiB()]));
      all.push(...(await calls(host, options)));
      if (only.has("http")) {
        progress("HTTP actions");
        add(...(await httpActions(host)));
      }
      if (only.has("live")) {
        progress("subscribers");
        add(...(await toSubscribers(host, 1)), ...(await toSubscribers(host, 200)));
      }
      add(figure("resident memory, after all of this", "MiB", [host.residentMiB()]));
    });
    return all;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withHost<T>(
  dataDir: string,
  synchronous: "FULL" | "NORMAL",
  body: (host: SubjectProcess) => Promise<T>,
): Promise<T> {
  const host = await SubjectProcess.start("host-process.ts", [dataDir, synchronous]);
  try {
    return await body(host);
  } finally {
    await host.stop();
  }
}

/** From the start of the process to the first answered request; the bundles exist already. */
async function start(dataDir: string): Promise<Figure> {
  const results: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    await withHost(dataDir, "FULL", async (host) => {
      await newest(host);
      results.push(performance.now() - startedAt);
    });
  }
  return figure("start to the first answer", "ms", results);
}

async function newest(host: SubjectProcess): Promise<void> {
  const answer = await fetch(`${host.url}/newest`);
  if (!answer.ok) throw new Error(`GET /newest answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Calls without a network, alternating between both engines. */
async function calls(host: SubjectProcess, options: SizeOptions): Promise<Compared[]> {
  const { documents, withConvexTest, only, progress } = options;
  const cases = CASES.filter(({ group }) => only.has(group));
  if (cases.length === 0) return [];
  const convexTest = withConvexTest ? await SubjectProcess.start("convex-test-process.ts") : null;
  try {
    if (convexTest !== null) {
      progress("filling convex-test");
      for (const table of TABLES) await convexTest.fill(table, documents);
    }
    const all: Compared[] = [];
    for (const measured of cases) {
      progress(measured.name);
      const beside = measured.onlyHost === true ? null : convexTest;
      if (measured.loads === true)
        all.push(
          compare(documents, figure(`${measured.name}, first`, "ms", [await host.once(measured.name)])),
        );
      all.push(await measureAlternating(documents, measured, host, beside));
      if (measured.yields === true) {
        const stalls = await inRounds(ROUNDS, () => host.stall(measured.name, ROUND_MS));
        all.push(compare(documents, figure(`${measured.name}, longest stall`, "ms", stalls)));
      }
    }
    return all;
  } finally {
    await convexTest?.stop();
  }
}

/** Alternates the engines, so that other load on the machine affects both. */
async function measureAlternating(
  documents: number,
  measured: Case,
  host: SubjectProcess,
  convexTest: SubjectProcess | null,
): Promise<Compared> {
  const results: { host: number[]; convexTest: number[] } = { host: [], convexTest: [] };
  await host.measure(measured.name, WARM_UP_MS);
  await convexTest?.measure(measured.name, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round++) {
    results.host.push(await host.measure(measured.name, ROUND_MS));
    if (convexTest !== null) results.convexTest.push(await convexTest.measure(measured.name, ROUND_MS));
  }
  const toFigure = (rates: readonly number[]): Figure =>
    figure(measured.name, measured.unit, measured.unit === "ms" ? rates.map((rate) => 1000 / rate) : rates);
  return compare(
    documents,
    toFigure(results.host),
    convexTest === null ? null : toFigure(results.convexTest),
  );
}
