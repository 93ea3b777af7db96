// Tracks the sources of bundles, and reads and writes their manifests. Plain JavaScript, because the runner (run/run.mjs) uses it
// before any TypeScript can run.
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

// One shared read buffer: allocating one for each of several hundred files takes longer than reading them.
const readBuffer = Buffer.allocUnsafe(256 * 1024);

/**
 * The files, relative to `root`, that determine a bundle made from the files `read`: those of them that exist, and every
 * package.json in the folders above them, which determines how imports resolve. Files in `known` are taken as existing.
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
 * One hash over files, relative to `root`, and over the names of their neighbours: a new file can change what an import
 * resolves to without changing any file that was read. Null if a file is missing.
 */
export function sourceHash(root, files) {
  // The size separates the files, so that bytes can't move from one to the next unnoticed.
  return hashOf(root, files, (sum, path) => sum.update(`\0${addContents(sum, path)}\0`));
}

/**
 * The same of what the file system knows of the files, in a fifth of the time: as long as it stays the same, so do the contents,
 * since nobody sets the time of a file's last change of state. A copy of the files has others.
 */
export function stampHash(root, files) {
  return hashOf(root, files, (sum, path) => {
    const { size, ino, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    sum.update(`${size} ${ino} ${mtimeNs} ${ctimeNs}`);
  });
}

function hashOf(root, files, addFile) {
  const sum = createHash("sha256");
  // The root and the folders above it hold settings and data; no import resolves to a file there.
  const folders = new Set(
    files.map((file) => dirname(file)).filter((folder) => !/^\.\.?(?:[\\/]\.\.)*$/.test(folder)),
  );
  try {
    // Paths are joined without normalizing: normalizing some thousand takes as long as reading half of the files.
    for (const file of files) {
      sum.update(`\0${file}\0`);
      addFile(sum, `${root}/${file}`);
    }
    for (const folder of folders)
      sum.update(`\0${folder}\0${readdirSync(`${root}/${folder}`).sort().join("\0")}`);
  } catch (cause) {
    if (cause.code === "ENOENT" || cause.code === "ENOTDIR" || cause.code === "EISDIR") return null;
    throw cause;
  }
  return sum.digest("hex");
}

/** Adds a file's contents to a hash; returns their size in bytes. */
function addContents(sum, file) {
  const descriptor = openSync(file, "r");
  try {
    for (let size = 0; ;) {
      const length = readSync(descriptor, readBuffer, 0, readBuffer.length, null);
      if (length === 0) return size;
      size += length;
      sum.update(readBuffer.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Whether a file changed at or after `since` (ms since the epoch): a build that read it may have read half of the change. */
export function changedSince(root, files, since) {
  return files.some(
    (file) => (statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? Infinity) >= since,
  );
}

/** Whether all files of a bundle, given as sizes by path in `folder`, exist with their full size. */
export function hasAllFiles(folder, sizes = {}) {
  const files = Object.entries(sizes);
  return (
    files.length > 0 &&
    files.every(([file, size]) => statSync(join(folder, file), { throwIfNoEntry: false })?.size === size)
  );
}

/** A manifest; null if it is missing or was cut short by a power failure, so that the bundle is made again. */
export function readManifest(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    if (cause.code === "ENOENT" || cause instanceof SyntaxError) return null;
    throw cause;
  }
}

/** Replaces a file atomically: other processes see the old contents or the new ones. */
export function writeAtomically(file, contents) {
  const scratch = `${file}-${randomUUID()}.tmp`;
  writeFileSync(scratch, contents);
  renameSync(scratch, file);
}
