/** Work on a database that no host serves: checks, repairs, trials of a restored backup. */
import { bundlesOf, loadApp } from "./code/loader";
import { consoleSinkTo, setConsoleSink } from "./engine/console";
import type { Engine } from "./engine/engine";
import type { Logger } from "./log";
import { takeDataDir } from "./store/dataDir";
import { checkLeftovers } from "./store/leftovers";
import { openUpgraded, type Upgrade } from "./upgrade";

export interface OfflineOptions {
  /** The `convex/` folder, or one with a build made in advance. */
  readonly functionsDir: string;
  /** The folder for bundles. Default: `.host/app` beside the functions folder. */
  readonly outDir?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  /** The database file, in that folder or elsewhere. Default: the one that a host serves. */
  readonly database?: string;
  readonly upgrade?: Upgrade;
  readonly log: Logger;
  /** What the app's functions write to their console is dropped. Default: it is logged. */
  readonly quiet?: boolean;
}

/**
 * Opens the database with its app, brought up to the app's version. Close it in the end. The caller sees to it that nobody else
 * uses the database: `withDatabase` does.
 */
export async function openDatabase(options: OfflineOptions): Promise<Engine> {
  const { functionsDir, dataDir, database, env, log } = options;
  setConsoleSink(options.quiet === true ? () => undefined : consoleSinkTo(log));
  const outDir = options.outDir ?? bundlesOf(functionsDir);
  const app = await loadApp({ functionsDir, outDir, env });
  const file = database === undefined ? {} : { database };
  return await openUpgraded({ app, dataDir, log, ...file }, options.upgrade);
}

/**
 * Opens the database, with its data directory locked, for `use`, and closes it.
 * @throws {DataDirectoryLocked} while a host serves it
 */
export async function withDatabase<T>(
  options: OfflineOptions,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  const lock = takeDataDir(options.dataDir);
  try {
    checkLeftovers(options.dataDir);
    const engine = await openDatabase(options);
    try {
      return await use(engine);
    } finally {
      await engine.close();
    }
  } finally {
    lock.release();
  }
}
