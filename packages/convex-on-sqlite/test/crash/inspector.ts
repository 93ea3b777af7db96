/** Inspects the data after a crash, in a copy, because opening a database after a crash recovers it. */
import { copyFileSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  type Finding,
  type Schemas,
  Sqlite,
  type StoredClock,
  checkDatabase,
  checkNoRunningJobs,
  jobsInProgress,
  loadApp,
  readClock,
  schemasOf,
} from "convex-on-sqlite/testing";
import { DATABASE_FILE } from "convex-on-sqlite";
import { appOptions, type SchemaVersion } from "./appOptions";
import type { History } from "./history";
import { checkHistory, type Observations } from "./checker";
import type { SessionAnswer, SyncSession } from "./syncSession";

export interface InspectionOptions {
  /** The schemas that may be stored: one of them completely, never a mixture. */
  readonly schemaVersions: readonly SchemaVersion[];
  /** Whether this run had completed its start. */
  readonly hasListened: boolean;
  /** Whether to read all documents, or only what is cheap. */
  readonly checksAll: boolean;
  /** Whether all work had been completed. Default: false. */
  readonly isSettled?: boolean;
}

export class CrashInspector {
  private readonly dataDir: string;
  private readonly copyDir: string;
  private readonly history: History;
  private readonly sessions: readonly SyncSession[];
  private readonly schemas: ReadonlyMap<SchemaVersion, Schemas>;
  private readonly startedMs = Date.now();
  /** The observations of the last complete inspection. */
  observations: Observations | null = null;
  private clock: StoredClock = { lastTs: 0n, lastCreationTime: 0 };
  /** Jobs that a crash interrupted. */
  private readonly interrupted = new Set<string>();

  private constructor(
    dirs: { readonly dataDir: string; readonly copyDir: string },
    history: History,
    sessions: readonly SyncSession[],
    schemas: ReadonlyMap<SchemaVersion, Schemas>,
  ) {
    this.dataDir = dirs.dataDir;
    this.copyDir = dirs.copyDir;
    this.history = history;
    this.sessions = sessions;
    this.schemas = schemas;
  }

  static async prepare(
    dirs: { readonly dataDir: string; readonly copyDir: string },
    history: History,
    sessions: readonly SyncSession[],
  ): Promise<CrashInspector> {
    const schemas = new Map<SchemaVersion, Schemas>();
    for (const schemaVersion of ["first", "second"] as const)
      schemas.set(schemaVersion, schemasOf(await loadApp(appOptions(schemaVersion))));
    return new CrashInspector(dirs, history, sessions, schemas);
  }

  /** Inspects the data left by the last run. */
  inspect(options: InspectionOptions): Finding[] {
    const db = this.openCopy();
    if (db === null) return [];
    try {
      const findings = this.compareWithLast(db, options.hasListened);
      if (options.checksAll) findings.push(...this.readAll(db, options));
      return findings;
    } finally {
      db.close();
    }
  }

  /** Null if no run has created a database yet. */
  private openCopy(): Sqlite | null {
    rmSync(this.copyDir, { recursive: true, force: true });
    mkdirSync(this.copyDir);
    // Not the shared memory file: a power failure loses it, and SQLite rebuilds it from the log.
    for (const file of [DATABASE_FILE, `${DATABASE_FILE}-wal`]) {
      const path = join(this.dataDir, file);
      if (statSync(path, { throwIfNoEntry: false }) === undefined) continue;
      copyFileSync(path, join(this.copyDir, file));
    }
    const copy = join(this.copyDir, DATABASE_FILE);
    if (statSync(copy, { throwIfNoEntry: false }) === undefined) return null;
    const db = Sqlite.open(copy, { readOnly: true });
    if (db.row("SELECT 1 FROM sqlite_schema WHERE name = 'meta'") !== undefined) return db;
    db.close();
    return null;
  }

  /** The clock must never decrease, and interrupted jobs must not continue or succeed after the next start. */
  private compareWithLast(db: Sqlite, hasListened: boolean): Finding[] {
    const findings: Finding[] = [];
    const clock = readClock(db);
    if (clock.lastTs < this.clock.lastTs || clock.lastCreationTime < this.clock.lastCreationTime)
      findings.push({ rule: "clock", detail: "the clock has gone back" });
    this.clock = clock;
    const states = jobStates(db);
    for (const id of this.interrupted) {
      const state = states.get(id);
      // An ended run of a cron is deleted.
      const isRight = state === "failed" || state === undefined || (state === "inProgress" && !hasListened);
      if (!isRight) findings.push({ rule: "job", detail: `job ${id} was interrupted, and is now ${state}` });
    }
    for (const id of jobsInProgress(db)) this.interrupted.add(id);
    return findings;
  }

  /** Checks everything. If several schemas may be stored, uses the one without findings. */
  private readAll(db: Sqlite, { schemaVersions, isSettled = false }: InspectionOptions): Finding[] {
    const { history, sessions } = this;
    const checks = schemaVersions.map((schemaVersion) =>
      checkDatabase(db, this.schemas.get(schemaVersion) ?? new Map()),
    );
    const checked = checks.find(({ findings }) => findings.length === 0) ?? checks[0];
    if (checked === undefined) throw new Error("No schema was given.");
    const findings = [...checked.findings];
    if (isSettled) checkNoRunningJobs(db, (rule, detail) => void findings.push({ rule, detail }));
    const ageS = (Date.now() - this.startedMs) / 1000;
    const { documents } = checked;
    this.observations = { kept: keptAnswers(db), documents, history, sessions, isSettled, ageS };
    return [...findings, ...checkHistory(this.observations)];
  }
}

/** The stored results of sessions, by session and request. */
function keptAnswers(db: Sqlite): Map<string, SessionAnswer> {
  const rows = db.rows("SELECT session, request, value, ts FROM session_requests");
  return new Map(
    rows.map(([session, request, value, ts]) => [
      `${session} ${request}`,
      { value: String(value), ts: BigInt(String(ts)) },
    ]),
  );
}

/** The state of every job: from the document of a scheduled function, from the queue for a cron's run. */
function jobStates(db: Sqlite): Map<string, string> {
  const rows = db.rows(
    `SELECT json ->> '$._id', json ->> '$.state.kind' FROM documents
     WHERE tablet IN (SELECT id FROM tablets WHERE name = '_scheduled_functions')
     UNION ALL SELECT id, state FROM jobs WHERE owner IS NULL`,
  );
  return new Map(rows.map(([id, state]) => [String(id), String(state)]));
}
