/** One bundle of functions: esbuild with the settings of the Convex CLI, and the host's globals in place of Node's. */
import type { BuildOptions, Metafile, OutputFile, Platform, Plugin } from "esbuild";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { base64Plugin } from "./base64";
import { GUARDED_GLOBALS } from "./install";
import { LoadError, fromBuildFailure, projectPath } from "./loadError";
import { listModules, schemaFile } from "./modules";
import { APP_UNIT } from "./components";

/** A file of a bundle, relative to the build's folder; its n-th module is its export `m<n>`. */
interface BundledFile {
  readonly file: string;
  /** Paths as in function names; the schema is `schema`. */
  readonly modules: readonly string[];
}

/** The code of one definition with one environment. Plain JSON, because the cache keeps it. */
export interface Unit {
  readonly name: string;
  /** Under which its bundle finds its `process`. */
  readonly processKey: string;
  readonly dir: string;
  readonly files: readonly BundledFile[];
}

/** A unit with the files to write. */
interface BuiltUnit {
  readonly unit: Unit;
  readonly outputs: readonly OutputFile[];
  readonly metafiles: readonly Metafile[];
}

/** Identifies the `process` of a unit's bundle among all that one Node process loads. An identifier. */
function processKey(outDir: string, unit: string): string {
  return `p${createHash("sha256").update(`${outDir}\n${unit}`).digest("hex").slice(0, 16)}`;
}

/**
 * The replacements of free identifiers and of their `globalThis.` forms. The default runtime calls the global object `self`
 * as well; its `process` has nothing but `env`, by which libraries tell that they do not run in Node.
 */
function definitions(key: string, platform: Platform): Record<string, string> {
  const component = `globalThis.__hostProcess.${key}`;
  const replaced = new Map([["process.env", `${component}.env`]]);
  for (const name of GUARDED_GLOBALS) replaced.set(name, `globalThis.__host.${name}`);
  if (platform === "browser") replaced.set("process", component);
  const prefixes = platform === "browser" ? ["", "globalThis.", "self."] : ["", "globalThis."];
  const define: Record<string, string> = { "process.env.NODE_ENV": '"production"' };
  if (platform === "browser") Object.assign(define, NO_BUFFER, { self: ALIASED, globalThis: ALIASED });
  for (const prefix of prefixes) for (const [name, by] of replaced) define[prefix + name] = by;
  return define;
}

/** The global object itself, of which somebody may take anything by any other form. */
const ALIASED = "globalThis.__hostGlobal";

/** Modules that the platform supplies: `server-only` is empty, and the default runtime too has `async_hooks`. */
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

// Bundled CommonJS packages require Node's built-ins at run time, which an ES module has no `require` for.
const REQUIRE_SHIM =
  'import { createRequire as __hostCreateRequire } from "node:module";\n' +
  "const require = __hostCreateRequire(import.meta.url);";

/**
 * The default runtime has no `Buffer`: libraries do without, and who takes it for granted learns it here and not at the
 * deployment. The free name becomes one that nothing declares, so that its use is a ReferenceError.
 */
const NO_BUFFER = { Buffer: "NodeBuffer", "globalThis.Buffer": "undefined", "self.Buffer": "undefined" };

/** `root` is the project's folder, `key` names the bundle's `process`. */
function options(
  root: string,
  dir: string,
  outdir: string,
  files: readonly string[],
  platform: "browser" | "node",
  key: string,
) {
  // One file for all modules: Node spends more on opening many than on reading one.
  const contents = files
    .map((file, index) => `export * as m${index} from ${JSON.stringify(file)};\n`)
    .join("");
  return {
    absWorkingDir: root,
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    write: false,
    metafile: true,
    platform,
    format: "esm",
    target: "esnext",
    jsx: "automatic",
    conditions: ["convex", "module"],
    // For modules that are imported dynamically.
    splitting: true,
    treeShaking: true,
    // Less text is parsed faster at every start.
    minifyWhitespace: true,
    minifySyntax: true,
    // For stacks, and for classes that tell their errors by name.
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    logLevel: "silent",
    define: definitions(key, platform),
    ...(platform === "node" ? { banner: { js: REQUIRE_SHIM } } : {}),
    stdin: { contents, resolveDir: dir, sourcefile: "modules", loader: "js" },
    entryNames: platform,
    chunkNames: `${platform}-[hash]`,
    plugins: [platformModulesPlugin, base64Plugin],
  } satisfies BuildOptions;
}

/**
 * Bundles a functions folder. Nothing is written.
 * @param request.buildDir where the build will stand; source maps point from there to the sources
 * @param request.folder the unit's folder in it
 * @param request.root the project's folder
 * @throws {LoadError} with file and line of every error esbuild found
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
  const { build } = await import("esbuild");
  const built = await Promise.all(
    parts
      .filter((part) => part.modules.length > 0)
      .map(async ({ platform, modules: sources }) => {
        const files = sources.map(({ file }) => file);
        const result = await build(options(root, dir, join(buildDir, folder), files, platform, key));
        return { result, file: `${folder}/${platform}.mjs`, modules: sources.map(({ path }) => path) };
      }),
  ).catch((cause: unknown) => {
    throw fromBuildFailure(cause);
  });
  return {
    unit: { name, processKey: key, dir, files: built.map(({ file, modules }) => ({ file, modules })) },
    outputs: built.flatMap(({ result }) => result.outputFiles),
    metafiles: built.map(({ result }) => result.metafile),
  };
}
