/** Waits until a file's contents, or the names in a folder, are on disk. */
import { closeSync, fsyncSync, openSync } from "node:fs";

export function syncToDisk(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
