/** The bundles of a whole app on disk: made once, reused while their sources stay the same, never half there. */
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { bundleUnit, type Unit } from "./bundle";
import { definitionDir, installedComponents } from "./components";
import { evaluateDefinitions, type Definition } from "./definitions";
import { changedSince, fingerprintHolds, takeFingerprint, type Fingerprint } from "./fingerprint";
import { LoadError } from "./loadError";
import { moduleFiles, schemaFile } from "./modules";

/** A build as its manifest describes it. Plain JSON. */
export interface Build {
  /** The builder that made it: its format, esbuild, the folder it was made for. */
  readonly madeBy: string;
  /** Its folder, absolute. */
  readonly dir: string;
  /** The folder of the build it replaced. */
  readonly formerDir: string | null;
  readonly definitions: readonly Definition[];
  readonly units: readonly Unit[];
  readonly fingerprint: Fingerprint;
  /** Size in bytes of every file written, by path in the folder. */
  readonly files: Readonly<Record<string, number>>;
}

// Counts up with every change to what a build holds or how it is made.
const FORMAT = 6;
const MANIFEST = "build.json";
const BUILD_FOLDER = /^(?:build|scratch)-[0-9a-f-]+$/;
// No build takes this long: what is older and in no manifest was left by a crash.
const ABANDONED_AFTER_MS = 60 * 60 * 1000;
// Someone who keeps saving while the app is bundled is waited for this often.
const ATTEMPTS = 5;

function esbuildVersion(): string {
  // Read, not imported: a start that builds nothing does not load esbuild.
  const manifest = createRequire(import.meta.url)("esbuild/package.json") as { readonly version: string };
  return manifest.version;
}

function readManifest(outDir: string): Build | null {
  let text: string;
  try {
    text = readFileSync(join(outDir, MANIFEST), "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return null;
    throw cause;
  }
  try {
    return JSON.parse(text) as Build;
  } catch (cause) {
    // A manifest cut short by a power failure is as good as none: the build is made again.
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

function outputsAreWhole(build: Build): boolean {
  return Object.entries(build.files).every(
    ([file, size]) => statSync(join(build.dir, file), { throwIfNoEntry: false })?.size === size,
  );
}

/**
 * Whether the folders hold the files that they held: a new one is in no fingerprint. Which of them are modules is for
 * their contents to say, and those are in it.
 */
function filesAreTheSame(units: readonly Unit[]): boolean {
  return units.every((unit) => {
    const files = moduleFiles(unit.dir);
    return (
      files.length === unit.moduleFiles.length &&
      files.every((file, index) => file === unit.moduleFiles[index]) &&
      (schemaFile(unit.dir) !== null) === unit.hasSchema
    );
  });
}

function isCurrent(build: Build, madeBy: string): boolean {
  return (
    build.madeBy === madeBy &&
    outputsAreWhole(build) &&
    // First, because a folder that is gone can't be listed.
    fingerprintHolds(build.fingerprint) &&
    filesAreTheSame(build.units)
  );
}

/** A build, or none where a file of it may have changed meanwhile; `seen` is then what the files held after it. */
type Attempt = { readonly build: Build } | { readonly build: null; readonly seen: Fingerprint | null };

/** Makes a build. `seen`: what the files held at the end of the last attempt. */
async function make(
  functionsDir: string,
  outDir: string,
  madeBy: string,
  former: Build | null,
  seen: Fingerprint | null,
): Promise<Attempt> {
  const startedAt = Date.now();
  const id = randomUUID();
  const dir = join(outDir, `build-${id}`);
  const evaluated = await evaluateDefinitions(functionsDir, join(outDir, `scratch-${id}`));
  const dirs = new Map<string, string>();
  for (const { unit, definition } of installedComponents(evaluated.definitions)) {
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
  const metafiles = built.flatMap((unit) => unit.metafiles);
  if (evaluated.metafile !== null) metafiles.push(evaluated.metafile);
  const units = built.map(({ unit }) => unit);
  const candidates = units.flatMap((unit) => unit.moduleFiles.map((file) => join(unit.dir, file)));
  const fingerprint = takeFingerprint(root, functionsDir, metafiles, candidates);
  // Where the files' times come from a clock ahead of ours, they seem new for ever; their contents tell.
  if (fingerprint === null || (changedSince(fingerprint, startedAt) && fingerprint.hash !== seen?.hash)) {
    rmSync(dir, { recursive: true, force: true });
    return { build: null, seen: fingerprint };
  }
  const formerDir = former?.dir ?? null;
  const { definitions } = evaluated;
  return { build: { madeBy, dir, formerDir, definitions, units, fingerprint, files } };
}

/**
 * Removes builds that nothing uses: all but `current`, the one before it (another process may still run from it), and
 * those young enough to be another process's that is about to finish.
 */
function removeOldBuilds(outDir: string, current: Build): void {
  const youngest = Date.now() - ABANDONED_AFTER_MS;
  for (const name of readdirSync(outDir)) {
    const dir = join(outDir, name);
    if (!BUILD_FOLDER.test(name) || dir === current.dir || dir === current.formerDir) continue;
    const modifiedAt = statSync(dir, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (modifiedAt < youngest) rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * The current build of the functions in `functionsDir`, made if `outDir` has none that still holds.
 * A crash at any point leaves the former build or none: the manifest is replaced in one step, after all it names.
 * @throws {LoadError} when the app does not bundle, or `outDir` can't be written
 */
export async function currentBuild(functionsDir: string, outDir: string): Promise<Build> {
  try {
    return await foundOrMade(functionsDir, outDir);
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

async function foundOrMade(functionsDir: string, outDir: string): Promise<Build> {
  const madeBy = JSON.stringify([FORMAT, esbuildVersion(), functionsDir]);
  const former = readManifest(outDir);
  if (former !== null && isCurrent(former, madeBy)) return former;
  mkdirSync(outDir, { recursive: true });
  let seen: Fingerprint | null = null;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const made = await make(functionsDir, outDir, madeBy, former, seen);
    if (made.build === null) {
      seen = made.seen;
      continue;
    }
    const { build } = made;
    const manifest = join(outDir, MANIFEST);
    const scratch = `${manifest}-${randomUUID()}`;
    writeFileSync(scratch, JSON.stringify(build));
    renameSync(scratch, manifest);
    if (former?.formerDir !== undefined && former.formerDir !== null) {
      rmSync(former.formerDir, { recursive: true, force: true });
    }
    removeOldBuilds(outDir, build);
    return build;
  }
  throw new LoadError("The functions kept changing while they were bundled.");
}
