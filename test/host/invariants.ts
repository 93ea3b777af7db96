/** What must hold of every database that a host has left behind, however its process ended. */
import type { Sqlite } from "../../host/store/sqlite";
import type { LoadedApp } from "../../host/types";
import { readCatalog, type Schemas } from "./invariants/catalog";
import { checkClock } from "./invariants/clock";
import { checkDocuments, type CheckedDocument } from "./invariants/documents";
import type { Finding, Report } from "./invariants/finding";
import { checkJobs } from "./invariants/jobs";
import { checkSearch } from "./invariants/search";

export { checkAggregate } from "./invariants/aggregate";
export type { Schemas } from "./invariants/catalog";
export { readClock, type StoredClock } from "./invariants/clock";
export type { CheckedDocument as PlacedDocument } from "./invariants/documents";
export type { Finding, Report, Rule } from "./invariants/finding";
export { checkNoRunningJobs as checkNothingRuns } from "./invariants/jobs";

/** The end of a check. */
export interface CheckResult {
  /** Empty where all is well. */
  readonly findings: readonly Finding[];
  /** All documents of all components, in the order of their creation, for checks of what an app promises. */
  readonly documents: readonly CheckedDocument[];
}

/**
 * Checks a database that no host has open, against the schemas it is in line with: the file itself, the catalog,
 * documents and ids, indexes of all kinds, the clock, jobs and crons, kept answers. Reads only.
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

/** The schemas of an app, as `checkDatabase` takes them. */
export function schemasOf(app: Pick<LoadedApp, "components">): Schemas {
  return new Map([...app.components].map(([path, { schema }]) => [path, schema]));
}
