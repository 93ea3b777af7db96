/** Opens a database as a start does: migrates rows of an older format first, in one go with Convex's widen, migrate, narrow. */
import { existsSync, rmSync } from "node:fs";
import { createEngine, type Engine, type EngineOptions } from "./engine/engine";
import { SchemaError } from "./engine/catalog";
import { backUp } from "./store/backup";
import type { Build } from "./store/format";

export interface Upgrade {
  readonly build: Build;
  /** Migrates the rows of an older format, and resolves when all are done; goes on where an earlier run was killed. */
  readonly migrate: (engine: Engine, log: EngineOptions["log"]) => Promise<void>;
}

/**
 * Creates an engine whose rows have the build's format. Before the first migration of a database it is copied to a file beside it,
 * which is deleted when the new schema has accepted every row. Throws as `createEngine` does, and what `migrate` throws.
 */
export async function openUpgraded(
  options: Omit<EngineOptions, "build" | "isMigrated" | "onOutdated">,
  { build, migrate }: Upgrade,
): Promise<Engine> {
  const { log } = options;
  let kept: string | null = null;
  const onOutdated = (database: string): void => {
    kept = `${database}.before-${build.version}`;
    // An interrupted upgrade has made it already.
    if (!existsSync(kept)) backUp(database, kept);
    log.info("upgrading the data; the database before is kept until it is done", { kept });
  };
  const engine = await createEngine({ ...options, build, onOutdated });
  if (!engine.isOutdated) return engine;
  try {
    await migrate(engine, log);
  } finally {
    await engine.close();
  }
  try {
    const upgraded = await createEngine({ ...options, build, isMigrated: true });
    if (kept !== null) rmSync(kept);
    log.info("the data are upgraded", { version: build.version, dataFormat: build.dataFormat });
    return upgraded;
  } catch (thrown) {
    if (!(thrown instanceof SchemaError)) throw thrown;
    throw new SchemaError(`${thrown.message} The database before the upgrade is ${String(kept)}.`, {
      cause: thrown,
    });
  }
}
