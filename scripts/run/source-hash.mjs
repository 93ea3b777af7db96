// What a bundle was made from, as one hash.
import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { dirname, join } from "node:path";

// Files are read through this, piece by piece: a buffer for each of several hundred takes longer than their contents.
const piece = Buffer.allocUnsafe(256 * 1024);

/**
 * One hash over files, relative to `root`, and over the names beside them: a new file can change what an import means
 * without changing any file that was read. Null when a file is gone.
 */
export function sourceHash(root, files) {
  const sum = createHash("sha256");
  // The root holds settings and data, and no module is looked up there.
  const folders = new Set(files.map((file) => dirname(file)).filter((folder) => folder !== "."));
  try {
    for (const file of files) {
      sum.update(`\0${file}\0`);
      // So that no byte can pass from one file to the next unnoticed.
      sum.update(`\0${addContents(sum, join(root, file))}\0`);
    }
    for (const folder of folders)
      sum.update(`\0${folder}\0`).update(readdirSync(join(root, folder)).sort().join("\0"));
  } catch (cause) {
    if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return null;
    throw cause;
  }
  return sum.digest("hex");
}

/** Adds a file's contents to a hash; their size in bytes. */
function addContents(sum, file) {
  const descriptor = openSync(file, "r");
  try {
    for (let size = 0; ;) {
      const length = readSync(descriptor, piece, 0, piece.length, null);
      if (length === 0) return size;
      size += length;
      sum.update(piece.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}
