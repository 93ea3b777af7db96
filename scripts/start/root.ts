/** The project's root: the folder of its package.json, and the base of the service's relative paths. */
import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of package.json above this module, whether it runs from source or from a bundle under `.host`. */
export const projectRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)));

/**
 * The base of the service's relative paths, its settings and data: the checkout, or, where the package is installed, the folder
 * that the command runs in. An installed package is replaced by the next version.
 */
export const home: string = isInstalled(projectRoot) ? process.cwd() : projectRoot;

function isInstalled(folder: string): boolean {
  return folder.split(sep).includes("node_modules");
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("No package.json was found above the service's code.");
  return findRoot(parent);
}
