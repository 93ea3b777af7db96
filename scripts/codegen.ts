/**
 * Writes convex/_generated with the Convex CLI, without a deployment or a network.
 * `--check` writes nothing and fails if a file is stale.
 */
import { APP_FOLDERS, projectRoot as root } from "./start/root";
import { generate, readGenerated, stalePaths, writeGenerated } from "convex-on-sqlite/codegen";

const options = process.argv.slice(2);
if (options.some((option) => option !== "--check")) {
  console.error("usage: node scripts/run.mjs scripts/codegen.ts [--check]");
  process.exit(2);
}
try {
  const wanted = await generate(root, APP_FOLDERS);
  if (options.includes("--check")) {
    const stale = stalePaths(readGenerated(root), wanted);
    if (stale.length > 0) {
      console.error(`Stale: ${stale.join(", ")}. Run: node scripts/run.mjs scripts/codegen.ts`);
      process.exitCode = 1;
    } else {
      console.log("The generated types are up to date.");
    }
  } else {
    const written = writeGenerated(root, wanted);
    console.log(
      written.length === 0 ? "The generated types were up to date." : `Wrote ${written.join(", ")}.`,
    );
  }
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}
