/**
 * Makes what the published package runs, in dist/, before `npm pack`: the service's programs and threads, each bundled with
 * its packages, and the app's functions. So an installed package needs neither esbuild nor a folder that it may write, and
 * hardly any dependencies.
 */
import { build } from "esbuild";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { currentBuild, WORKERS, writePrebuilt } from "convex-on-sqlite/build";
import { licenseTexts, packagesOf } from "./licenses";
import { ENTRY_POINTS } from "./start/entryPoint";
import { appFolder, projectRoot } from "./start/root";

/** Stays a dependency: it has native code, one package for each platform. */
const NATIVE = "libsql";
/** Only a checkout builds the app. */
const NEVER_LOADED = "esbuild";
// Bundled CommonJS code requires Node's built-ins, but an ES module has no `require`.
const REQUIRE =
  'import { createRequire as __createRequire } from "node:module";\n' +
  "const require = __createRequire(import.meta.url);";

/** The host's threads, each of which stands beside what starts it. */
const threads = Object.fromEntries(
  Object.entries(WORKERS).map(([name, file]) => [name, `packages/convex-on-sqlite/${file}`]),
);
const dist = join(projectRoot, "dist");
rmSync(dist, { recursive: true, force: true });

const app = await currentBuild(appFolder, join(projectRoot, ".host", "app"));
writePrebuilt(app, appFolder, join(dist, "app"));

const { outputFiles, metafile } = await build({
  entryPoints: { ...ENTRY_POINTS, ...threads },
  absWorkingDir: projectRoot,
  outdir: dist,
  outExtension: { ".js": ".mjs" },
  chunkNames: "[name]-[hash]",
  write: false,
  metafile: true,
  bundle: true,
  // The programs share most of their code.
  splitting: true,
  external: [NATIVE, NEVER_LOADED],
  platform: "node",
  format: "esm",
  target: "node20",
  conditions: ["convex-on-sqlite-source"],
  banner: { js: REQUIRE },
  legalComments: "none",
  logLevel: "error",
});
for (const { path, contents } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

const packages = packagesOf([...Object.keys(metafile.inputs), ...app.inputs]);
writeFileSync(
  join(dist, "licenses.txt"),
  licenseTexts(projectRoot, packages, "The bundles of Anima hold code"),
);
console.log(`${relative(projectRoot, dist)}/ holds ${outputFiles.length} bundles and the app.`);
