/** Bundles functions with esbuild, using the settings of the Convex CLI and the host's globals instead of Node's. */
import type { BuildOptions, Metafile, OutputFile, Platform, Plugin } from "esbuild";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { GUARDED_FUNCTIONS, GUARDED_GLOBALS } from "../engine/unitGlobals";
import { base64Plugin } from "./base64";
import { asScripts } from "./cachedScript.mjs";
import { LoadError, fromBuildFailure, projectPath } from "./loadError";
import { listModules, schemaFile } from "./modules";
import { APP_UNIT } from "./components";

/** A file of a bundle, relative to the build's folder. It exports its n-th module as `m<n>`. */
interface BundledFile {
  readonly file: string;
  /** Module paths as in function names; the schema is `schema`. */
  readonly modules: readonly string[];
}

/** The code of one component definition with one environment. Plain JSON, because the build manifest stores it. */
export interface Unit {
  readonly name: string;
  /** Identifies the globals of the bundle in the process. */
  readonly processKey: string;
  readonly dir: string;
  readonly files: readonly BundledFile[];
}

/** A file to write to disk. */
interface Output {
  readonly path: string;
  readonly contents: Uint8Array;
}

/** A unit with the files to write to disk. */
interface BuiltUnit {
  readonly unit: Unit;
  readonly outputs: readonly Output[];
  readonly metafiles: readonly Metafile[];
}

/** A key for a unit's globals, unique among all bundles that one Node process loads. */
function processKey(outDir: string, unit: string): string {
  return `p${createHash("sha256").update(`${outDir}\n${unit}`).digest("hex").slice(0, 16)}`;
}

/**
 * Replacements for free identifiers. The default runtime also exposes the global object as `self`. Its `process` has only
 * `env`, which is how libraries detect that they do not run in Node.
 */
function definitions(platform: Platform): Record<string, string> {
  const define: Record<string, string> = {
    "process.env.NODE_ENV": '"production"',
    "process.env": "__host.env",
    globalThis: ALIASED,
  };
  for (const name of GUARDED_GLOBALS) define[name] = `__host.${name}`;
  for (const [name, guard] of Object.entries(GUARDED_FUNCTIONS)) define[name] = `__host.${guard}`;
  if (platform === "browser") return { ...define, ...NO_BUFFER, self: ALIASED, process: "__host.process" };
  return { ...define, global: ALIASED };
}

/** The global object itself. */
const ALIASED = "__host.global";

/** Modules that the platform provides: `server-only` is empty, and the default runtime also has `async_hooks`. */
const platformModulesPlugin: Plugin = {
  name: "platform-modules",
  setup(build) {
    build.onResolve({ filter: /^server-only$/ }, (args) => ({ path: args.path, namespace: "server-only" }));
    build.onLoad({ filter: /.*/, namespace: "server-only" }, () => ({ contents: "", loader: "js" }));
    build.onResolve({ filter: /^(?:node:)?async_hooks$/ }, () => ({
      path: "node:async_hooks",
      external: true,
    }));
  },
};

/**
 * The default runtime has no `Buffer`. Code that uses it anyway should fail here and not first at the deployment, so the
 * free name is replaced with one that nothing declares: using it throws a ReferenceError.
 */
const NO_BUFFER = { Buffer: "NodeBuffer" };

/** Build options. `root` is the project's folder. */
function options(
  root: string,
  dir: string,
  outdir: string,
  files: readonly string[],
  platform: "browser" | "node",
) {
  // One file for all modules: opening many files costs Node more than reading one.
  const contents = files
    .map((file, index) => `export * as m${index} from ${JSON.stringify(file)};\n`)
    .join("");
  return {
    absWorkingDir: root,
    outdir,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    write: false,
    metafile: true,
    platform,
    format: "esm",
    target: "esnext",
    jsx: "automatic",
    conditions: ["convex", "module"],
    // Dynamically imported modules become chunks.
    splitting: true,
    treeShaking: true,
    // Not supported on Convex either.
    supported: { "top-level-await": false },
    // Less text parses faster at every start.
    minifyWhitespace: true,
    minifySyntax: true,
    // Stack traces and error classes need the original names.
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    logLevel: "silent",
    define: definitions(platform),
    stdin: { contents, resolveDir: dir, sourcefile: "modules", loader: "js" },
    entryNames: platform,
    chunkNames: `${platform}-[hash]`,
    plugins: [platformModulesPlugin, base64Plugin],
  } satisfies BuildOptions;
}

const ASSIGNMENT =
  /\b__host\.global\.([A-Za-z_$][\w$]*)\s*(?:=(?!=)|\?\?=|\|\|=)|\bdefineProperty\(__host\.global,\s*"([A-Za-z_$][\w$]*)"/g;

/** Replacements of the globals that the code itself creates, as polyfills do: its free identifiers of these names mean them. */
function assignedGlobals(files: readonly OutputFile[]): Record<string, string> {
  const names = files
    .filter(({ path }) => path.endsWith(".cjs"))
    .flatMap(({ text }) =>
      [...text.matchAll(ASSIGNMENT)].map(([, assigned, defined]) => assigned ?? defined),
    );
  return Object.fromEntries(names.map((name) => [name ?? "", `${ALIASED}.${name}`]));
}

/**
 * Bundles a functions folder without writing anything.
 * @param request.buildDir the build's folder; source maps are relative to it
 * @param request.folder the unit's folder within it
 * @param request.root the project's folder
 * @throws {LoadError} with file and line of every error that esbuild found
 */
export async function bundleUnit(request: {
  readonly name: string;
  readonly dir: string;
  readonly outDir: string;
  readonly buildDir: string;
  readonly folder: string;
  readonly root: string;
}): Promise<BuiltUnit> {
  const { name, dir, outDir, buildDir, folder, root } = request;
  const modules = listModules(dir);
  const inNode = modules.filter((module) => module.environment === "node");
  const [firstInNode] = inNode;
  if (firstInNode !== undefined && name !== APP_UNIT) {
    throw new LoadError(
      `${projectPath(dirname(dir), firstInNode.file)}: "use node" is not supported in components.`,
    );
  }
  const schema = schemaFile(dir);
  const inIsolate: { path: string; file: string }[] = modules.filter(
    (module) => module.environment === "isolate",
  );
  if (schema !== null) inIsolate.push({ path: "schema", file: schema });
  const parts = [
    { platform: "browser", modules: inIsolate },
    { platform: "node", modules: inNode },
  ] as const;
  const key = processKey(outDir, name);
  const { build, transform } = await import("esbuild");
  const built = await Promise.all(
    parts
      .filter((part) => part.modules.length > 0)
      .map(async ({ platform, modules: sources }) => {
        const files = sources.map(({ file }) => file);
        const { outputFiles, metafile } = await build(
          options(root, dir, join(buildDir, folder), files, platform),
        );
        const outputs = await asScripts(outputFiles, transform, assignedGlobals(outputFiles));
        return {
          outputs,
          metafile,
          file: `${folder}/${platform}.cjs`,
          modules: sources.map(({ path }) => path),
        };
      }),
  ).catch((cause: unknown) => {
    throw fromBuildFailure(cause);
  });
  return {
    unit: { name, processKey: key, dir, files: built.map(({ file, modules }) => ({ file, modules })) },
    outputs: built.flatMap(({ outputs }) => outputs),
    metafiles: built.map(({ metafile }) => metafile),
  };
}
