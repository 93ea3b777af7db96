/** Checks the invariants of a database after its process has ended in any way. */
import type { Sqlite } from "../src/store/sqlite";
import type { LoadedApp } from "../src/types";
import { readCatalog, type Schemas } from "./invariants/catalog";
import { checkClock } from "./invariants/clock";
import { checkDocuments, type CheckedDocument } from "./invariants/documents";
import type { Finding, Report } from "./invariants/finding";
import { checkJobs } from "./invariants/jobs";
import { checkSearch } from "./invariants/search";

export { checkAggregate } from "./invariants/aggregate";
export type { Schemas } from "./invariants/catalog";
export { readClock, type StoredClock } from "./invariants/clock";
export type { CheckedDocument } from "./invariants/documents";
export type { Finding, Report, Rule } from "./invariants/finding";
export { checkNoRunningJobs } from "./invariants/jobs";

/** The result of a check. */
export interface CheckResult {
  /** Empty if the database is intact. */
  readonly findings: readonly Finding[];
  /** All documents of all components, in creation order, for checks of an app's own invariants. */
  readonly documents: readonly CheckedDocument[];
}

/**
 * Checks a closed database against its schemas: the file, the catalog, documents and ids, all indexes, the clock, jobs and
 * crons, stored results. Only reads.
 */
export function checkDatabase(db: Sqlite, schemas: Schemas): CheckResult {
  const findings: Finding[] = [];
  const report: Report = (rule, detail) => void findings.push({ rule, detail });
  for (const [problem] of db.rows("PRAGMA integrity_check"))
    if (problem !== "ok") report("file", String(problem));
  const catalog = readCatalog(db, schemas, report);
  const documents = checkDocuments(db, catalog, report);
  checkSearch(db, catalog, documents, report);
  checkJobs(db, documents, report);
  checkClock(db, documents, report);
  return { findings, documents };
}

/** The schemas of an app, for `checkDatabase`. */
export function schemasOf(app: Pick<LoadedApp, "components">): Schemas {
  return new Map([...app.components].map(([path, { schema }]) => [path, schema]));
}
