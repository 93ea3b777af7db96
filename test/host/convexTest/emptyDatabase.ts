/** Empty databases, made once for each set of schemas: to make the tables takes longer than most tests do. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine, DATABASE_FILE, type EngineOptions } from "../../../host/engine/engine";
import type { LoadedApp } from "../../../host/types";

/** What decides how an empty database looks: the schema of each component, in the order in which their tables are made. */
type Key = readonly (string | object | null)[];

const keyOf = (app: LoadedApp): Key =>
  [...app.components.values()].flatMap(({ path, schema }) => [path, schema]);

/** The content of the file, as a host leaves it that has opened it and closed it. */
const templates: { readonly key: Key; readonly file: Promise<Buffer> }[] = [];

/** Lays an empty database for the app into the folder. It is one that a host had before: the next opens it as it is. */
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
