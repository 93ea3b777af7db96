/** `run`, `export`, `import`, `backup` and `restore`: what is done with a database, most of it while nobody serves it. */
import { existsSync } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { endSnapshot, snapshotZip } from "../admin/exports";
import { parsedFile } from "../admin/importFile";
import { applyImport, planImport } from "../admin/importRows";
import { callFunction } from "../callFunction";
import { DATABASE_FILE } from "../engine/engine";
import { processLogger } from "../log";
import { openDatabase, withDatabase } from "../offline";
import { backUp, restoreBackup } from "../store/backup";
import { Sqlite } from "../store/sqlite";
import type { ConvexJson, ConvexObject } from "../types";
import { UsageError, type Options } from "./options";

/** What runs while the app is stopped shows warnings only, so that its output is its result. */
const offline = ({ functionsDir, dataDir, env }: Options) => ({
  ...{ functionsDir, dataDir, env },
  log: processLogger("warn"),
});

export async function run(options: Options): Promise<void> {
  const [name, json = "{}", ...more] = options.words;
  if (name === undefined || more.length > 0)
    throw new UsageError("run takes a function and, as JSON, its arguments");
  const args = argumentsIn(json);
  const result = await withDatabase(offline(options), async (engine) => {
    const found = engine.app.components.get("")?.functions.get(name);
    if (found === undefined || found.kind === "httpAction")
      throw new UsageError(`the app has no function ${name}`);
    return await callFunction(engine, found.kind, name, args);
  });
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}

function argumentsIn(json: string): ConvexObject {
  try {
    const args = JSON.parse(json) as ConvexJson;
    if (typeof args === "object" && args !== null && !Array.isArray(args)) return args;
  } catch {
    // Told below, as other text that is no object.
  }
  throw new UsageError("the arguments must be a JSON object");
}

/** Writes the snapshot beside the file first: one that is interrupted leaves nothing under its name. */
export async function exportTo(options: Options): Promise<void> {
  const file = fileIn(options);
  if (existsSync(file)) throw new UsageError(`${file} exists already`);
  await withDatabase(offline(options), async ({ app, tablets }) => {
    const reader = Sqlite.open(join(options.dataDir, DATABASE_FILE), { readOnly: true });
    reader.exec("BEGIN");
    const draft = `${file}.partial`;
    const target = await open(draft, "w", 0o600);
    try {
      for await (const part of snapshotZip(reader, app, tablets)) await target.write(part);
      await target.sync();
      await target.close();
      await rename(draft, file);
    } catch (thrown) {
      await target.close();
      await rm(draft, { force: true });
      throw thrown;
    } finally {
      endSnapshot(reader);
    }
  });
  process.stdout.write(`${file} holds the documents of all tables.\n`);
}

export async function importFrom(options: Options): Promise<void> {
  const file = fileIn(options);
  const mode = options.importMode;
  const tables = await parsedFile(await readFile(file), { format: "zip", mode });
  const written = await withDatabase(offline(options), async (engine) => {
    const plan = await engine.read((db) =>
      planImport({ app: engine.app, tablets: engine.tablets, db }, tables, mode),
    );
    return await engine.bulkWrite((transaction) => applyImport(transaction, tables, plan));
  });
  process.stdout.write(`${written} documents were added.\n`);
}

export function backUpTo(options: Options): void {
  const file = fileIn(options);
  backUp(join(options.dataDir, DATABASE_FILE), file);
  process.stdout.write(`${file} holds the database as it was.\n`);
}

export async function restoreFrom(options: Options): Promise<void> {
  const source = fileIn(options);
  const { dataDir } = options;
  const tryStart = async (database: string): Promise<void> => {
    const engine = await openDatabase({ ...offline(options), database });
    await engine.close();
  };
  const { replaced, lacksLog } = await restoreBackup({ source, dataDir, now: new Date(), tryStart });
  process.stdout.write(`${dataDir} holds the database of ${source}.\n`);
  if (replaced !== null) process.stdout.write(`The database before was moved to ${replaced}.\n`);
  if (lacksLog)
    process.stdout.write("It was copied from a running service: its newest data may be missing.\n");
}

function fileIn({ command, words }: Options): string {
  const [file, ...more] = words;
  if (file === undefined || more.length > 0) throw new UsageError(`${command} takes one file`);
  return resolve(file);
}
