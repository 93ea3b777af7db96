/**
 * The functions that Convex's CLI and dashboard call on a deployment, `_system/cli/…` and `_system/frontend/…`. They are
 * ordinary Convex functions, so pages, live updates and errors come from the engine; what no table holds is closed over.
 */
import { moduleFunctions, type ModuleFunction } from "../code/exports";
import { currentContext } from "../engine/context";
import type { Sqlite } from "../store/sqlite";
import type { Tablet, Tablets } from "../store/tablets";
import type { LoadedApp, LoadedComponent } from "../types";
import { cliModules } from "./cli";
import type { Exports } from "./exports";
import { frontendModules } from "./frontend";
import type { Imports } from "./imports";

/** The parts of the engine that system functions read. */
export interface EngineParts {
  readonly app: LoadedApp;
  readonly tablets: Tablets;
  /** Read it in a call only: nothing is written meanwhile. */
  readonly db: Sqlite;
}

/** What the host tells about itself. */
export interface HostParts {
  /** The variables that the app's functions see. */
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  readonly exports: Exports;
  readonly imports: Imports;
}

export type SystemParts = EngineParts & HostParts;

/** The exports of a module, by name. */
export type SystemModules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** All system functions, by `_system/folder/module:export`. */
export function systemFunctions(parts: SystemParts): ReadonlyMap<string, ModuleFunction> {
  const functions = new Map<string, ModuleFunction>();
  const folders: Record<string, SystemModules> = { cli: cliModules(parts), frontend: frontendModules(parts) };
  for (const [folder, modules] of Object.entries(folders)) {
    for (const [module, namespace] of Object.entries(modules)) {
      for (const [name, fn] of moduleFunctions(namespace))
        functions.set(`_system/${folder}/${module}:${name}`, fn);
    }
  }
  return functions;
}

/** The component in which the running system function was called. */
export function componentHere({ app }: EngineParts): LoadedComponent {
  const path = currentContext()?.address.componentPath;
  const component = path === undefined ? undefined : app.components.get(path);
  if (component === undefined) throw new Error("A system function runs in a component.");
  return component;
}

/** The users' tables of a component, by name. */
export function tablesOf({ tablets }: Pick<EngineParts, "tablets">, componentPath: string): Tablet[] {
  return [...tablets.all()]
    .filter((tablet) => tablet.componentPath === componentPath && !tablet.isSystem)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
