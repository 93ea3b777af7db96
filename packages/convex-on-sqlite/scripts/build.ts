/**
 * Makes what the published package holds, in dist/: the sub-exports, the command and the threads as bundles that share their code,
 * and the declarations of types. Packages stay dependencies: native code, and the copy of convex that the app uses too.
 */
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import { WORKERS } from "../src/workers";

const require = createRequire(import.meta.url);
const root = dirname(require.resolve("convex-on-sqlite/package.json"));
const dist = join(root, "dist");
/** The sub-exports of package.json. */
const ENTRIES = ["index", "admin", "build", "codegen", "env", "process"];

rmSync(dist, { recursive: true, force: true });
const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: {
    ...Object.fromEntries(ENTRIES.map((name) => [name, `src/${name}.ts`])),
    ...WORKERS,
    command: "src/command/main.ts",
  },
  outdir: dist,
  outExtension: { ".js": ".mjs" },
  chunkNames: "[name]-[hash]",
  bundle: true,
  // What is loaded lazily stays apart: the admin interface, esbuild, zip files.
  splitting: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  legalComments: "none",
  logLevel: "error",
  write: false,
});
// TypeScript 7 writes the declarations of version 6, in another order, in a seventh of the time.
const compiler = join(dirname(require.resolve("typescript-7/package.json")), "bin/tsc");
execFileSync(process.execPath, [compiler, "-p", join(root, "tsconfig.build.json")], {
  cwd: root,
  stdio: "inherit",
});
for (const { path, contents } of outputFiles)
  writeFileSync(
    path,
    basename(path) === "command.mjs" ? `#!/usr/bin/env node\n${Buffer.from(contents)}` : contents,
  );
// Declarations of plain JavaScript, which tsc does not copy.
cpSync(join(root, "src/code/sources.d.mts"), join(dist, "code/sources.d.mts"));
cpSync(join(root, "src/code/sourceMaps.d.mts"), join(dist, "code/sourceMaps.d.mts"));
// Node's own resolution wants the extensions that a bundler adds.
for (const path of readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((one) =>
  one.endsWith(".d.ts"),
)) {
  const file = join(dist, path);
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/((?:from|import\()\s*")(\.\.?\/[^"]+?)(?:\.mjs)?(")/g, "$1$2.js$3"));
}
console.log(`dist/ holds ${outputFiles.length} bundles.`);
