/**
 * What an interrupted restore, a crash or a lost file leaves in a data directory. A start refuses it, because it would run an older
 * agent, or an empty one, as if nothing had happened.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_FILE } from "./dataDir";
import { isMarkedRunning } from "./format";
import { LOCK_FILE } from "./pidlock";
import { readRestoring, restoredDraftOf, RESTORING_FILE } from "./restoring";
import { draftOf, Sqlite, StoreError } from "./sqlite";

/** Throws a `StoreError` that says what to do, and changes nothing. Call it with the directory locked, before the database is opened. */
export function checkLeftovers(dataDir: string): void {
  const problem = interruptedRestore(dataDir) ?? missingFile(dataDir);
  if (problem !== null) throw new StoreError(problem, "LEFTOVERS");
}

function interruptedRestore(dataDir: string): string | null {
  const database = join(dataDir, DATABASE_FILE);
  const restoring = readRestoring(dataDir);
  if (restoring !== null) {
    const { source, replaced } = restoring;
    const back =
      replaced === null
        ? ""
        : ` For the database before, delete ${database}, move what ${replaced} holds back to ${dataDir}, and delete ${join(dataDir, RESTORING_FILE)}.`;
    return `A restore of ${source} was interrupted. Run it again: anima restore ${source}.${back}`;
  }
  const draft = restoredDraftOf(database);
  if (!existsSync(draft)) return null;
  return (
    `A restore was interrupted before it replaced the database. Run it again with its backup (anima restore FILE), ` +
    `or delete ${draft} to go on with the database as it is.`
  );
}

function missingFile(dataDir: string): string | null {
  const database = join(dataDir, DATABASE_FILE);
  const log = `${database}-wal`;
  if (existsSync(database)) {
    if (existsSync(log) || !wasRunning(database)) return null;
    return (
      `The service did not stop cleanly, and its write-ahead log ${log} is missing: the newest data are in it. Put it back beside ` +
      `the database. If it is lost, or another program has merged it, accept what the database holds: anima restore ${database}.`
    );
  }
  const lock = join(dataDir, LOCK_FILE);
  const wasUsed = existsSync(log) || (existsSync(lock) && !existsSync(draftOf(database)));
  if (!wasUsed) return null;
  return (
    `The database ${database} is missing, though a service has used this directory. Put it back, or restore a backup ` +
    `(anima restore FILE). To begin with an empty agent, delete ${lock}${existsSync(log) ? ` and ${log}` : ""}.`
  );
}

function wasRunning(database: string): boolean {
  const db = Sqlite.open(database, { immutable: true });
  try {
    return isMarkedRunning(db);
  } finally {
    db.close();
  }
}
