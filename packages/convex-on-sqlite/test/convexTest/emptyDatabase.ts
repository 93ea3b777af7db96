/** Caches empty databases per set of schemas, because creating the tables takes longer than most tests. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine, DATABASE_FILE, type EngineOptions } from "../../src/engine/engine";
import type { LoadedApp } from "../../src/types";

/** The inputs of an empty database: the schema of each component, in the order in which tables are created. */
type Key = readonly (string | object | null)[];

const keyOf = (app: LoadedApp): Key =>
  [...app.components.values()].flatMap(({ path, schema }) => [path, schema]);

/** The database files after a host has opened and closed them. */
const templates: { readonly key: Key; readonly file: Promise<Buffer> }[] = [];

/** Writes an empty database for the app to the folder, as if a host had used it before. */
export async function writeEmptyDatabase(
  options: Pick<EngineOptions, "app" | "dataDir" | "log">,
  folderPrefix: string,
): Promise<void> {
  const key = keyOf(options.app);
  let template = templates.find(
    (known) => known.key.length === key.length && known.key.every((part, i) => part === key[i]),
  );
  if (template === undefined) {
    template = { key, file: emptyDatabase(options, folderPrefix) };
    templates.push(template);
  }
  writeFileSync(join(options.dataDir, DATABASE_FILE), await template.file, { mode: 0o600 });
}

async function emptyDatabase(
  { app, log }: Pick<EngineOptions, "app" | "log">,
  folderPrefix: string,
): Promise<Buffer> {
  const dataDir = mkdtempSync(folderPrefix);
  try {
    await (await createEngine({ app, dataDir, log, synchronous: "NORMAL" })).close();
    return readFileSync(join(dataDir, DATABASE_FILE));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
