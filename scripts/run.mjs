// Runs a TypeScript entry point: `node scripts/run.mjs host/some.ts [args]`. esbuild is here anyway, for the
// functions, so no second TypeScript runner is needed. A bundle is kept and used again for as long as nothing it was
// made from has changed.
import { createHash, randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { keepCompiled } from "./run/compile-cache.mjs";
import { sourceHash } from "./run/source-hash.mjs";
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
  const manifest = readJson(manifestFile);
  if (
    manifest !== null &&
    manifest.sources !== null &&
    isWhole(manifest.files) &&
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
  const read = Object.keys(result.metafile.inputs);
  const makers = MAKERS.filter((file) => existsSync(join(root, file)));
  const inputs = [...new Set([...read, ...packageFiles(read), ...makers])].sort();
  // Who saved while it was bundled gets a new bundle next time.
  const sources = inputs.some((input) => modifiedAt(join(root, input)) >= startedAt)
    ? null
    : sourceHash(root, inputs);
  const [map, code] = result.outputFiles.map(({ contents }) => contents);
  const digest = createHash("sha256").update(version).update(code).update(map).digest("hex").slice(0, 16);
  const made = `${name}-${digest}.mjs`;
  const files = { [`${made}.map`]: map.byteLength, [made]: code.byteLength };
  mkdirSync(outDir, { recursive: true });
  writeWhole(join(outDir, `${made}.map`), map);
  writeWhole(join(outDir, made), code);
  writeWhole(manifestFile, JSON.stringify({ bundle: made, files, inputs, sources }));
  for (const old of readdirSync(outDir)) {
    const path = join(outDir, old);
    if (!old.startsWith(`${name}-`) || old in files) continue;
    if (modifiedAt(path) < startedAt - KEEP_OLD_MS) rmSync(path, { force: true });
  }
  return join(outDir, made);
}

/** Every package.json over the files: they say what the imports of a package mean. */
function packageFiles(files) {
  const seen = new Set();
  for (const file of files) {
    for (let folder = dirname(file); !seen.has(folder); folder = dirname(folder)) seen.add(folder);
  }
  return [...seen]
    .map((folder) => join(folder, "package.json"))
    .filter((file) => existsSync(join(root, file)));
}

/** Whether the files of a bundle are there in their full size. */
function isWhole(files = {}) {
  const sizes = Object.entries(files);
  return (
    sizes.length > 0 &&
    sizes.every(([file, size]) => statSync(join(outDir, file), { throwIfNoEntry: false })?.size === size)
  );
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
