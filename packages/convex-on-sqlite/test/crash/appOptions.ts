/** Load options of the fixture app, for each of its schema versions. */
import { join } from "node:path";
import type { LoadOptions } from "convex-on-sqlite/testing";
import { projectRoot } from "../../../../scripts/start/root";

/** The two schemas of the fixture app. */
export type SchemaVersion = "first" | "second";

/** Bundles are kept between runs, so that only the very first start bundles. */
export function appOptions(schemaVersion: SchemaVersion): LoadOptions {
  return {
    functionsDir: join(projectRoot, "packages/convex-on-sqlite/test/crash/app/convex"),
    outDir: join(projectRoot, ".host", "crash-test", schemaVersion),
    env: { SCHEMA_VERSION: schemaVersion },
  };
}

export function isSchemaVersion(text: string | undefined): text is SchemaVersion {
  return text === "first" || text === "second";
}
