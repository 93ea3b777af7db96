/**
 * A build made in advance, as the published package has it: it can be moved, need not be writable, and needs neither the
 * sources nor esbuild.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Build } from "./build";
import { readManifest } from "./sources.mjs";

/** What loading a build needs to know of it. */
export type LoadableBuild = Pick<Build, "dir" | "definitions" | "units">;

const MANIFEST = "prebuilt.json";
/** The last line of a file that esbuild made with a source map. */
const SOURCE_MAP_COMMENT = /\n\/\/# sourceMappingURL=\S+\s*$/;

/** The build in a folder; null if the folder holds something else, such as sources. */
export function readPrebuilt(folder: string): LoadableBuild | null {
  const build = readManifest(join(folder, MANIFEST)) as Omit<LoadableBuild, "dir"> | null;
  return build === null ? null : { ...build, dir: folder };
}

/** Writes a build into a folder, without its source maps, which are larger than the code, and without paths of this machine. */
export function writePrebuilt(build: Build, functionsDir: string, folder: string): void {
  const files = Object.keys(build.files).filter((file) => !file.endsWith(".map"));
  for (const file of files) {
    const code = readFileSync(join(build.dir, file), "utf8");
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code.replace(SOURCE_MAP_COMMENT, "\n"));
  }
  // Folders of sources are only named in messages.
  const units = build.units.map((unit) => ({
    ...unit,
    dir: relative(functionsDir, unit.dir).split(sep).join("/"),
  }));
  writeFileSync(join(folder, MANIFEST), JSON.stringify({ definitions: build.definitions, units }));
}
