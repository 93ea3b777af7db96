/** The embedded host: runs an app's functions and jobs on their database, behind one port. */
import { join } from "node:path";
import type { AdminTools } from "./admin/tools";
import { bundlesOf, loadApp } from "./code/loader";
import { consoleSinkTo, setConsoleSink } from "./engine/console";
import { DATABASE_FILE, type Engine, type KeepTime } from "./engine/engine";
import { handleUncaughtErrors } from "./engine/uncaughtErrors";
import { setOwnOrigins, setPrivateOrigins, type OwnOrigins, type PrivateOrigins } from "./engine/outgoing";
import { watchPurges, type PurgeOptions } from "./engine/purger";
import { startJobs } from "./jobs/scheduler";
import { Live } from "./live/live";
import { errorFields, type Logger } from "./log";
import { urlOf } from "./net/requestUrl";
import { startServer, type ServerOptions } from "./net/server";
import { vectorThread } from "./search/startVectorThread";
import { withAdvice } from "./store/advice";
import { takeDataDir } from "./store/dataDir";
import { watchDatabaseFiles } from "./store/databaseFiles";
import { watchFile } from "./store/fileCheck";
import { checkLeftovers } from "./store/leftovers";
import { startFileCheck } from "./store/startFileCheck";
import { openUpgraded, type Upgrade } from "./upgrade";

export interface HostOptions extends ServerOptions {
  /** The `convex/` folder, or one with a build made in advance. */
  readonly functionsDir: string;
  /** The folder of the database, created if missing. One host at a time can use it. */
  readonly dataDir: string;
  /** The folder for bundles. Default: `.host/app` beside the functions folder. */
  readonly outDir?: string;
  /**
   * The environment that the app's functions see. As on Convex, they also see their own address in CONVEX_CLOUD_URL and
   * CONVEX_SITE_URL, unless these are set here.
   */
  readonly env: Readonly<Record<string, string>>;
  /** FULL keeps commits through a power failure, NORMAL only through a crash of the process. Default: FULL. */
  readonly synchronous?: "FULL" | "NORMAL";
  /** Whether clients see stack frames in function errors, which reveal the app's sources. Default: false. */
  readonly exposeStackFrames?: boolean;
  /** The limit of JavaScript time of a query or mutation, in milliseconds. Default: Convex's second. */
  readonly jsLimitMs?: number | undefined;
  /**
   * Called when a file of the data directory was deleted or replaced, so that later writes would be lost: end the process
   * without stopping the host. Default: only a log entry.
   */
  readonly onFilesLost?: () => void;
  /** The build, and how rows of an older format are migrated before anything else. Default: an app without migrations. */
  readonly upgrade?: Upgrade;
  /** Runs before the first job and the first request, to clean up after an earlier run. If it fails, so does the start. */
  readonly prepare?: (engine: Engine) => Promise<void>;
  /** Where actions may connect to private addresses. Default: anywhere. */
  readonly privateOrigins?: PrivateOrigins;
  /** What answers actions at some origins instead of the network. Default: nothing. */
  readonly ownOrigins?: OwnOrigins;
  /** Whether a thread checks the database file, table by table. Default: false. */
  readonly fileCheck?: boolean;
  /** Keeps the time through leaps of the system's clock. Default: all follow that clock. */
  readonly keepTime?: KeepTime;
  /** How the app asks to purge the files of deleted data. Default: it can't. */
  readonly purge?: PurgeOptions;
}

export interface Host {
  readonly url: string;
  readonly port: number;
  readonly engine: Engine;
  /**
   * Rejects new requests, disconnects clients so that they reconnect later, lets running calls and jobs finish within
   * `deadlineMs`, and closes the database. Further calls wait for the first.
   */
  stop(deadlineMs: number): Promise<void>;
}

/**
 * Starts a host; resolves once it accepts requests. Rejects, with nothing left running, if the data directory is in use
 * (`DataDirectoryLocked`) or not writable (`StoreError`), the app or the stored data is invalid, or the port is not
 * available.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const { dataDir, functionsDir, hostname, port, log } = options;
  handleUncaughtErrors(log);
  const env = { ...ownAddress(hostname, port), ...options.env };
  /** Closed in reverse order. */
  const opened: (() => Promise<void> | void)[] = [];
  const closeAll = async (): Promise<void> => {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) {
      try {
        await close();
      } catch (thrown) {
        // Continue with the rest, above all with the lock on the directory.
        log.error("a part of the host could not be closed", errorFields(thrown));
      }
    }
  };
  try {
    const lock = takeDataDir(dataDir);
    opened.push(() => lock.release());
    checkLeftovers(dataDir);
    // Open the port first: if it is not available, no work may have begun and the data must be unchanged.
    const server = await startServer(options);
    opened.push(() => server.stop(0));
    // One sink and one policy per process: functions use globals, which are not tied to a host.
    setConsoleSink(consoleSinkTo(log));
    setPrivateOrigins(options.privateOrigins ?? "any");
    setOwnOrigins(options.ownOrigins ?? new Map());
    const outDir = options.outDir ?? bundlesOf(functionsDir);
    const app = await loadApp({ functionsDir, outDir, env });
    const { synchronous = "FULL", exposeStackFrames = false, jsLimitMs, keepTime } = options;
    // Nobody without a key needs it, so nobody else loads it.
    const admin: AdminTools | null = options.admin
      ? new (await import("./admin/tools")).AdminTools(dataDir, { env, url: server.url })
      : null;
    opened.push(() => admin?.close());
    const engine = await openUpgraded(
      {
        ...admin?.engineOptions,
        ...{ app, dataDir, log, synchronous, exposeStackFrames, jsLimitMs, vectorThread, keepTime },
      },
      options.upgrade,
    );
    opened.push(() => engine.close());
    warnIfDataInFuture(engine, log);
    opened.push(
      watchDatabaseFiles(join(dataDir, DATABASE_FILE), (path) => {
        log.error(
          "a file of the data directory was deleted or replaced while the service ran: new writes are lost",
          { path },
        );
        options.onFilesLost?.();
      }),
    );
    await options.prepare?.(engine);
    const now = (): number => engine.now();
    const jobs = await startJobs({ engine, log, now, onStart: (lagMs) => admin?.metrics.addLag(lagMs) });
    opened.push(() => jobs.stop(0));
    if (options.fileCheck === true)
      opened.push(
        watchFile({
          path: join(dataDir, DATABASE_FILE),
          start: startFileCheck,
          onResult: (damage) => noteFileCheck(engine, log, damage),
          onFailure: (error) => log.warn("the database file could not be checked", errorFields(error)),
        }),
      );
    if (options.purge !== undefined) {
      engine.machine.willPurge();
      opened.push(watchPurges(engine, options.purge, log, undefined, now));
    }
    const live = new Live(engine, log, undefined, (address) => admin?.metrics.addCacheHit(address));
    server.open({ engine, live, admin });
    log.info("listening", { url: server.url });
    void engine.preload();

    const stop = async (deadlineMs: number): Promise<void> => {
      log.info("stopping", { calls: live.inFlight.running, jobs: jobs.running().join(", ") || undefined });
      await Promise.all([server.stop(deadlineMs), jobs.stop(deadlineMs)]);
      await closeAll();
      log.info("stopped");
    };
    let stopped: Promise<void> | null = null;
    return {
      url: server.url,
      port: server.port,
      engine,
      stop: (deadlineMs) => (stopped ??= stop(deadlineMs)),
    };
  } catch (thrown) {
    await closeAll();
    throw thrown;
  }
}

function noteFileCheck({ machine }: Engine, log: Logger, damage: string | null): void {
  if (damage !== null && !machine.isDamaged) log.error("the database file is damaged", { damage });
  machine.noteCheck(
    damage === null ? null : withAdvice(`The database file is damaged: ${damage}`, "SQLITE_CORRUPT"),
  );
}

/** Clocks within a network differ by less. */
const FUTURE_MS = 5 * 60_000;

/** Warns if data were written while the clock was ahead, or if it is behind now: new timestamps continue from the old ones. */
function warnIfDataInFuture(engine: Engine, log: Logger): void {
  const aheadMs = Number(engine.lastTs() / 1_000_000n) - engine.now();
  if (aheadMs <= FUTURE_MS) return;
  log.warn(
    "the newest data are dated in the future: until the clock catches up, new data are dated just after them, " +
      "so ages and time windows are wrong; correct the clock, or restore a backup made before it was ahead",
    { aheadMinutes: Math.round(aheadMs / 60_000) },
  );
}

/**
 * The address variables that Convex sets for a deployment. A process loads its functions with one environment, so a port
 * that changes with every start can't be part of it.
 */
function ownAddress(hostname: string, port: number): Readonly<Record<string, string>> {
  if (port === 0) return {};
  const url = urlOf(hostname, port);
  return { CONVEX_CLOUD_URL: url, CONVEX_SITE_URL: url };
}
