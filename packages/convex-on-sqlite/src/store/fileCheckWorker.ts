/** The entry point of a thread that checks a database file table by table, and ends. Posts what is damaged, or `null`. */
import { parentPort, type MessagePort } from "node:worker_threads";
import { setTimeout as pause } from "node:timers/promises";
import { Sqlite, StoreError } from "./sqlite";

const [path] = process.argv.slice(2);
if (parentPort === null || path === undefined)
  throw new Error("fileCheckWorker.ts must run in a worker; fileCheck.ts starts it.");

/** After each table, as a multiple of the time that it took: the check takes at most a twentieth of the disk. */
const PAUSE_SHARE = 19;

void post(parentPort, path);

async function post(to: MessagePort, file: string): Promise<void> {
  to.postMessage(await damageOf(file));
}

async function damageOf(file: string): Promise<string | null> {
  try {
    for (const table of tables(file)) {
      const startedMs = performance.now();
      const found = damageIn(file, table);
      if (found !== null) return found;
      await pause(PAUSE_SHARE * (performance.now() - startedMs));
    }
    return null;
  } catch (thrown) {
    if (!(thrown instanceof StoreError)) throw thrown;
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(thrown.code)) return thrown.message;
    throw thrown;
  }
}

function tables(file: string): string[] {
  return reading(file, (db) =>
    // Virtual tables have no pages of their own.
    db
      .rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
      .map(([name]) => String(name)),
  );
}

function damageIn(file: string, table: string): string | null {
  const found = reading(file, (db) => db.row(`PRAGMA quick_check("${table.replaceAll('"', '""')}")`)?.[0]);
  return found === "ok" ? null : String(found).split("\n").slice(0, 3).join("; ");
}

/**
 * With a new connection: another one would see pages that it has read before. No long transaction holds up the log. Mapped pages would
 * count as the process's memory a second time.
 */
function reading<T>(file: string, body: (db: Sqlite) => T): T {
  const db = Sqlite.open(file, { readOnly: true, readsOnce: true });
  try {
    return body(db);
  } finally {
    db.close();
  }
}
