/** Loads an app: a functions folder and every component that it installs. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { keepIntrinsics } from "../engine/intrinsics";
import { registerAppCode } from "../engine/stackFrames";
import type {
  CronDefinition,
  HttpLookup,
  HttpRoute,
  LoadedApp,
  LoadedComponent,
  LoadedFunction,
  SchemaDefinition,
} from "../types";
import { currentBuild } from "./build";
import type { Unit } from "./bundle";
import { runScript } from "./cachedScript.mjs";
import { APP_UNIT, installedComponents, type Installed } from "./components";
import { readCrons } from "./crons";
import { resolveEnvironments, type Env, type Environments } from "./environment";
import { moduleFunctions, type ModuleFunction } from "./exports";
import { listRoutes, readRoutes } from "./http";
import { installUnit, useUtc } from "./install";
import { LoadError, fromModuleFailure, projectPath } from "./loadError";
import { readPrebuilt, type LoadableBuild } from "./prebuilt";
import { readSchema } from "./schema";

export interface LoadOptions {
  /** The `convex/` folder, or one with a build made in advance (prebuilt.ts). */
  readonly functionsDir: string;
  /** The folder for bundles, kept between starts. One app per folder. */
  readonly outDir: string;
  /** The complete environment of the app. */
  readonly env: Env;
}

/** The imported code of a unit. */
interface LoadedUnit {
  readonly functions: ReadonlyMap<string, ModuleFunction>;
  readonly schema: SchemaDefinition | null;
  readonly readCrons: (
    componentPath: string,
    functions: ReadonlyMap<string, LoadedFunction>,
  ) => CronDefinition[];
  readonly http: HttpLookup | null;
  readonly routes: readonly HttpRoute[];
}

const isNodeFile = (file: string): boolean => file.endsWith("/node.cjs");

type Namespace = Readonly<Record<string, unknown>>;

function loadUnit(build: LoadableBuild, unit: Unit, root: string, env: Env): LoadedUnit {
  const globals = installUnit(unit.processKey, env);
  const files = unit.files.map(({ file }) => {
    try {
      const url = pathToFileURL(join(build.dir, file)).href;
      return runScript(url, isNodeFile(file) ? globals.node : globals.isolate) as Readonly<
        Record<string, Namespace>
      >;
    } catch (cause) {
      throw fromModuleFailure(cause, projectPath(root, unit.dir), root);
    }
  });
  const functions = new Map<string, ModuleFunction>();
  const defaults = new Map<string, unknown>();
  for (const [fileIndex, { file, modules }] of unit.files.entries()) {
    const inNode = isNodeFile(file);
    for (const [index, path] of modules.entries()) {
      const namespace = files[fileIndex]?.[`m${index}`] ?? {};
      const module = projectPath(root, join(unit.dir, path));
      defaults.set(path, namespace["default"]);
      try {
        for (const [name, found] of moduleFunctions(namespace, inNode))
          functions.set(`${path}:${name}`, found);
      } catch (cause) {
        throw fromModuleFailure(cause, module, root);
      }
    }
  }
  const read = <T>(path: string, reader: (exported: unknown) => T): T | null =>
    defaults.has(path) ? reader(defaults.get(path)) : null;
  return {
    functions: new Map([...functions].sort(([a], [b]) => (a < b ? -1 : 1))),
    schema: read("schema", readSchema),
    readCrons: (componentPath, installed) =>
      read("crons", (exported) => readCrons(exported, componentPath, installed)) ?? [],
    http: read("http", readRoutes),
    routes: listRoutes(defaults.get("http")),
  };
}

function install(component: Installed, unit: LoadedUnit): LoadedComponent {
  const { path, definition, children } = component;
  const functions = new Map(
    [...unit.functions].map(([name, found]) => [name, { ...found, address: { componentPath: path, name } }]),
  );
  const crons = unit.readCrons(path, functions);
  return { path, definitionPath: definition.path, children, functions, schema: unit.schema, crons };
}

/** Packages that Convex would install by itself for Node actions: here they are bundled like all others. */
function rejectExternalPackages(root: string): void {
  const file = join(root, "convex.json");
  if (!existsSync(file)) return;
  const config = JSON.parse(readFileSync(file, "utf8")) as {
    node?: { externalPackages?: readonly string[] };
  };
  if ((config.node?.externalPackages ?? []).length === 0) return;
  throw new LoadError(
    "node.externalPackages of convex.json is not supported by this host: remove it, or deploy to Convex.",
  );
}

/** The usual folder for an app's bundles. */
export function bundlesOf(functionsDir: string): string {
  return join(dirname(resolve(functionsDir)), ".host", "app");
}

/** The current build of a functions folder and its installed components. */
interface Prepared {
  readonly build: LoadableBuild;
  readonly root: string;
  readonly installed: readonly Installed[];
}

/**
 * The first half of `loadApp`: finds or creates the build.
 * @throws {LoadError}
 */
export async function prepareApp(options: Omit<LoadOptions, "env">): Promise<Prepared> {
  const functionsDir = realpathSync(resolve(options.functionsDir));
  rejectExternalPackages(dirname(functionsDir));
  useUtc();
  const build = readPrebuilt(functionsDir) ?? (await currentBuild(functionsDir, resolve(options.outDir)));
  registerAppCode({ buildDir: join(realpathSync(dirname(build.dir)), basename(build.dir)), functionsDir });
  return { build, root: dirname(functionsDir), installed: installedComponents(build.definitions) };
}

/**
 * The second half of `loadApp`: imports the build with the given environments.
 * @throws {LoadError}
 */
export function loadPrepared({ build, root, installed }: Prepared, environments: Environments): LoadedApp {
  const envOf = (unit: Unit): Env => {
    const user = installed.find((component) => component.unit === unit.name);
    return (user && environments.byPath.get(user.path)) ?? {};
  };
  const units = new Map(build.units.map((unit) => [unit.name, loadUnit(build, unit, root, envOf(unit))]));
  keepIntrinsics();
  const components = new Map<string, LoadedComponent>();
  for (const component of installed) {
    const unit = units.get(component.unit);
    if (unit === undefined) throw new Error(`The bundle "${component.unit}" was not built.`);
    components.set(component.path, install(component, unit));
  }
  const { http = null, routes = [] } = units.get(APP_UNIT) ?? {};
  return { components, http, routes };
}

/**
 * Loads the app in `functionsDir`, from an earlier build in `outDir` if nothing has changed since.
 *
 * A process loads one build with one environment; loading it again reuses the modules.
 * @throws {LoadError} when the app is wrong: it does not bundle, a module throws while loading, a variable is missing or
 * invalid, a cron names no function, or a component name is used twice
 */
export async function loadApp(options: LoadOptions): Promise<LoadedApp> {
  const prepared = await prepareApp(options);
  const environments = resolveEnvironments(prepared.installed, options.env);
  if (environments.problems.length > 0) {
    throw new LoadError(`Environment variables: ${environments.problems.join("; ")}.`);
  }
  return loadPrepared(prepared, environments);
}
