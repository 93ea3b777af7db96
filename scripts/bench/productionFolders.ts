/** The packages that an install of the published package brings, as they are installed here. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const lockFile = z.object({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) });

/** Their folders, without those for other platforms. */
export function productionFolders(root: string): string[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== "" && dev !== true)
    .map(([path]) => join(root, path))
    .filter((folder) => existsSync(folder));
}
