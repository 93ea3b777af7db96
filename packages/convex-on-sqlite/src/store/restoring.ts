/** The marker of a restore: it stands in the data directory from before the first file is moved until after the last. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { syncToDisk } from "./syncToDisk";

/** Names the restore that is under way. */
export const RESTORING_FILE = "restoring.json";

export interface Restoring {
  /** The backup. */
  readonly source: string;
  /** The folder to which the database before is moved; null without one. */
  readonly replaced: string | null;
}

/** The copy of a backup that is to become the database. */
export function restoredDraftOf(database: string): string {
  return `${database}.restored`;
}

/** The restore that was interrupted, if one was. */
export function readRestoring(dataDir: string): Restoring | null {
  const path = join(dataDir, RESTORING_FILE);
  if (!existsSync(path)) return null;
  try {
    const { source, replaced } = JSON.parse(readFileSync(path, "utf8")) as Partial<Restoring>;
    return { source: source ?? "FILE", replaced: replaced ?? null };
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    // A power failure while it was written: nothing was moved yet.
    return { source: "FILE", replaced: null };
  }
}

/** Written before anything is moved, and on disk when this returns. */
export function writeRestoring(dataDir: string, restoring: Restoring): void {
  const path = join(dataDir, RESTORING_FILE);
  writeFileSync(path, JSON.stringify(restoring), { mode: 0o600 });
  syncToDisk(path);
  syncToDisk(dataDir);
}

/** Taken away when everything that was moved is on disk. */
export function removeRestoring(dataDir: string): void {
  rmSync(join(dataDir, RESTORING_FILE));
  syncToDisk(dataDir);
}
