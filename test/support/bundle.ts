/**
 * Builds the bundle of the app before any test. On a fresh checkout every test process would otherwise build it at the
 * same time.
 */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { currentBuild } from "convex-on-sqlite/build";
import { projectRoot } from "../../scripts/start/root";

export default async function makeBundle(): Promise<void> {
  await currentBuild(realpathSync(join(projectRoot, "convex")), join(projectRoot, ".host", "app"));
}
