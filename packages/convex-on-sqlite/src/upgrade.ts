/** Opens a database as a start does: migrates rows of an older format first, in one go with Convex's widen, migrate, narrow. */
import type { Callee } from "./callFunction";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SchemaError } from "./engine/catalog";
import { createEngine, type Engine, type EngineOptions } from "./engine/engine";
import { backUp } from "./store/backup";
import { DATABASE_FILE } from "./store/dataDir";
import { UNNAMED, type Build } from "./store/format";

export interface Upgrade {
  readonly build: Build;
  /** Migrates the rows of an older format, `from`, and resolves when all are done; goes on where an earlier run was killed. */
  readonly migrate: (engine: Callee, log: EngineOptions["log"], from: number) => Promise<void>;
}

const NOTHING_TO_MIGRATE: Upgrade = { build: UNNAMED, migrate: () => Promise.resolve() };

/**
 * Creates an engine whose rows have the build's format. Before the first migration of a data directory's database it is copied to a
 * file beside it, which is deleted once the new schema has accepted every row. Throws as `createEngine` does, and what `migrate`
 * throws.
 */
export async function openUpgraded(
  options: Omit<EngineOptions, "build" | "isMigrated" | "onOutdated">,
  { build, migrate }: Upgrade = NOTHING_TO_MIGRATE,
): Promise<Engine> {
  const { log, dataDir, database } = options;
  const kept = join(dataDir, `${DATABASE_FILE}.before-${build.version}`);
  let from = build.dataFormat;
  const onOutdated = (found: string, dataFormat: number): void => {
    from = dataFormat;
    // A file of its own is a copy already; an interrupted upgrade has made one.
    if (database === undefined && !existsSync(kept)) backUp(found, kept);
    log.info("upgrading the data", { version: build.version, ...(database === undefined ? { kept } : {}) });
  };
  let engine = await createEngine({ ...options, build, onOutdated });
  if (engine.isOutdated) {
    try {
      await migrate(engine, log, from);
    } finally {
      await engine.close();
    }
    engine = await createEngine({ ...options, build, isMigrated: true }).catch((thrown: unknown) => {
      if (!(thrown instanceof SchemaError) || database !== undefined) throw thrown;
      throw new SchemaError(`${thrown.message} The database before the upgrade is ${kept}.`, {
        cause: thrown,
      });
    });
    log.info("the data are upgraded", { dataFormat: build.dataFormat });
  }
  // Also where a kill has left it after the last step.
  if (database === undefined) rmSync(kept, { force: true });
  return engine;
}
