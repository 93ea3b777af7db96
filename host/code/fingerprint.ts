/** What a build was made from, so that a later start can tell whether it would be made the same again. */
import type { Metafile } from "esbuild";
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The files of a build, absolute, and what they held. Plain JSON. */
export interface Fingerprint {
  readonly files: readonly string[];
  /** Files that were looked for and not there: one that appears changes the build. */
  readonly absent: readonly string[];
  /** SHA-256 over all `files`, their paths and their contents. */
  readonly hash: string;
}

// Files are read through this, piece by piece: a buffer for each of several hundred takes longer than their contents.
const piece = Buffer.allocUnsafe(256 * 1024);

/** Hands over a file's contents in pieces, each good until the next. */
function readPieces(path: string, take: (piece: Buffer) => void): void {
  const descriptor = openSync(path, "r");
  try {
    for (;;) {
      const length = readSync(descriptor, piece, 0, piece.length, null);
      if (length === 0) return;
      take(piece.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}

/** One hash over files, or `null` where one of them is gone. */
function hashOf(files: readonly string[]): string | null {
  const sum = createHash("sha256");
  try {
    for (const file of files) {
      let size = 0;
      sum.update(file);
      readPieces(file, (contents) => {
        size += contents.length;
        sum.update(contents);
      });
      // So that no byte can pass from one file to the next unnoticed.
      sum.update(`\0${size}\0`);
    }
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw cause;
  }
  return sum.digest("base64url");
}

function isMissing(thrown: unknown): boolean {
  return (
    thrown instanceof Error && "code" in thrown && (thrown.code === "ENOENT" || thrown.code === "ENOTDIR")
  );
}

/** The files that a build read. Inputs that plugins made up are left out. */
function sources(root: string, metafiles: readonly Metafile[]): Set<string> {
  const files = new Set<string>();
  for (const metafile of metafiles) {
    for (const input of Object.keys(metafile.inputs)) {
      const path = resolve(root, input);
      if (!/^\(?[a-z-]+\)?:/.test(input) && existsSync(path)) files.add(path);
    }
  }
  return files;
}

/** Every package.json over the files: they decide how esbuild resolves and drops imports, but are in no metafile. */
function packageFiles(files: Iterable<string>): string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (let folder = dirname(file); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  return [...folders].map((folder) => join(folder, "package.json")).filter((file) => existsSync(file));
}

/**
 * Takes the fingerprint of a build of the project at `root`; `null` where a file went while it was taken.
 * @param candidates files that are in no metafile, and might be in that of the next build
 */
export function takeFingerprint(
  root: string,
  functionsDir: string,
  metafiles: readonly Metafile[],
  candidates: readonly string[],
): Fingerprint | null {
  const all = sources(root, metafiles);
  for (const file of candidates) all.add(file);
  for (const file of packageFiles(all)) all.add(file);
  for (const dir of [root, functionsDir]) all.add(join(dir, "tsconfig.json"));
  // A definition that appears changes everything, and is no module.
  for (const name of ["convex.config.ts", "convex.config.js"]) all.add(join(functionsDir, name));
  all.add(join(root, "package-lock.json"));
  const files: string[] = [];
  const absent: string[] = [];
  for (const file of [...all].sort()) (existsSync(file) ? files : absent).push(file);
  const hash = hashOf(files);
  return hash === null ? null : { files, absent, hash };
}

/** Whether every file is what it was. */
export function fingerprintHolds({ files, absent, hash }: Fingerprint): boolean {
  return !absent.some((file) => existsSync(file)) && hashOf(files) === hash;
}

/** Whether a file of the build was written since `since` (ms since the epoch): what was read may be half of it. */
export function changedSince({ files }: Fingerprint, since: number): boolean {
  return files.some((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) >= since);
}
