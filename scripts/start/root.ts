/** Where the project is: the folder of its package.json, from which every relative path of the service counts. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of package.json over this module, whether it runs from its source or from a bundle under `.host`. */
export const projectRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("No package.json stands over the service's code.");
  return findRoot(parent);
}
