/** The bundles of a whole app on disk: built once, reused while the sources stay the same, never left half-written. */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { bundleUnit, type Unit } from "./bundle";
import { definitionDir, installedComponents } from "./components";
import { evaluateDefinitions, type Definition } from "./definitions";
import { LoadError } from "./loadError";
import { moduleFiles } from "./modules";
import {
  changedSince,
  inputFiles,
  hasAllFiles,
  readManifest,
  sourceHash,
  stampHash,
  writeAtomically,
} from "./sources.mjs";

/** A build, as its manifest stores it. Plain JSON. */
export interface Build {
  /** Identifies the builder: build format, esbuild version, functions folder. */
  readonly madeBy: string;
  /** Its folder, absolute. */
  readonly dir: string;
  readonly definitions: readonly Definition[];
  readonly units: readonly Unit[];
  /** The source files, relative to the project's folder. */
  readonly inputs: readonly string[];
  /** Hash of the source files; `null` if one of them changed during the build. */
  readonly sources: string | null;
  /** Hash of what the file system knew of them, as `sources`. */
  readonly stamps: string | null;
  /** Size in bytes of every file written, by path in the folder. */
  readonly files: Readonly<Record<string, number>>;
}

// Increment with every change to what a build contains or how it is made.
const FORMAT = 11;
const MANIFEST = "build.json";
const BUILD_FOLDER = /^(?:build|scratch)-[0-9a-f-]+$/;
// Other processes may still run an older build, or be about to load the one they just built.
const KEPT_BUILDS = 4;

function esbuildVersion(): string {
  // Read from package.json instead of imported, so that a start that builds nothing does not load esbuild.
  const manifest = createRequire(import.meta.url)("esbuild/package.json") as { readonly version: string };
  return manifest.version;
}

/** Every module file of the units, including those that no metafile lists because their contents exclude them. */
function modulesIn(root: string, units: readonly Unit[]): string[] {
  return units.flatMap(({ dir }) => moduleFiles(dir).map((file) => relative(root, join(dir, file))));
}

function isCurrent(build: Build, madeBy: string, root: string): boolean {
  if (build.madeBy !== madeBy || build.sources === null || !hasAllFiles(build.dir, build.files)) return false;
  // listing a missing folder would throw
  if (!build.units.every(({ dir }) => existsSync(dir))) return false;
  const files = inputFiles(root, modulesIn(root, build.units), build.inputs);
  return build.stamps === stampHash(root, files) || build.sources === sourceHash(root, files);
}

async function buildApp(functionsDir: string, outDir: string, madeBy: string): Promise<Build> {
  const startedAt = Date.now();
  const id = randomUUID();
  const dir = join(outDir, `build-${id}`);
  const { definitions, metafile } = await evaluateDefinitions(functionsDir, join(outDir, `scratch-${id}`));
  const dirs = new Map<string, string>();
  for (const { unit, definition } of installedComponents(definitions)) {
    dirs.set(unit, definitionDir(functionsDir, definition));
  }
  const root = dirname(functionsDir);
  const built = await Promise.all(
    [...dirs].map(([name, unitDir], index) =>
      bundleUnit({ name, dir: unitDir, outDir, buildDir: dir, folder: `unit${index}`, root }),
    ),
  );
  const files: Record<string, number> = {};
  for (const output of built.flatMap((unit) => unit.outputs)) {
    mkdirSync(dirname(output.path), { recursive: true });
    writeFileSync(output.path, output.contents);
    files[relative(dir, output.path).split(sep).join("/")] = output.contents.byteLength;
  }
  const units = built.map(({ unit }) => unit);
  const metafiles = [metafile, ...built.flatMap((unit) => unit.metafiles)];
  const settings = [root, functionsDir].map((folder) => relative(root, join(folder, "tsconfig.json")));
  const inputs = inputFiles(root, [
    ...metafiles.flatMap((one) => Object.keys(one?.inputs ?? {})),
    ...modulesIn(root, units),
    ...settings,
    "package-lock.json",
  ]);
  // A file saved during the build makes the next start build again.
  const isWhole = !changedSince(root, inputs, startedAt);
  const [stamps, sources] = isWhole ? [stampHash(root, inputs), sourceHash(root, inputs)] : [null, null];
  return { madeBy, dir, definitions, units, inputs, sources, stamps, files };
}

/** Removes all builds except `current` and the newest others. */
function removeOldBuilds(outDir: string, current: Build): void {
  const others = readdirSync(outDir)
    .filter((name) => BUILD_FOLDER.test(name) && join(outDir, name) !== current.dir)
    .map((name) => join(outDir, name))
    .map((dir) => ({ dir, madeMs: statSync(dir, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.madeMs - a.madeMs);
  for (const { dir } of others.slice(KEPT_BUILDS - 1)) rmSync(dir, { recursive: true, force: true });
}

/**
 * Returns the current build of the functions in `functionsDir`, and builds it if `outDir` has no valid one.
 * A crash at any point leaves the previous build or none: the manifest is replaced atomically, after all the files it lists.
 * @throws {LoadError} when the app does not bundle, or `outDir` can't be written
 */
export async function currentBuild(functionsDir: string, outDir: string): Promise<Build> {
  try {
    return await findOrBuild(functionsDir, outDir);
  } catch (cause) {
    if (!(cause instanceof Error) || !("code" in cause && "path" in cause)) throw cause;
    const { code, path } = cause;
    if (typeof path !== "string" || !path.startsWith(outDir)) throw cause;
    throw new LoadError(
      `${outDir} can't be written (${String(code)}): run this once as its owner, or make it writable.`,
      { cause },
    );
  }
}

async function findOrBuild(functionsDir: string, outDir: string): Promise<Build> {
  const madeBy = JSON.stringify([FORMAT, esbuildVersion(), functionsDir]);
  const manifest = join(outDir, MANIFEST);
  const previous = readManifest(manifest) as Build | null;
  if (previous !== null && isCurrent(previous, madeBy, dirname(functionsDir))) return previous;
  mkdirSync(outDir, { recursive: true });
  const build = await buildApp(functionsDir, outDir, madeBy);
  writeAtomically(manifest, JSON.stringify(build));
  removeOldBuilds(outDir, build);
  return build;
}
