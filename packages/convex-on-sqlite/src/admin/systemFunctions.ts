/**
 * The functions that Convex's CLI and dashboard call on a deployment, `_system/cli/…` and `_system/frontend/…`. They are
 * ordinary Convex functions, so pages, live updates and errors come from the engine; what no table holds is closed over.
 */
import { moduleFunctions, type ModuleFunction } from "../code/exports";
import type { EngineParts } from "../engine/engine";
import { cliModules } from "./cli";
import type { Exports } from "./exports";
import { frontendModules } from "./frontend";
import type { Imports } from "./imports";

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
