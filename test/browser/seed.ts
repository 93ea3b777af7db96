/** Fills a data directory with log entries, through the app's own functions in this process. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { callFunction, startHost } from "convex-on-sqlite";
import { createLogger } from "convex-on-sqlite/process";
import { projectRoot } from "../../scripts/start/root";

export interface SeededLog {
  readonly mood: string;
  readonly health: number;
  readonly volatility: number;
  readonly routine: string;
  readonly summary: string;
  readonly detail: string;
  readonly timestamp: number;
}

/** Entries. A mutation ends after ten seconds, also on a machine that does much else. */
const A_MUTATION = 1_000;

const log = createLogger({ json: false, level: "warn", write: (line) => console.error(line.trimEnd()) });

/** Writes entries, oldest first, into the directory of a stopped service: each of them, or `count` like one. */
export async function seedLogs(
  dataDir: string,
  seeding:
    | { readonly entries: readonly SeededLog[] }
    | { readonly entry: SeededLog; readonly count: number; readonly stepMs: number },
): Promise<void> {
  mkdirSync(join(projectRoot, ".host"), { recursive: true });
  const copy = mkdtempSync(join(projectRoot, ".host", "seed-"));
  try {
    for (const folder of ["convex", "mind", "client", "mcp", "providers"])
      cpSync(join(projectRoot, folder), join(copy, folder), { recursive: true });
    cpSync(join(projectRoot, "package.json"), join(copy, "package.json"));
    mkdirSync(join(copy, "test/browser"), { recursive: true });
    cpSync(join(projectRoot, "test/browser/seedFunctions.ts"), join(copy, "test/browser/seedFunctions.ts"));
    writeFileSync(join(copy, "convex/seed.ts"), 'export * from "../test/browser/seedFunctions";\n');
    const host = await startHost({
      functionsDir: join(copy, "convex"),
      dataDir,
      hostname: "127.0.0.1",
      port: 0,
      env: { AUTONOMY: "off" },
      log,
      synchronous: "NORMAL",
      jsLimitMs: Infinity,
    });
    try {
      if ("entries" in seeding) {
        const entries = seeding.entries.map((entry) => ({ ...entry }));
        await callFunction(host.engine, "mutation", "seed:logs", { entries });
      } else {
        const { count: total, stepMs } = seeding;
        const entry = { ...seeding.entry };
        for (let from = 0; from < total; from += A_MUTATION) {
          const args = { entry, from, count: Math.min(A_MUTATION, total - from), stepMs };
          await callFunction(host.engine, "mutation", "seed:manyLogs", args);
        }
      }
    } finally {
      await host.stop(10_000);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
