/** The project's root: the folder of its package.json, and the base of the service's relative paths. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const moduleFolder = dirname(fileURLToPath(import.meta.url));

/** The folder of package.json above this module, whether it runs from source or from a bundle. */
export const projectRoot: string = findRoot(moduleFolder);

/** Whether this is the published package, which holds bundles made in advance (scripts/package.ts) instead of the sources. */
export const isPackaged: boolean = basename(moduleFolder) === "dist" && dirname(moduleFolder) === projectRoot;

/**
 * The base of the service's relative paths, its settings and data: the checkout, or, where the package is installed, the folder
 * that the command runs in. An installed package is replaced by the next version.
 */
export const home: string = isPackaged ? process.cwd() : projectRoot;

/** The app for the host: the sources of its functions, or their build. */
export const appFolder: string = join(projectRoot, isPackaged ? "dist/app" : "convex");

/** The folders besides convex/ that its modules import. */
export const APP_FOLDERS = ["mind", "client", "mcp", "providers"];

function findRoot(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("No package.json was found above the service's code.");
  return findRoot(parent);
}
