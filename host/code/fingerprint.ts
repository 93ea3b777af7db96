/** What a build was made from, so that a later start can tell whether it would be made the same again. */
import type { Metafile } from "esbuild";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, parse, resolve } from "node:path";

/** SHA-256 of every file by absolute path; `null` is a file that was looked for and not there. */
export type Fingerprint = Readonly<Record<string, string | null>>;

/** The hash of a file's contents, or `null` where there is none. */
export function fileHash(path: string): string | null {
  let contents: Buffer;
  try {
    contents = readFileSync(path);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR"))
      return null;
    throw cause;
  }
  return createHash("sha256").update(contents).digest("base64url");
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

/** The package.json over a file: it decides how esbuild resolves and drops imports, but is in no metafile. */
function packageFile(dir: string, known: Map<string, string | null>): string | null {
  const cached = known.get(dir);
  if (cached !== undefined) return cached;
  const file = join(dir, "package.json");
  const parent = dirname(dir);
  const found = existsSync(file) ? file : parent === dir ? null : packageFile(parent, known);
  known.set(dir, found);
  return found;
}

/** Takes the fingerprint of a build of the project at `root`. */
export function takeFingerprint(
  root: string,
  functionsDir: string,
  metafiles: readonly Metafile[],
): Fingerprint {
  const files = sources(root, metafiles);
  const packages = new Map<string, string | null>([[parse(root).root, null]]);
  for (const file of [...files]) {
    const found = packageFile(dirname(file), packages);
    if (found !== null) files.add(found);
  }
  for (const dir of [root, functionsDir]) files.add(join(dir, "tsconfig.json"));
  // A definition that appears changes everything, and is no module.
  for (const name of ["convex.config.ts", "convex.config.js"]) files.add(join(functionsDir, name));
  files.add(join(root, "package-lock.json"));
  return Object.fromEntries([...files].sort().map((file) => [file, fileHash(file)]));
}

/** Whether every file is what it was. */
export function fingerprintHolds(fingerprint: Fingerprint): boolean {
  return Object.entries(fingerprint).every(([file, hash]) => fileHash(file) === hash);
}

/** Whether a file of the build was written since `since` (ms since the epoch): what was read may be half of it. */
export function changedSince(fingerprint: Fingerprint, since: number): boolean {
  return Object.entries(fingerprint).some(([file, hash]) => hash !== null && statSync(file).mtimeMs >= since);
}
