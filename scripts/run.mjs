// Runs a TypeScript entry point: `node scripts/run.mjs host/some.ts [args]`. esbuild is here anyway, for the
// functions, so no second TypeScript runner is needed. A bundle is kept and used again for as long as nothing it was
// made from has changed.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  changedSince,
  inputFiles,
  hasAllFiles,
  readManifest,
  sourceHash,
  writeAtomically,
} from "../host/code/sources.mjs";
import { keepCompiled } from "./run/compile-cache.mjs";
import { mapStacks } from "./run/source-maps.mjs";

const self = fileURLToPath(import.meta.url);
const root = resolve(dirname(self), "..");
// Inside the project, so that packages resolve.
const outDir = join(root, ".host", "run");
// The runner and the compiler's settings and version make the bundle, too; the lock file says what a package is.
const MAKERS = ["scripts/run.mjs", "tsconfig.json", "node_modules/esbuild/package.json", "package-lock.json"];
// Old bundles stay this long: a process that is starting right now may be about to load one.
const KEEP_OLD_MS = 60 * 60 * 1000;
// Packages of many files, of which little is used: bundled, they load in a fifth of the time. With convex goes what
// shares its classes. All others stay outside, for they may have native code, or files of their own.
const BUNDLED_PACKAGES = ["@convex-dev", "convex", "convex-helpers", "croner", "ws", "zod"];
// Bundled CommonJS requires Node's own modules, and a module has no `require`.
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
  // Who may not write here can run what somebody has bundled who may.
  console.error(
    `${outDir} can't be written (${cause.code}): run this once as the owner of ${root}, or make .host writable`,
  );
  process.exit(1);
});
mapStacks();
keepCompiled(join(root, ".host", "compiled"));
process.argv = [process.argv[0], resolve(root, entry), ...rest];
await import(pathToFileURL(bundle).href);

/** Whether the packages are there, told by the one that everything begins with. */
function isInstalled() {
  try {
    createRequire(self).resolve("esbuild/package.json");
    return true;
  } catch (cause) {
    if (cause.code === "MODULE_NOT_FOUND") return false;
    throw cause;
  }
}

/** The bundle of an entry point, made if the one at hand no longer matches its sources. */
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
  // Who saved while it was bundled gets a new bundle next time.
  const sources = changedSince(root, inputs, startedAt) ? null : sourceHash(root, inputs);
  const [map, code] = result.outputFiles.map(({ contents }) => contents);
  const digest = createHash("sha256").update(version).update(code).update(map).digest("hex").slice(0, 16);
  const made = `${name}-${digest}.mjs`;
  const files = { [`${made}.map`]: map.byteLength, [made]: code.byteLength };
  mkdirSync(outDir, { recursive: true });
  writeAtomically(join(outDir, `${made}.map`), map);
  writeAtomically(join(outDir, made), code);
  writeAtomically(manifestFile, JSON.stringify({ bundle: made, files, inputs, sources }));
  for (const old of readdirSync(outDir)) {
    const path = join(outDir, old);
    if (!old.startsWith(`${name}-`) || old in files) continue;
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (modifiedAt < startedAt - KEEP_OLD_MS) rmSync(path, { force: true });
  }
  return join(outDir, made);
}
