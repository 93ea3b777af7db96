/** The client's generated files for openapi.json, formatted. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../start/root";
import { formattedSource } from "../openapi/formatted";
import { readDocument } from "../openapi/read";
import { sourcesOf } from "./operations";

/** Contents by path, relative to the project. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const document = readDocument(JSON.parse(readFileSync(join(projectRoot, "openapi.json"), "utf8")));
  const files = new Map<string, string>();
  for (const [name, source] of Object.entries(sourcesOf(document))) {
    const path = `client/${name}.ts`;
    files.set(path, await formattedSource(source, path));
  }
  return files;
}

/** The paths of missing or different files. */
export function stalePaths(wanted: ReadonlyMap<string, string>): string[] {
  return [...wanted].flatMap(([path, contents]) => {
    const file = join(projectRoot, path);
    return existsSync(file) && readFileSync(file, "utf8") === contents ? [] : [path];
  });
}
