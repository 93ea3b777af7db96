/** Fills a data directory with log entries, through the app's own functions in this process. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startHost } from "../../host/host";
import { createLogger } from "../../host/log";
import { call } from "../../scripts/bench/call";
import { projectRoot } from "../../scripts/start/root";
import { vectorThread } from "../../scripts/start/vectorThread";

export interface SeededLog {
  readonly mood: string;
  readonly health: number;
  readonly volatility: number;
  readonly routine: string;
  readonly summary: string;
  readonly detail: string;
  readonly timestamp: number;
}

/** Entries a transaction, well below what one may read and write. */
const BATCH = 100;

const log = createLogger({ json: false, level: "warn", write: (line) => console.error(line.trimEnd()) });

/** Writes the entries, oldest first, into an empty or stopped service's directory. */
export async function seedLogs(dataDir: string, entries: readonly SeededLog[]): Promise<void> {
  mkdirSync(join(projectRoot, ".host"), { recursive: true });
  const copy = mkdtempSync(join(projectRoot, ".host", "seed-"));
  try {
    for (const folder of ["convex", "mind"])
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
      vectorThread,
      synchronous: "NORMAL",
      jsLimitMs: Infinity,
    });
    try {
      for (let i = 0; i < entries.length; i += BATCH)
        await call(host.engine, "mutation", "seed:logs", {
          entries: entries.slice(i, i + BATCH).map((entry) => ({ ...entry })),
        });
    } finally {
      await host.stop(10_000);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
