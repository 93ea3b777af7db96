/** Updates the stored tables and indexes to match the schemas of the loaded app, in one transaction at the start. */
import type { ConvexObject, LoadedApp, SchemaDefinition, TableDefinition, ValidatorJson } from "../types";
import type { Logger } from "../log";
import { eachDocument } from "../store/backfill";
import { schemaMismatch } from "../store/conformance";
import type { Sqlite } from "../store/sqlite";
import { checksum, NO_INDEXES, readIndexCatalog, type IndexCatalog } from "../store/storedIndexes";
import { SCHEDULED_FUNCTIONS, Tablets, type Tablet } from "../store/tablets";
import { FIRST_TABLET } from "../store/undeclaredTables";
import { alignIndexes } from "./alignIndexes";

/** The database being opened, and the log for progress messages. */
interface Opening {
  readonly db: Sqlite;
  readonly log: Pick<Logger, "info">;
}

/** The stored documents don't match the new schema. None of the stored data has changed. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
}

/**
 * Reads the stored catalog and applies the schemas of `app` to it: fills new and changed indexes of all kinds, drops
 * indexes that are no longer declared, and checks documents whose validator changed. Call it in a transaction: a
 * `SchemaError` leaves everything unchanged. Tables and components that the app no longer declares keep their documents.
 */
export function openCatalog(opening: Opening, app: LoadedApp): Tablets {
  const { db } = opening;
  const tablets = new Tablets();
  const stored = readIndexCatalog(db);
  for (const [id, component, name] of db.rows("SELECT id, component, name FROM tablets ORDER BY id")) {
    const schema = app.components.get(String(component))?.schema ?? null;
    const definition = schema?.tables.get(String(name));
    const documentType = documentTypeOf(schema, definition);
    const table = { id: Number(id), componentPath: String(component), name: String(name), documentType };
    tablets.add(alignTablet(opening, table, definition, stored));
  }
  for (const component of app.components.values()) {
    if (tablets.named(component.path, SCHEDULED_FUNCTIONS) === undefined) {
      tablets.add(createTablet(opening, component.path, SCHEDULED_FUNCTIONS, undefined, null));
    }
    for (const definition of component.schema?.tables.values() ?? []) {
      if (tablets.named(component.path, definition.name) !== undefined) continue;
      const documentType = documentTypeOf(component.schema, definition);
      tablets.add(createTablet(opening, component.path, definition.name, definition, documentType));
    }
  }
  checkDocuments(opening, tablets);
  return tablets;
}

/** Creates a table with its indexes; its number is unique across the tables of all components. */
function createTablet(
  opening: Opening,
  componentPath: string,
  name: string,
  definition: TableDefinition | undefined,
  documentType: ValidatorJson | null,
): Tablet {
  const { db } = opening;
  const last = Number(db.row("SELECT max(id) FROM tablets")?.[0] ?? 0);
  const id = Math.max(last + 1, FIRST_TABLET);
  db.run("INSERT INTO tablets (id, component, name, checksum) VALUES (?, ?, ?, ?)", [
    id,
    componentPath,
    name,
    checksum(documentType),
  ]);
  return alignTablet(opening, { id, componentPath, name, documentType }, definition, NO_INDEXES);
}

function alignTablet(
  opening: Opening,
  table: Pick<Tablet, "id" | "componentPath" | "name" | "documentType">,
  definition: TableDefinition | undefined,
  stored: IndexCatalog,
): Tablet {
  const isSystem = table.name.startsWith("_");
  const staged = new Set(definition?.staged);
  return { ...table, isSystem, staged, ...alignIndexes(opening, table, definition, stored) };
}

function documentTypeOf(
  schema: SchemaDefinition | null,
  definition: TableDefinition | undefined,
): ValidatorJson | null {
  return schema?.validate === true ? (definition?.documentType ?? null) : null;
}

/** Checks documents against the schema. Reads only tables whose validator changed since their last check. */
function checkDocuments({ db, log }: Opening, tablets: Tablets): void {
  for (const [id, stored] of db.rows("SELECT id, checksum FROM tablets")) {
    const tablet = tablets.numbered(Number(id));
    if (tablet === undefined || stored === checksum(tablet.documentType)) continue;
    const check = (document: ConvexObject): void => {
      const problem = schemaMismatch(tablets, tablet, document);
      if (problem === null) return;
      const where = tablet.componentPath === "" ? "" : ` of component "${tablet.componentPath}"`;
      // The message is printed, so it must not quote the document, which may contain private text.
      const at = problem.path === "" ? "" : ` at ${problem.path}`;
      throw new SchemaError(
        `Document with ID "${String(document._id)}" in table "${tablet.name}"${where} does not match the schema${at}: ${problem.rule()}.`,
      );
    };
    eachDocument(db, tablet.byId, check, (documents) =>
      log.info("checking documents against a changed schema", { table: tablet.name, documents }),
    );
    db.run("UPDATE tablets SET checksum = ? WHERE id = ?", [checksum(tablet.documentType), tablet.id]);
  }
}
