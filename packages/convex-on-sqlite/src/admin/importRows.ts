/** Writes imported tables: checks them against the database, then writes everything in one transaction or nothing. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Transaction } from "../engine/transaction";
import { readDocument } from "../store/documents";
import type { Sqlite } from "../store/sqlite";
import type { Tablet, Tablets } from "../store/tablets";
import { undeclaredTable } from "../store/undeclaredTables";
import type { ConvexJson, ConvexObject, LoadedApp } from "../types";
import { idInTable, tableNumberOf } from "../values/ids";
import { BadImport, type TableRows } from "./importFile";
import type { ImportMode } from "./imports";

export interface ImportPlan {
  /** The tables whose documents are deleted first. */
  readonly cleared: readonly Tablet[];
  readonly deletes: number;
  /** What the import does, one table a line. */
  readonly summary: string;
}

/** Documents written between turns of the event loop. */
const BATCH = 100;

/** Works out what an import changes. Throws for a component that the app does not have, or a table that should be empty but is not. */
export function planImport(
  { app, tablets, db }: { readonly app: LoadedApp; readonly tablets: Tablets; readonly db: Sqlite },
  tables: readonly TableRows[],
  mode: ImportMode,
): ImportPlan {
  const targets = tables.map(({ componentPath, table }) => {
    if (!app.components.has(componentPath)) throw new Error(`The app has no component "${componentPath}".`);
    return tablets.named(componentPath, table) ?? undeclaredTable(db, tablets, componentPath, table);
  });
  const others = [...tablets.all()].filter(
    (tablet) => !tablet.isSystem && app.components.has(tablet.componentPath) && !targets.includes(tablet),
  );
  const cleared = mode === "append" ? [] : mode === "replaceAll" ? [...targets, ...others] : targets;
  const sizes = new Map(cleared.map((tablet) => [tablet, countOf(db, tablet)]));
  if (mode === "requireEmpty") {
    const full = cleared.find((tablet) => (sizes.get(tablet) ?? 0) > 0);
    if (full !== undefined)
      throw new BadImport(
        `Table ${nameOf(full)} has documents already. Use --replace to delete them first, or --append to keep them.`,
      );
  }
  const lines = targets.map((tablet, at) => {
    const added = tables[at]?.documents.length ?? 0;
    return `${nameOf(tablet)}: ${added} added, ${sizes.get(tablet) ?? 0} deleted`;
  });
  const alsoCleared = cleared.filter((tablet) => !targets.includes(tablet) && (sizes.get(tablet) ?? 0) > 0);
  for (const tablet of alsoCleared) lines.push(`${nameOf(tablet)}: ${sizes.get(tablet) ?? 0} deleted`);
  const deletes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return { cleared, deletes, summary: lines.join("\n") };
}

/** Writes an import; returns the number of added documents. The executor keeps all other transactions waiting. */
export async function applyImport(
  transaction: Transaction,
  tables: readonly TableRows[],
  { cleared }: ImportPlan,
): Promise<number> {
  let changes = 0;
  const afterChange = async (): Promise<void> => {
    changes += 1;
    if (changes % BATCH === 0) await nextTurn();
  };
  for (const tablet of cleared) {
    for (const id of idsOf(transaction.db, tablet)) {
      transaction.remove(tablet, id);
      await afterChange();
    }
  }
  let written = 0;
  for (const { componentPath, table, documents } of tables) {
    const tablet = tabletOf(transaction.tablets, componentPath, table);
    const numbers = renumbering(transaction.tablets, tables, componentPath);
    for (const document of documents) {
      insert(transaction, tablet, renumbered(document, numbers) as ConvexObject);
      written += 1;
      await afterChange();
    }
  }
  return written;
}

function insert(transaction: Transaction, tablet: Tablet, document: ConvexObject): void {
  const { _id: id, _creationTime: creationTime, ...fields } = document;
  if (id === undefined) {
    transaction.insertInto(tablet, fields);
    return;
  }
  if (typeof id !== "string" || tableNumberOf(id) !== tablet.id)
    throw new BadImport(
      `The id ${JSON.stringify(id)} in table ${nameOf(tablet)} is not an id of this table.`,
    );
  if (readDocument(transaction.db, tablet, id) !== null)
    throw new BadImport(`Table ${nameOf(tablet)} has a document with the id ${id} already.`);
  const time = typeof creationTime === "number" ? creationTime : undefined;
  transaction.insertInto(tablet, fields, id, time);
}

/** The numbers of the file's tables here, by their numbers in its ids, if they differ: as after an import from elsewhere. */
function renumbering(
  tablets: Tablets,
  tables: readonly TableRows[],
  componentPath: string,
): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  for (const { table, fileNumber, componentPath: path } of tables) {
    if (path !== componentPath || fileNumber === null) continue;
    const { id } = tabletOf(tablets, path, table);
    if (id !== fileNumber) numbers.set(fileNumber, id);
  }
  return numbers;
}

/** A value with every id of a renumbered table in its new form; an id's checksum tells it from other text. */
function renumbered(value: ConvexJson, numbers: ReadonlyMap<number, number>): ConvexJson {
  if (numbers.size === 0) return value;
  if (typeof value === "string") {
    const number = tableNumberOf(value);
    const here = number === null ? undefined : numbers.get(number);
    return here === undefined ? value : idInTable(value, here);
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => renumbered(element, numbers));
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, renumbered(inner, numbers)]),
  );
}

function tabletOf(tablets: Tablets, componentPath: string, table: string): Tablet {
  const tablet = tablets.named(componentPath, table);
  if (tablet === undefined) throw new BadImport(`Table "${table}" was not planned for this import.`);
  return tablet;
}

function nameOf({ componentPath, name }: Tablet): string {
  return componentPath === "" ? name : `${componentPath}/${name}`;
}

function countOf(db: Sqlite, { byId }: Tablet): number {
  return Number(db.row("SELECT count(*) FROM index_entries WHERE index_id = ?", [byId.id])?.[0] ?? 0);
}

function idsOf(db: Sqlite, { byId }: Tablet): string[] {
  const sql =
    "SELECT json_extract(d.json, '$._id') FROM index_entries e CROSS JOIN documents d ON d.seq = e.seq WHERE e.index_id = ?";
  return db.rows(sql, [byId.id]).map(([id]) => String(id));
}
