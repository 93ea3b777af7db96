// Runs TypeScript: esbuild is required for the functions anyway, so no second tool is needed. A bundle is reused until one of its
// sources changes.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, extname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  changedSince,
  inputFiles,
  hasAllFiles,
  readManifest,
  sourceHash,
  stampHash,
  writeAtomically,
} from "../code/sources.mjs";
import { asScripts, runScript } from "../code/cachedScript.mjs";
import { installSourceMaps } from "../code/sourceMaps.mjs";
import { enableCompileCache } from "./compileCache.mjs";

// The runner, esbuild and its settings also determine a bundle; the lock file determines the packages.
const MAKERS = ["tsconfig.json", "node_modules/esbuild/package.json", "package-lock.json"];
const SELF = fileURLToPath(import.meta.url);
// Old bundles are kept this long, because a starting process may be about to load one.
const KEEP_OLD_MS = 60 * 60 * 1000;
// Packages with many files, of which few are used: bundled, they load in a fifth of the time. Packages that share classes
// with convex must be bundled with it. The others stay external, because they may have native code or data files.
const BUNDLED_PACKAGES = [
  "@convex-dev",
  "convex",
  "convex-helpers",
  "convex-on-sqlite",
  "croner",
  "ws",
  "zod",
];
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

/**
 * Bundles the file `entry` of the project at `root` and runs it in this process, with `args` as its arguments. Bundles stand in
 * `.host/run` of the project. Throws what the program throws; without write access to `.host`, only a bundle that is current runs.
 */
export async function runTypeScript(root, entry, args) {
  // Inside the project, so that packages resolve.
  const outDir = join(root, ".host", "run");
  const bundle = await currentBundle(root, outDir, entry).catch((cause) => {
    if (cause.code !== "EACCES" && cause.code !== "EROFS") throw cause;
    // A user without write access can run bundles made by the owner.
    console.error(
      `${outDir} can't be written (${cause.code}): run this once as the owner of ${root}, or make .host writable`,
    );
    process.exit(1);
  });
  installSourceMaps();
  enableCompileCache(join(root, ".host", "compiled"));
  process.argv = [process.argv[0], resolve(root, entry), ...args];
  const { href } = pathToFileURL(bundle);
  if (bundle.endsWith(".cjs")) runScript(href, {});
  else await import(href);
}

/** The bundle of an entry point, rebuilt if its sources have changed. */
async function currentBundle(root, outDir, file) {
  const name = file.replace(/[^a-z0-9]+/gi, "-");
  const manifestFile = join(outDir, `${name}.json`);
  const manifest = readManifest(manifestFile);
  if (
    manifest !== null &&
    manifest.sources !== null &&
    hasAllFiles(outDir, manifest.files) &&
    (manifest.stamps === stampHash(root, manifest.inputs) ||
      manifest.sources === sourceHash(root, manifest.inputs))
  ) {
    return join(outDir, manifest.bundle);
  }
  // Loaded lazily: a start with a current bundle does not need esbuild.
  const startedAt = Date.now();
  const esbuild = await import("esbuild");
  const options = {
    entryPoints: [resolve(root, file)],
    absWorkingDir: root,
    outdir: outDir,
    entryNames: name,
    // What is imported lazily is loaded lazily, with the packages that it needs: a command loads its own part only.
    splitting: true,
    chunkNames: `${name}-[hash]`,
    write: false,
    metafile: true,
    bundle: true,
    plugins: [packagesPlugin],
    platform: "node",
    format: "esm",
    target: "node20",
    conditions: ["convex-on-sqlite-source"],
    banner: { js: REQUIRE },
    sourcemap: "external",
    sourcesContent: false,
    logLevel: "error",
  };
  const { outputFiles, metafile } = await scriptsOrModules(options, esbuild);
  const inputs = inputFiles(root, [...Object.keys(metafile.inputs), ...MAKERS, relative(root, SELF)]);
  // A file saved during the build makes the next run bundle again.
  const isWhole = !changedSince(root, inputs, startedAt);
  const [stamps, sources] = isWhole ? [stampHash(root, inputs), sourceHash(root, inputs)] : [null, null];
  const digest = createHash("sha256").update(esbuild.version);
  for (const { contents } of outputFiles) digest.update(contents);
  const extension = extname(outputFiles.find(({ path }) => !path.endsWith(".map")).path);
  const made = `${name}-${digest.digest("hex").slice(0, 16)}${extension}`;
  const files = {};
  mkdirSync(outDir, { recursive: true });
  for (const { path, contents } of outputFiles) {
    // The names of the parts that it loads have hashes of their own.
    const written = basename(path).replace(`${name}${extension}`, made);
    files[written] = contents.byteLength;
    writeAtomically(join(outDir, written), contents);
  }
  writeAtomically(manifestFile, JSON.stringify({ bundle: made, files, inputs, sources, stamps }));
  for (const old of readdirSync(outDir)) {
    const path = join(outDir, old);
    if (!old.startsWith(`${name}-`) || old.replace(/\.cache$/, "") in files) continue;
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (modifiedAt < startedAt - KEEP_OLD_MS) rmSync(path, { force: true });
  }
  return join(outDir, made);
}

/** A bundle as scripts, which keep their compiled code, or as modules if the program awaits at its top level: scripts can't. */
async function scriptsOrModules(options, { build, transform }) {
  const { outputFiles, metafile } = await build({ ...options, outExtension: { ".js": ".cjs" } });
  try {
    return { outputFiles: await asScripts(outputFiles, transform), metafile };
  } catch (cause) {
    const reasons = (cause.errors ?? [cause]).map(({ text, message }) => text ?? message);
    if (!reasons.every((reason) => reason.startsWith("Top-level await"))) throw cause;
    return await build({ ...options, outExtension: { ".js": ".mjs" } });
  }
}
