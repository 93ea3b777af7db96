// Runs a TypeScript entry point: `node scripts/run.mjs host/some.ts [args]`. esbuild is required for the functions
// anyway, so no second TypeScript runner is needed. A bundle is reused until one of its sources changes.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  changedSince,
  inputFiles,
  hasAllFiles,
  readManifest,
  sourceHash,
  writeAtomically,
} from "../host/code/sources.mjs";
import { installSourceMaps } from "../host/code/sourceMaps.mjs";
import { enableCompileCache } from "./run/compile-cache.mjs";

const self = fileURLToPath(import.meta.url);
const root = resolve(dirname(self), "..");
// Inside the project, so that packages resolve.
const outDir = join(root, ".host", "run");
// The runner, esbuild and its settings also determine the bundle; the lock file determines the packages.
const MAKERS = ["scripts/run.mjs", "tsconfig.json", "node_modules/esbuild/package.json", "package-lock.json"];
// Old bundles are kept this long, because a starting process may be about to load one.
const KEEP_OLD_MS = 60 * 60 * 1000;
// Packages with many files, of which few are used: bundled, they load in a fifth of the time. Packages that share classes
// with convex must be bundled with it. The others stay external, because they may have native code or data files.
const BUNDLED_PACKAGES = ["@convex-dev", "convex", "convex-helpers", "croner", "ws", "zod"];
// Bundled CommonJS code requires Node's built-ins, but an ES module has no `require`.
const REQUIRE =
  'import { createRequire as __createRequire } from "node:module";\n' +
  "const require = __createRequire(import.meta.url);";

const bundledPackage = new RegExp(`^(?:${BUNDLED_PACKAGES.join("|")})(?:/|$)`);
const packagesPlugin = {
  name: "packages",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ kind, path }) =>
      kind === "entry-point" || bundledPackage.test(path) ? undefined : { path, external: true },
    );
  },
};

const [entry, ...rest] = process.argv.slice(2);
if (entry === undefined) {
  console.error("usage: node scripts/run.mjs <file.ts> [arguments]");
  process.exit(2);
}
if (!isInstalled()) {
  console.error(`the packages of ${root} are not installed: run "npm ci" there first`);
  process.exit(1);
}
const bundle = await currentBundle(entry).catch((cause) => {
  if (cause.code !== "EACCES" && cause.code !== "EROFS") throw cause;
  // A user without write access can run bundles made by the owner.
  console.error(
    `${outDir} can't be written (${cause.code}): run this once as the owner of ${root}, or make .host writable`,
  );
  process.exit(1);
});
installSourceMaps();
enableCompileCache(join(root, ".host", "compiled"));
process.argv = [process.argv[0], resolve(root, entry), ...rest];
await import(pathToFileURL(bundle).href);

/** Whether the packages are installed, judged by esbuild, which everything else needs first. */
function isInstalled() {
  try {
    createRequire(self).resolve("esbuild/package.json");
    return true;
  } catch (cause) {
    if (cause.code === "MODULE_NOT_FOUND") return false;
    throw cause;
  }
}

/** The bundle of an entry point, rebuilt if its sources have changed. */
async function currentBundle(file) {
  const name = file.replace(/[^a-z0-9]+/gi, "-");
  const manifestFile = join(outDir, `${name}.json`);
  const manifest = readManifest(manifestFile);
  if (
    manifest !== null &&
    manifest.sources !== null &&
    hasAllFiles(outDir, manifest.files) &&
    manifest.sources === sourceHash(root, manifest.inputs)
  ) {
    return join(outDir, manifest.bundle);
  }
  // Loaded lazily: a start with a current bundle does not need esbuild.
  const startedAt = Date.now();
  const { build, version } = await import("esbuild");
  const result = await build({
    entryPoints: [resolve(root, file)],
    absWorkingDir: root,
    outdir: outDir,
    entryNames: name,
    // What is imported lazily is loaded lazily, with the packages that it needs: a command loads its own part only.
    splitting: true,
    chunkNames: `${name}-[hash]`,
    outExtension: { ".js": ".mjs" },
    write: false,
    metafile: true,
    bundle: true,
    plugins: [packagesPlugin],
    platform: "node",
    format: "esm",
    target: "node20",
    banner: { js: REQUIRE },
    sourcemap: "external",
    sourcesContent: false,
    logLevel: "error",
  });
  const inputs = inputFiles(root, [...Object.keys(result.metafile.inputs), ...MAKERS]);
  // A file saved during the build makes the next run bundle again.
  const sources = changedSince(root, inputs, startedAt) ? null : sourceHash(root, inputs);
  const digest = createHash("sha256").update(version);
  for (const { contents } of result.outputFiles) digest.update(contents);
  const made = `${name}-${digest.digest("hex").slice(0, 16)}.mjs`;
  const files = {};
  mkdirSync(outDir, { recursive: true });
  for (const { path, contents } of result.outputFiles) {
    // The names of the parts that it loads have hashes of their own.
    const written = basename(path).replace(`${name}.mjs`, made);
    files[written] = contents.byteLength;
    writeAtomically(join(outDir, written), contents);
  }
  writeAtomically(manifestFile, JSON.stringify({ bundle: made, files, inputs, sources }));
  for (const old of readdirSync(outDir)) {
    const path = join(outDir, old);
    if (!old.startsWith(`${name}-`) || old in files) continue;
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (modifiedAt < startedAt - KEEP_OLD_MS) rmSync(path, { force: true });
  }
  return join(outDir, made);
}
