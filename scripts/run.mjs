// Runs a TypeScript entry point: `node scripts/run.mjs host/some.ts [args]`. esbuild is here anyway, for the
// functions, so no second TypeScript runner is needed. Packages stay outside the bundle; a bundle is kept and used
// again for as long as nothing it was made from has changed.
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const self = fileURLToPath(import.meta.url);
const root = resolve(dirname(self), "..");
// Inside the project, so that packages resolve.
const outDir = join(root, ".host", "run");
// Old bundles stay this long: a process that is starting right now may be about to load one.
const KEEP_OLD_MS = 60 * 60 * 1000;

const [entry, ...rest] = process.argv.slice(2);
if (entry === undefined) {
  console.error("usage: node scripts/run.mjs <file.ts> [arguments]");
  process.exit(2);
}
const bundle = await currentBundle(entry);
process.setSourceMapsEnabled(true);
process.argv = [process.argv[0], resolve(root, entry), ...rest];
await import(pathToFileURL(bundle).href);

/** The bundle of an entry point, made if the one at hand no longer matches its sources. */
async function currentBundle(file) {
  const name = file.replace(/[^a-z0-9]+/gi, "-");
  const manifestFile = join(outDir, `${name}.json`);
  const manifest = readJson(manifestFile);
  if (manifest !== null && manifest.sources !== null && manifest.sources === hash(manifest.inputs)) {
    const kept = join(outDir, manifest.bundle);
    if (statSync(kept, { throwIfNoEntry: false })?.size === manifest.size) return kept;
  }
  // Loaded only here: a start that finds its bundle does without esbuild.
  const startedAt = Date.now();
  const { build, version } = await import("esbuild");
  const result = await build({
    entryPoints: [resolve(root, file)],
    absWorkingDir: root,
    outfile: join(outDir, `${name}.mjs`),
    write: false,
    metafile: true,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "error",
  });
  // The runner and the compiler's settings and version make the bundle, too.
  const inputs = [
    ...Object.keys(result.metafile.inputs),
    relative(root, self),
    "tsconfig.json",
    "node_modules/esbuild/package.json",
  ].sort();
  // Who saved while it was bundled gets a new bundle next time.
  const sources = inputs.some((input) => modifiedAt(join(root, input)) >= startedAt) ? null : hash(inputs);
  const code = result.outputFiles[0].contents;
  const made = `${name}-${createHash("sha256").update(version).update(code).digest("hex").slice(0, 16)}.mjs`;
  mkdirSync(outDir, { recursive: true });
  writeWhole(join(outDir, made), code);
  writeWhole(manifestFile, JSON.stringify({ bundle: made, size: code.byteLength, inputs, sources }));
  for (const old of readdirSync(outDir)) {
    const path = join(outDir, old);
    if (!old.startsWith(`${name}-`) || old === made) continue;
    if (modifiedAt(path) < startedAt - KEEP_OLD_MS) rmSync(path, { force: true });
  }
  return join(outDir, made);
}

/**
 * One hash over files and over the names beside them: a new file can change what an import means without changing any
 * file that was read. Null when a file is gone.
 */
function hash(files) {
  const sum = createHash("sha256");
  // The root holds settings and data, and no module is looked up there.
  const folders = new Set(files.map((file) => dirname(file)).filter((folder) => folder !== "."));
  try {
    for (const file of files) sum.update(`\0${file}\0`).update(readFileSync(join(root, file)));
    for (const folder of folders)
      sum.update(`\0${folder}\0`).update(readdirSync(join(root, folder)).sort().join("\0"));
  } catch (cause) {
    if (cause.code === "ENOENT") return null;
    throw cause;
  }
  return sum.digest("hex");
}

/** Milliseconds since the epoch; a file that is gone counts as just changed. */
function modifiedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    // Not made yet, or cut short by a loss of power: it is made anew.
    if (cause.code === "ENOENT" || cause instanceof SyntaxError) return null;
    throw cause;
  }
}

/** Other processes see the whole file or none. */
function writeWhole(file, contents) {
  const scratch = `${file}-${randomUUID()}.tmp`;
  writeFileSync(scratch, contents);
  renameSync(scratch, file);
}
