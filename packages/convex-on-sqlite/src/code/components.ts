/** The tree of installed components, and which of them share a bundle. */
import { join } from "node:path";
import { LoadError } from "./loadError";
import type { Definition, EnvBinding } from "./definitions";

/** One installed component; the app itself has the path `""`. */
export interface Installed {
  readonly path: string;
  readonly definition: Definition;
  /** Child name → component path. */
  readonly children: ReadonlyMap<string, string>;
  /** Variables that the parent sets; `null` for the app. */
  readonly env: ReadonlyMap<string, EnvBinding> | null;
  readonly parent: string | null;
  /** The name of the bundle that contains its code. */
  readonly unit: string;
}

/** The bundle of the app's own functions. */
export const APP_UNIT = "app";

/** The folder of a definition. */
export function definitionDir(functionsDir: string, definition: Definition): string {
  return join(functionsDir, definition.path);
}

/** Walks from the app to every installed component, parents first. */
export function installedComponents(definitions: readonly Definition[]): Installed[] {
  const byPath = new Map(definitions.map((definition) => [definition.path, definition]));
  const installed: Installed[] = [];
  const visit = (
    path: string,
    definitionPath: string,
    parent: string | null,
    env: Installed["env"],
  ): void => {
    const name = path === "" ? "the app" : path;
    const definition = byPath.get(definitionPath);
    if (definition === undefined) throw new LoadError(`No definition of ${name} at ${definitionPath}.`);
    if (Object.keys(definition.httpMounts).length > 0 || definition.httpPrefix !== undefined)
      throw new LoadError(`httpPrefix of ${name} is not supported by this host.`);
    const children = new Map<string, string>();
    for (const child of definition.childComponents) {
      if (children.has(child.name))
        throw new LoadError(`Two components of ${name} have the name ${child.name}.`);
      children.set(child.name, path === "" ? child.name : `${path}/${child.name}`);
    }
    // Installations of one definition differ only by their environment.
    const shared = definition.envVars === undefined;
    const unit = path === "" ? APP_UNIT : shared ? `definition ${definitionPath}` : `component ${path}`;
    installed.push({ path, definition, children, env, parent, unit });
    for (const child of definition.childComponents) {
      visit(children.get(child.name) ?? "", child.path, path, new Map(child.env ?? []));
    }
  };
  visit("", "", null, null);
  return installed;
}
