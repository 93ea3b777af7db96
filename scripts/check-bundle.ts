/** Fails unless convex/ bundles for the default runtime with the Convex CLI's settings. */
import { projectRoot } from "./start/root";
import { bundleForDeploy } from "./deploy-bundle";

const outcome = await bundleForDeploy(projectRoot);
if (outcome.kind === "bundled") {
  console.log(`convex/ bundles for the default runtime (${outcome.files} files).`);
} else {
  console.error(`convex/ does not bundle for the default runtime: ${outcome.reasons}`);
  process.exitCode = 1;
}
