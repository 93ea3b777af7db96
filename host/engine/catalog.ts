/** Brings the stored tables and indexes in line with the schemas of the loaded app, in one transaction at the start. */
import type { LoadedApp, SchemaDefinition, TableDefinition, ValidatorJson } from "../types";
import { eachDocument } from "../store/backfill";
import { schemaMismatch } from "../store/conformance";
import type { Sqlite } from "../store/sqlite";
import { checksum, NO_INDEXES, readIndexCatalog, type IndexCatalog } from "../store/storedIndexes";
import { SCHEDULED_FUNCTIONS, Tablets, type Tablet } from "../store/tablets";
import { alignIndexes } from "./alignIndexes";

/** Where table numbers begin; those below stand for system tables elsewhere. */
const FIRST_TABLET = 10_001;

/** The new schema can't be taken into use. Nothing of the stored data has changed. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
}

/**
 * Reads the stored catalog and applies the schemas of `app` to it: new and changed indexes of all kinds are filled, indexes no
 * longer declared are dropped, documents are checked where a validator changed. Call in a transaction: a
 * `SchemaError` leaves all as it was. Tables and components that the app no longer names keep their documents.
 */
export function openCatalog(db: Sqlite, app: LoadedApp): Tablets {
  const tablets = new Tablets();
  const stored = readIndexCatalog(db);
  for (const [id, component, name] of db.rows("SELECT id, component, name FROM tablets ORDER BY id")) {
    const schema = app.components.get(String(component))?.schema ?? null;
    const definition = schema?.tables.get(String(name));
    const documentType = documentTypeOf(schema, definition);
    const table = { id: Number(id), componentPath: String(component), name: String(name), documentType };
    tablets.add(alignTablet(db, table, definition, stored));
  }
  for (const component of app.components.values()) {
    if (tablets.named(component.path, SCHEDULED_FUNCTIONS) === undefined) {
      tablets.add(createTablet(db, component.path, SCHEDULED_FUNCTIONS, undefined, null));
    }
    for (const definition of component.schema?.tables.values() ?? []) {
      if (tablets.named(component.path, definition.name) !== undefined) continue;
      const documentType = documentTypeOf(component.schema, definition);
      tablets.add(createTablet(db, component.path, definition.name, definition, documentType));
    }
  }
  checkDocuments(db, tablets);
  return tablets;
}

/** Makes a table with its indexes; its number is unique among all tables of all components. */
function createTablet(
  db: Sqlite,
  componentPath: string,
  name: string,
  definition: TableDefinition | undefined,
  documentType: ValidatorJson | null,
): Tablet {
  const last = Number(db.row("SELECT max(id) FROM tablets")?.[0] ?? 0);
  const id = Math.max(last + 1, FIRST_TABLET);
  db.run("INSERT INTO tablets (id, component, name, checksum) VALUES (?, ?, ?, ?)", [
    id,
    componentPath,
    name,
    checksum(documentType),
  ]);
  return alignTablet(db, { id, componentPath, name, documentType }, definition, NO_INDEXES);
}

function alignTablet(
  db: Sqlite,
  table: Pick<Tablet, "id" | "componentPath" | "name" | "documentType">,
  definition: TableDefinition | undefined,
  stored: IndexCatalog,
): Tablet {
  const isSystem = table.name.startsWith("_");
  return { ...table, isSystem, ...alignIndexes(db, table.id, definition, stored) };
}

function documentTypeOf(
  schema: SchemaDefinition | null,
  definition: TableDefinition | undefined,
): ValidatorJson | null {
  return schema?.validate === true ? (definition?.documentType ?? null) : null;
}

/** Only tables whose validator is not the one their documents were last checked against are read. */
function checkDocuments(db: Sqlite, tablets: Tablets): void {
  for (const [id, stored] of db.rows("SELECT id, checksum FROM tablets")) {
    const tablet = tablets.numbered(Number(id));
    if (tablet === undefined || stored === checksum(tablet.documentType)) continue;
    eachDocument(db, tablet.byId, (document) => {
      const problem = schemaMismatch(tablets, tablet, document);
      if (problem === null) return;
      const where = tablet.componentPath === "" ? "" : ` of component "${tablet.componentPath}"`;
      // Nothing of the document itself, which may be what a person wrote: this is printed.
      const at = problem.path === "" ? "" : ` at ${problem.path}`;
      throw new SchemaError(
        `Document with ID "${String(document._id)}" in table "${tablet.name}"${where} does not match the schema${at}: ${problem.rule()}.`,
      );
    });
    db.run("UPDATE tablets SET checksum = ? WHERE id = ?", [checksum(tablet.documentType), tablet.id]);
  }
}
