// What a bundle was made from, and what is kept of it on disk: for the runner, which is no TypeScript, and for the bundles
// of functions alike.
import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

// Files are read through this, piece by piece: a buffer for each of several hundred takes longer than their contents.
const piece = Buffer.allocUnsafe(256 * 1024);

/**
 * The files, relative to `root`, that decide what a bundle is that read `read`: those of them that are files, and every
 * package.json over them, which says what the imports of a package mean. Those in `known` were files before.
 */
export function inputFiles(root, read, known = []) {
  const folders = new Set();
  const files = new Set(known);
  for (const file of [...files, ...read]) {
    for (let folder = dirname(file); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  const packages = [...folders].map((folder) => (folder === "." ? "package.json" : `${folder}/package.json`));
  for (const file of [...read, ...packages]) {
    if (!files.has(file) && statSync(`${root}/${file}`, { throwIfNoEntry: false })?.isFile() === true)
      files.add(file);
  }
  return [...files].sort();
}

/**
 * One hash over files, relative to `root`, and over the names beside them: a new file can change what an import means
 * without changing any file that was read. Null when a file is gone.
 */
export function sourceHash(root, files) {
  const sum = createHash("sha256");
  // The root, and what lies over it, holds settings and data, and no module is looked up there.
  const folders = new Set(
    files.map((file) => dirname(file)).filter((folder) => !/^\.\.?(?:[\\/]\.\.)*$/.test(folder)),
  );
  try {
    // Paths are put together as they are: to normalise some thousand takes as long as to read half of the files.
    for (const file of files) {
      sum.update(`\0${file}\0`);
      // So that no byte can pass from one file to the next unnoticed.
      sum.update(`\0${addContents(sum, `${root}/${file}`)}\0`);
    }
    for (const folder of folders)
      sum.update(`\0${folder}\0${readdirSync(`${root}/${folder}`).sort().join("\0")}`);
  } catch (cause) {
    if (cause.code === "ENOENT" || cause.code === "ENOTDIR" || cause.code === "EISDIR") return null;
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

/** Whether one of the files was written since, in ms since the epoch: who read it may have read half of it. */
export function changedSince(root, files, since) {
  return files.some(
    (file) => (statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? Infinity) >= since,
  );
}

/** Whether the files of a bundle, by path in `folder`, are there in their full size. */
export function hasAllFiles(folder, sizes = {}) {
  const files = Object.entries(sizes);
  return (
    files.length > 0 &&
    files.every(([file, size]) => statSync(join(folder, file), { throwIfNoEntry: false })?.size === size)
  );
}

/** Null where there is none, or one that was cut short by a loss of power: what it tells of is made anew. */
export function readManifest(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    if (cause.code === "ENOENT" || cause instanceof SyntaxError) return null;
    throw cause;
  }
}

/** Other processes see the whole file or none. */
export function writeAtomically(file, contents) {
  const scratch = `${file}-${randomUUID()}.tmp`;
  writeFileSync(scratch, contents);
  renameSync(scratch, file);
}
