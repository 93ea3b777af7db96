/** The component definitions of an app: bundles and evaluates `convex.config.ts` and those of the components it uses. */
import type { Metafile, Plugin } from "esbuild";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { LoadError, fromBuildFailure, fromModuleFailure, projectPath } from "./loadError";
import { definitionFile } from "./modules";

/** How a parent sets a child's variable: to a fixed value, or to the value of one of its own variables. */
export type EnvBinding =
  | { readonly type: "value"; readonly value: string }
  | { readonly type: "envVar"; readonly name: string };

/** A declared variable; `value` is its validator as JSON text. */
export interface EnvDeclaration {
  readonly type: "value";
  readonly value: string;
  readonly optional?: boolean;
}

/** The result of a definition's `export()`, with its folder. Plain JSON. */
export interface Definition {
  /** The definition's folder, relative to the app's functions folder; `""` for the app. */
  readonly path: string;
  readonly definitionType:
    | { readonly type: "app" }
    | { readonly type: "childComponent"; readonly name: string };
  readonly childComponents: readonly {
    readonly name: string;
    readonly path: string;
    readonly env: readonly (readonly [string, EnvBinding])[] | null;
  }[];
  readonly httpMounts: Readonly<Record<string, string>>;
  readonly httpPrefix?: string;
  readonly envVars?: readonly (readonly [string, EnvDeclaration])[];
}

interface RuntimeDefinition {
  readonly componentDefinitionPath?: string;
  readonly _childComponents: readonly (readonly [string, RuntimeDefinition, unknown, unknown])[];
  export(): Omit<Definition, "path">;
}

const NAMESPACE = "component-definition";
const EMPTY_APP: Definition = {
  path: "",
  definitionType: { type: "app" },
  childComponents: [],
  httpMounts: {},
};

/**
 * Tells `app.use(definition)` where a definition is, as the CLI does: each import of a definition goes through a
 * generated module that sets its folder and its name.
 */
function definitionPathPlugin(functionsDir: string): Plugin {
  return {
    name: "component-definition-path",
    setup(build) {
      build.onResolve({ filter: /convex\.config/ }, async (args) => {
        if (args.kind === "entry-point" || args.namespace === NAMESPACE || args.pluginData === NAMESPACE)
          return;
        for (const candidate of [args.path, `${args.path}.js`, `${args.path}.ts`]) {
          const { kind, resolveDir } = args;
          const found = await build.resolve(candidate, { kind, resolveDir, pluginData: NAMESPACE });
          if (found.path !== "") return { path: found.path, namespace: NAMESPACE };
        }
        return;
      });
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, (args) => {
        const folder = relative(functionsDir, dirname(args.path)).split(sep).join("/");
        return {
          contents:
            `import definition from ${JSON.stringify(args.path)};\n` +
            `definition.componentDefinitionPath = ${JSON.stringify(folder)};\n` +
            `definition.defaultName = definition._name;\n` +
            `export default definition;\n`,
          resolveDir: dirname(args.path),
          loader: "js",
        };
      });
    },
  };
}

function collect(path: string, definition: RuntimeDefinition, found: Map<string, Definition>): void {
  if (found.has(path)) return;
  found.set(path, { ...definition.export(), path });
  for (const [, child] of definition._childComponents) {
    if (child.componentDefinitionPath === undefined)
      throw new LoadError("A component definition has no path.");
    collect(child.componentDefinitionPath, child, found);
  }
}

/**
 * Bundles and evaluates the app's definition.
 * @param scratchDir a temporary folder for the bundle, removed afterwards
 * @returns the definitions, the app first, and esbuild's metafile (`null` if the app has no definition)
 */
export async function evaluateDefinitions(
  functionsDir: string,
  scratchDir: string,
): Promise<{ definitions: Definition[]; metafile: Metafile | null }> {
  const entry = definitionFile(functionsDir);
  if (entry === null) return { definitions: [EMPTY_APP], metafile: null };
  const root = dirname(functionsDir);
  const { build } = await import("esbuild");
  const result = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: join(scratchDir, "definition.cjs"),
    bundle: true,
    write: false,
    metafile: true,
    platform: "browser",
    format: "cjs",
    target: "esnext",
    conditions: ["convex", "module"],
    keepNames: true,
    sourcemap: "inline",
    logLevel: "silent",
    // Definitions are evaluated before any environment exists.
    define: { "process.env": "{}", "globalThis.process.env": "{}" },
    plugins: [definitionPathPlugin(functionsDir)],
  }).catch((cause: unknown) => {
    throw fromBuildFailure(cause);
  });
  const output = result.outputFiles[0];
  if (output === undefined) throw new Error("esbuild wrote no definition.");
  mkdirSync(scratchDir, { recursive: true });
  writeFileSync(output.path, output.contents);
  const found = new Map<string, Definition>();
  try {
    const module = createRequire(output.path)(output.path) as { default?: RuntimeDefinition };
    if (typeof module.default?.export !== "function")
      throw new LoadError(
        `${projectPath(root, entry)} must export the result of defineApp() as its default.`,
      );
    collect("", module.default, found);
  } catch (cause) {
    throw fromModuleFailure(cause, projectPath(root, entry), root);
  } finally {
    rmSync(scratchDir, { recursive: true, force: true });
  }
  return { definitions: [...found.values()], metafile: result.metafile };
}
