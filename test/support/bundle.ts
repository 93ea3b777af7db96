/**
 * Makes the bundle of the app that services are started from, before any test. On a fresh checkout all processes of tests
 * would make it at the same moment, each for itself.
 */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { currentBuild } from "../../host/code/build";
import { projectRoot } from "../../scripts/start/root";

export default async function makeBundle(): Promise<void> {
  await currentBuild(realpathSync(join(projectRoot, "convex")), join(projectRoot, ".host", "app"));
}
