/** Loads an app: a functions folder, with every component it installs, into the shape the host runs. */
import { realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { registerAppFolder } from "../engine/appFrames";
import type {
  CronDefinition,
  HttpLookup,
  LoadedApp,
  LoadedComponent,
  LoadedFunction,
  SchemaDefinition,
} from "../types";
import { currentBuild, type Build } from "./build";
import type { Unit } from "./bundle";
import { APP_UNIT, installedComponents, type Installed } from "./components";
import { readCrons } from "./crons";
import { resolveEnvironments, type Env, type Environments } from "./environment";
import { moduleFunctions, type ModuleFunction } from "./exports";
import { readRoutes } from "./http";
import { installGlobals, installProcess } from "./install";
import { LoadError, fromModuleFailure, projectPath } from "./loadError";
import { readSchema } from "./schema";

export interface LoadOptions {
  /** The `convex/` folder. */
  readonly functionsDir: string;
  /** Where bundles are kept between starts: one app to a folder. */
  readonly outDir: string;
  /** Everything the app may see as its environment, and no more. */
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
  readonly routes: HttpLookup | null;
}

type Namespace = Readonly<Record<string, unknown>>;

async function loadUnit(build: Build, unit: Unit, root: string): Promise<LoadedUnit> {
  const files = await Promise.all(
    unit.files.map(async ({ file }): Promise<Readonly<Record<string, Namespace>>> => {
      try {
        return await import(pathToFileURL(join(build.dir, file)).href);
      } catch (cause) {
        throw fromModuleFailure(cause, projectPath(root, unit.dir), root);
      }
    }),
  );
  const functions = new Map<string, ModuleFunction>();
  const defaults = new Map<string, unknown>();
  for (const [fileIndex, { modules }] of unit.files.entries()) {
    for (const [index, path] of modules.entries()) {
      const namespace = files[fileIndex]?.[`m${index}`] ?? {};
      const module = projectPath(root, join(unit.dir, path));
      defaults.set(path, namespace["default"]);
      try {
        for (const [name, found] of moduleFunctions(namespace)) functions.set(`${path}:${name}`, found);
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
    routes: read("http", readRoutes),
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

/** A functions folder as it is now: its build, and the places of its components. */
interface Prepared {
  readonly build: Build;
  readonly root: string;
  readonly installed: readonly Installed[];
}

/**
 * The first half of `loadApp`: finds or makes the build.
 * @throws {LoadError}
 */
export async function prepareApp(options: Omit<LoadOptions, "env">): Promise<Prepared> {
  const functionsDir = realpathSync(resolve(options.functionsDir));
  installGlobals();
  registerAppFolder(functionsDir);
  const build = await currentBuild(functionsDir, resolve(options.outDir));
  return { build, root: dirname(functionsDir), installed: installedComponents(build.definitions) };
}

/**
 * The second half of `loadApp`, with whatever environments there are.
 * @throws {LoadError}
 */
export async function loadPrepared(
  { build, root, installed }: Prepared,
  environments: Environments,
): Promise<LoadedApp> {
  for (const unit of build.units) {
    const user = installed.find((component) => component.unit === unit.name);
    installProcess(unit.processKey, (user && environments.byPath.get(user.path)) ?? {});
  }
  const units = new Map(
    await Promise.all(
      build.units.map(async (unit) => [unit.name, await loadUnit(build, unit, root)] as const),
    ),
  );
  const components = new Map<string, LoadedComponent>();
  for (const component of installed) {
    const unit = units.get(component.unit);
    if (unit === undefined) throw new Error(`The bundle "${component.unit}" was not built.`);
    components.set(component.path, install(component, unit));
  }
  return { components, http: units.get(APP_UNIT)?.routes ?? null };
}

/**
 * Loads the app in `functionsDir`, from a former build in `outDir` if nothing changed since.
 *
 * A process loads one build with one environment; a second load of it shares the modules of the first.
 * @throws {LoadError} when the app is wrong: it does not bundle, a module throws while it loads, a variable is missing
 * or breaks its rule, a cron leads nowhere, a name is taken
 */
export async function loadApp(options: LoadOptions): Promise<LoadedApp> {
  const prepared = await prepareApp(options);
  const environments = resolveEnvironments(prepared.installed, options.env);
  if (environments.problems.length > 0) {
    throw new LoadError(`Environment variables: ${environments.problems.join("; ")}.`);
  }
  return loadPrepared(prepared, environments);
}
