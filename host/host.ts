/** The embedded host as a whole: an app's functions on their database, with their jobs, behind one port. */
import { dirname, join, resolve } from "node:path";
import { loadApp } from "./code/loader";
import { consoleSinkTo, setConsoleSink } from "./engine/console";
import { createEngine, DATABASE_FILE, type Engine } from "./engine/engine";
import { startJobs } from "./jobs/scheduler";
import { Live } from "./live/live";
import { errorFields, type Logger } from "./log";
import { urlOf } from "./net/requestUrl";
import { startServer, type ServerOptions } from "./net/server";
import type { VectorThread } from "./search/vectorThread";
import { takeDataDir } from "./store/dataDir";
import { watchDatabaseFiles } from "./store/databaseFiles";

export interface HostOptions extends ServerOptions {
  /** The `convex/` folder. */
  readonly functionsDir: string;
  /** Where the database lives; created if missing. One host at a time. */
  readonly dataDir: string;
  /** Where the functions are bundled to. Default: `.host/app` beside the functions' folder. */
  readonly outDir?: string;
  /**
   * The environment that the app's functions see. Beside it they see only their own address, as on Convex: CONVEX_CLOUD_URL
   * and CONVEX_SITE_URL, where these are not set here.
   */
  readonly env: Readonly<Record<string, string>>;
  /** FULL outlives a loss of power, NORMAL a crash of the process. Default: FULL. */
  readonly synchronous?: "FULL" | "NORMAL";
  /** Whether clients get the frames of what functions throw, which tell of the app's sources. Default: false. */
  readonly exposeStackFrames?: boolean;
  /** Where vectors are searched. Without it no vector search can be made. */
  readonly vectorThreads?: readonly VectorThread[];
  /**
   * The data directory is no longer the one that was opened, so nothing that is written now is kept: the process should
   * end, without stopping the host. Default: it is logged, and that is all.
   */
  readonly onFilesLost?: () => void;
  /** Runs before the first job and the first request: for what must follow an earlier run. Its failure fails the start. */
  readonly prepare?: (engine: Engine) => Promise<void>;
}

export interface Host {
  readonly url: string;
  readonly port: number;
  readonly engine: Engine;
  /**
   * Takes no more requests, sends clients away to come back, lets calls and jobs that run finish within `deadlineMs`,
   * and closes the database. Further calls wait for the first.
   */
  stop(deadlineMs: number): Promise<void>;
}

/**
 * Starts a host and resolves once it takes requests. Rejects, with nothing left running, when the data directory is in
 * use (`DataDirectoryLocked`) or can't be written (`StoreError`), the app or the stored data is wrong, or the port cannot be had.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const { dataDir, functionsDir, hostname, port, log } = options;
  const env = { ...ownAddress(hostname, port), ...options.env };
  /** Closed in the opposite order of their opening. */
  const opened: (() => Promise<void> | void)[] = [];
  const closeAll = async (): Promise<void> => {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) {
      try {
        await close();
      } catch (thrown) {
        // The rest must be closed all the same, the lock on the directory above all.
        log.error("a part of the host could not be closed", errorFields(thrown));
      }
    }
  };
  try {
    const lock = takeDataDir(dataDir);
    opened.push(() => lock.release());
    // The port comes before anything is done: who can't have it must leave no work begun, and the data as they were.
    const server = await startServer(options);
    opened.push(() => server.stop(0));
    // One sink a process: functions write to `console`, which knows no host.
    setConsoleSink(consoleSinkTo(log));
    const outDir = options.outDir ?? join(dirname(resolve(functionsDir)), ".host", "app");
    const app = await loadApp({ functionsDir, outDir, env });
    const { synchronous = "FULL", exposeStackFrames = false, vectorThreads } = options;
    const engine = await createEngine({ app, dataDir, log, synchronous, exposeStackFrames, vectorThreads });
    opened.push(() => engine.close());
    warnOfFuture(engine, log);
    opened.push(
      watchDatabaseFiles(join(dataDir, DATABASE_FILE), (path) => {
        log.error(
          "a file of the data directory was deleted or replaced while the service ran: nothing that is written now is kept",
          { path },
        );
        options.onFilesLost?.();
      }),
    );
    await options.prepare?.(engine);
    const jobs = await startJobs({ engine, log });
    opened.push(() => jobs.stop(0));
    const live = new Live(engine, log);
    server.open({ engine, live });
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

/** Clocks of a network differ by less. */
const FUTURE_MS = 5 * 60_000;

/** Tells of data that were written while the clock was ahead, or that it is behind now: times go on rising from theirs. */
function warnOfFuture(engine: Engine, log: Logger): void {
  const aheadMs = Number(engine.lastTs() / 1_000_000n) - Date.now();
  if (aheadMs <= FUTURE_MS) return;
  log.warn(
    "the newest of the data lies in the future: until the clock gets there, what comes is dated just after it, " +
      "so ages and windows of time are wrong; set the clock right, or restore a backup from before it was ahead",
    { aheadMinutes: Math.round(aheadMs / 60_000) },
  );
}

/**
 * What Convex sets of a deployment's address. A process loads its functions with one environment, so a port that each start
 * has chosen anew is not told.
 */
function ownAddress(hostname: string, port: number): Readonly<Record<string, string>> {
  if (port === 0) return {};
  const url = urlOf(hostname, port);
  return { CONVEX_CLOUD_URL: url, CONVEX_SITE_URL: url };
}
